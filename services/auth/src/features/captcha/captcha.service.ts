import { createHash } from 'node:crypto';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { CAPTCHAS, type RateLimit } from '@hamkhan/contracts/rate-limits';
import { AppError } from '@hamkhan/platform/app-error';
import { configuredLimit } from '@hamkhan/platform/limits/configured-limit';
import { RateLimits } from '@hamkhan/platform/limits/rate-limits';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type AuthConfig } from '../../config.js';
import { drawCaptcha } from './captcha-image.js';
import { CaptchaRepository } from './captcha.repository.js';
import { CaptchaAudio } from './captcha-audio.js';
import { isCaptchaText, newCaptchaText } from './captcha-text.domain.js';

const MINUTE_MS = 60_000;
/** Lifetimes of an unsolved and a solved captcha (C07). */
const ANSWER_MS = 5 * MINUTE_MS;
const VERIFIED_MS = 10 * MINUTE_MS;
/** Unknown names that may be tried with one solved captcha. */
const MAX_MISSES = 5;

/** Captchas for browsers without a token (C07). */
@Injectable()
export class CaptchaService {
  private readonly limit: RateLimit;
  private audio: Promise<CaptchaAudio> | null = null;

  constructor(
    private readonly captchas: CaptchaRepository,
    private readonly limits: RateLimits,
    @Inject(CONFIG) config: AuthConfig,
  ) {
    this.limit = configuredLimit(CAPTCHAS, config);
  }

  /** A new captcha as JPEG, or null when the browser has solved one already. @throws AUTH.TOO_MANY_REQUESTS */
  async init(browser: string, network: string): Promise<Buffer | null> {
    await this.limits.consume(this.limit, network);
    if (await this.isVerified(browser)) return null;
    const text = newCaptchaText();
    await this.captchas.put(idOf(browser), text, new Date(Date.now() + ANSWER_MS));
    return drawCaptcha(text);
  }

  /** The current captcha of a browser as WAV. @throws COMMON.NOT_FOUND when it has none; AUTH.TOO_MANY_REQUESTS */
  async sound(browser: string | null, language: UiLanguage, network: string): Promise<Buffer> {
    await this.limits.consume(this.limit, network);
    const text = browser === null ? null : await this.captchas.textOf(idOf(browser), new Date());
    if (text === null) throw new AppError('COMMON.NOT_FOUND');
    this.audio ??= CaptchaAudio.load();
    return (await this.audio).render(text, language);
  }

  /** Whether the answer is right. Each captcha can be answered once. @throws AUTH.TOO_MANY_REQUESTS */
  async validate(browser: string | null, typed: string, network: string): Promise<boolean> {
    await this.limits.consume(this.limit, network);
    if (browser === null) return false;
    const text = await this.captchas.consumeText(idOf(browser), new Date());
    if (text === null || !isCaptchaText(text, typed)) return false;
    await this.captchas.setVerified(idOf(browser), new Date(Date.now() + VERIFIED_MS));
    return true;
  }

  isVerified(browser: string): Promise<boolean> {
    return this.captchas.isVerified(idOf(browser), new Date());
  }

  /** @throws AUTH.CAPTCHA_REQUIRED when the browser has not solved a captcha (ACC-FORGOT-13). */
  async requireSolved(browser: string | null): Promise<void> {
    if (browser === null || !(await this.isVerified(browser))) throw captchaRequired();
  }

  /** Uses up the solved captcha; of concurrent calls one succeeds. @throws AUTH.CAPTCHA_REQUIRED */
  async consume(browser: string | null): Promise<void> {
    const consumed = browser !== null && (await this.captchas.consumeVerified(idOf(browser), new Date()));
    if (!consumed) throw captchaRequired();
  }

  /** Uses up the solved captcha where a limit is exceeded. @throws `exceeded`, with the status `captcha_required_error` */
  async consumeInstead(browser: string | null, exceeded: AppError): Promise<void> {
    try {
      await this.consume(browser);
    } catch (cause) {
      if (!(cause instanceof AppError) || cause.code !== 'AUTH.CAPTCHA_REQUIRED') throw cause;
      throw new AppError(exceeded.code, { cause, details: { ...exceeded.details, ...cause.details } });
    }
  }

  /** Counts a guess that a solved captcha was used for; after the fifth it counts as unsolved. */
  async countMiss(browser: string | null): Promise<void> {
    if (browser !== null) await this.captchas.countMiss(idOf(browser), MAX_MISSES);
  }
}

const captchaRequired = (): AppError =>
  new AppError('AUTH.CAPTCHA_REQUIRED', { details: { status: 'captcha_required_error' } });

const idOf = (browser: string): string => createHash('sha256').update(browser).digest('base64url');
