import { createHash } from 'node:crypto';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { AppError } from '@hamkhan/platform/app-error';
import { RateLimits, type Limit } from '@hamkhan/platform/limits/rate-limits';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type AuthConfig } from '../../config.js';
import { drawCaptcha } from './captcha-image.js';
import { CaptchaRepository } from './captcha.repository.js';
import { CaptchaVoice } from './captcha-sound.js';
import { isCaptchaText, newCaptchaText } from './captcha-text.domain.js';

const MINUTE_MS = 60_000;
/** C07. */
const ANSWER_MS = 5 * MINUTE_MS;
const VERIFIED_MS = 10 * MINUTE_MS;

/** Tells people from machines, for browsers that have no token (C07). */
@Injectable()
export class CaptchaService {
  private readonly limit: Limit;
  private voice: Promise<CaptchaVoice> | null = null;

  constructor(
    private readonly captchas: CaptchaRepository,
    private readonly limits: RateLimits,
    @Inject(CONFIG) config: AuthConfig,
  ) {
    this.limit = {
      name: 'captcha',
      max: config.CAPTCHAS_PER_MINUTE,
      windowMs: MINUTE_MS,
      error: 'AUTH.TOO_MANY_REQUESTS',
    };
  }

  /** A new picture for a browser, as JPEG, or null where it has answered one already. @throws AUTH.TOO_MANY_REQUESTS */
  async init(browser: string, network: string): Promise<Buffer | null> {
    await this.limits.consume(this.limit, network);
    if (await this.isVerified(browser)) return null;
    const text = newCaptchaText();
    await this.captchas.put(idOf(browser), text, new Date(Date.now() + ANSWER_MS));
    return drawCaptcha(text);
  }

  /** The picture of a browser, spoken, as WAV. @throws COMMON.NOT_FOUND where it has none; AUTH.TOO_MANY_REQUESTS */
  async sound(browser: string | null, language: UiLanguage, network: string): Promise<Buffer> {
    await this.limits.consume(this.limit, network);
    const text = browser === null ? null : await this.captchas.textOf(idOf(browser), new Date());
    if (text === null) throw new AppError('COMMON.NOT_FOUND');
    this.voice ??= CaptchaVoice.load();
    return (await this.voice).say(text, language);
  }

  /** Whether the answer is right; a picture is answered once. @throws AUTH.TOO_MANY_REQUESTS */
  async validate(browser: string | null, typed: string, network: string): Promise<boolean> {
    await this.limits.consume(this.limit, network);
    if (browser === null) return false;
    const text = await this.captchas.takeText(idOf(browser), new Date());
    if (text === null || !isCaptchaText(text, typed)) return false;
    await this.captchas.setVerified(idOf(browser), new Date(Date.now() + VERIFIED_MS));
    return true;
  }

  isVerified(browser: string): Promise<boolean> {
    return this.captchas.isVerified(idOf(browser), new Date());
  }

  /** @throws AUTH.CAPTCHA_REQUIRED where the browser has answered none (ACC-FORGOT-13). */
  async demand(browser: string | null): Promise<void> {
    if (browser === null || !(await this.isVerified(browser))) throw captchaRequired();
  }

  /** Spends the right answer; of two calls at once one gets through. @throws AUTH.CAPTCHA_REQUIRED */
  async spend(browser: string | null): Promise<void> {
    if (browser === null || !(await this.captchas.spend(idOf(browser), new Date()))) throw captchaRequired();
  }
}

const captchaRequired = (): AppError =>
  new AppError('AUTH.CAPTCHA_REQUIRED', { details: { status: 'captcha_required_error' } });

const idOf = (browser: string): string => createHash('sha256').update(browser).digest('base64url');
