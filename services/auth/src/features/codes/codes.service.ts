import { randomBytes } from 'node:crypto';
import {
  CODE_PAUSE,
  CODES_IN_ALL,
  CODES_PER_ADDRESS,
  CODES_PER_DAY,
  CODES_PER_HOUR,
  CODES_WITHOUT_CAPTCHA,
  type RateLimit,
} from '@hamkhan/contracts/rate-limits';
import { AppError } from '@hamkhan/platform/app-error';
import { fieldError } from '@hamkhan/platform/http/field-error';
import { configuredLimit } from '@hamkhan/platform/limits/configured-limit';
import { RateLimits } from '@hamkhan/platform/limits/rate-limits';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type AuthConfig } from '../../config.js';
import { SmsSender, type CodePurpose } from '../../infra/sms/sms-sender.js';
import { CaptchaService } from '../captcha/captcha.service.js';
import { SecurityLog } from '../security-log/security-log.service.js';
import type { Caller } from '../sessions/caller.js';
import { codeKey, isSameMac, codeMac, newCode } from './code.domain.js';
import { CodesRepository } from './codes.repository.js';

const MINUTE_MS = 60_000;
const REQUEST_ID_BYTES = 24;

export type CodeRequest = {
  purpose: CodePurpose;
  mobile: string;
  caller: Caller;
  /** The account that it is for; null before there is one. */
  userId: string | null;
  /** Browser whose solved captcha is used up beyond the free codes; left out where a captcha was used up already. */
  browser?: string | null;
};
export type CodeAttempt = {
  purpose: CodePurpose;
  mobile: string;
  requestId: string;
  code: string;
  /** The form field of the code, for its error. */
  field: string;
  caller: Caller;
  userId: string | null;
};

/** One-time codes by SMS: six digits, valid for one purpose, a few minutes and a few attempts (C08). */
@Injectable()
export class CodesService {
  private readonly key: Buffer;
  private readonly perAddress: RateLimit;
  private readonly pause: RateLimit;
  private readonly free: RateLimit;
  private readonly inAll: RateLimit;
  private readonly perMobile: readonly RateLimit[];

  constructor(
    private readonly codes: CodesRepository,
    private readonly sms: SmsSender,
    private readonly limits: RateLimits,
    private readonly captchas: CaptchaService,
    private readonly log: SecurityLog,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {
    this.key = codeKey(config.IDENTITY_SECRET);
    this.perAddress = configuredLimit(CODES_PER_ADDRESS, config);
    this.pause = configuredLimit(CODE_PAUSE, config);
    this.free = configuredLimit(CODES_WITHOUT_CAPTCHA, config);
    this.inAll = configuredLimit(CODES_IN_ALL, config);
    this.perMobile = [configuredLimit(CODES_PER_HOUR, config), configuredLimit(CODES_PER_DAY, config)];
  }

  /**
   * Counts a code request of an address. Call it before any lookup: the response reveals whether a number is registered.
   * @throws AUTH.TOO_MANY_CODES
   */
  countRequest(network: string): Promise<void> {
    return this.limits.consume(this.perAddress, network);
  }

  /**
   * Sends a code and returns its `request_id`.
   * @throws AUTH.TOO_MANY_CODES, also with the status `captcha_required_error`; AUTH.SMS_NOT_SENT, after which the client may
   * retry at once, or when the budget of the day is used up.
   */
  async send({ purpose, mobile, caller, userId, browser }: CodeRequest): Promise<string> {
    await this.limits.consume(this.pause, mobile);
    if (browser !== undefined) await this.requireFreeCodeOrCaptcha(mobile, browser);
    for (const limit of this.perMobile) await this.limits.consume(limit, mobile);
    await this.limits.consume(this.inAll);
    const requestId = randomBytes(REQUEST_ID_BYTES).toString('base64url');
    const code = newCode();
    const binding = { requestId, purpose, mobile };
    await this.codes.insert({
      ...binding,
      mac: codeMac(this.key, binding, code),
      expiresAt: new Date(Date.now() + this.config.CODE_MINUTES * MINUTE_MS),
    });
    try {
      await this.sms.sendCode({ mobile, code, purpose, language: caller.language });
    } catch (cause) {
      await this.codes.remove(requestId);
      await this.limits.reset(this.pause, mobile);
      throw new AppError('AUTH.SMS_NOT_SENT', { cause });
    }
    await this.log.record({ action: 'code.sent', userId, ip: caller.ip, details: { purpose } });
    return requestId;
  }

  private async requireFreeCodeOrCaptcha(mobile: string, browser: string | null): Promise<void> {
    try {
      await this.limits.consume(this.free, mobile);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== this.free.error) throw error;
      try {
        await this.captchas.consumeInstead(browser, error);
      } catch (refusal) {
        // Nothing was sent: the next request, with a captcha, need not wait.
        await this.limits.reset(this.pause, mobile);
        throw refusal;
      }
    }
  }

  /** Checks a code and counts the attempt. @throws a field error when the code is wrong. */
  async check({ field, code, caller, userId, ...binding }: CodeAttempt): Promise<void> {
    const mac = await this.codes.countAttempt(binding, this.config.CODE_ATTEMPTS_MAX, new Date());
    const expected = codeMac(this.key, binding, code);
    if (mac !== null && isSameMac(mac, expected)) return;
    const { purpose } = binding;
    await this.log.record({ action: 'code.failed', userId, ip: caller.ip, details: { purpose } });
    throw fieldError(field, 'CODE_WRONG');
  }

  /** Uses up a checked code in the transaction of its effect. @throws a field error when it was used already. */
  async use({ requestId, field }: Pick<CodeAttempt, 'requestId' | 'field'>, tx: Tx): Promise<void> {
    if (!(await this.codes.use(requestId, new Date(), tx))) throw fieldError(field, 'ALREADY_USED');
  }
}
