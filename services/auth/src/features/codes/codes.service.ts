import { randomBytes } from 'node:crypto';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import {
  CODE_PAUSE,
  CODES_PER_ADDRESS,
  CODES_PER_DAY,
  CODES_PER_HOUR,
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
import { codeKey, isSameMac, codeMac, newCode } from './code.domain.js';
import { CodesRepository } from './codes.repository.js';

const MINUTE_MS = 60_000;
const REQUEST_ID_BYTES = 24;

export type CodeRequest = { purpose: CodePurpose; mobile: string; language: UiLanguage };
export type CodeAttempt = {
  purpose: CodePurpose;
  mobile: string;
  requestId: string;
  code: string;
  /** The form field of the code, for its error. */
  field: string;
};

/** One-time codes by SMS: six digits, valid for one purpose, a few minutes and a few attempts (C08). */
@Injectable()
export class CodesService {
  private readonly key: Buffer;
  private readonly perAddress: RateLimit;
  private readonly pause: RateLimit;
  private readonly perMobile: readonly RateLimit[];

  constructor(
    private readonly codes: CodesRepository,
    private readonly sms: SmsSender,
    private readonly limits: RateLimits,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {
    this.key = codeKey(config.IDENTITY_SECRET);
    this.perAddress = configuredLimit(CODES_PER_ADDRESS, config);
    this.pause = configuredLimit(CODE_PAUSE, config);
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
   * @throws AUTH.TOO_MANY_CODES; AUTH.SMS_NOT_SENT, after which the client may retry at once.
   */
  async send({ purpose, mobile, language }: CodeRequest): Promise<string> {
    await this.limits.consume(this.pause, mobile);
    for (const limit of this.perMobile) await this.limits.consume(limit, mobile);
    const requestId = randomBytes(REQUEST_ID_BYTES).toString('base64url');
    const code = newCode();
    const binding = { requestId, purpose, mobile };
    await this.codes.insert({
      ...binding,
      mac: codeMac(this.key, binding, code),
      expiresAt: new Date(Date.now() + this.config.CODE_MINUTES * MINUTE_MS),
    });
    try {
      await this.sms.sendCode({ mobile, code, purpose, language });
    } catch (cause) {
      await this.codes.remove(requestId);
      await this.limits.reset(this.pause, mobile);
      throw new AppError('AUTH.SMS_NOT_SENT', { cause });
    }
    return requestId;
  }

  /** Checks a code and counts the attempt. @throws a field error when the code is wrong. */
  async check({ field, code, ...binding }: CodeAttempt): Promise<void> {
    const mac = await this.codes.countAttempt(binding, this.config.CODE_ATTEMPTS_MAX, new Date());
    const expected = codeMac(this.key, binding, code);
    if (mac === null || !isSameMac(mac, expected)) throw fieldError(field, 'CODE_WRONG');
  }

  /** Uses up a checked code in the transaction of its effect. @throws a field error when it was used already. */
  async use({ requestId, field }: Pick<CodeAttempt, 'requestId' | 'field'>, tx: Tx): Promise<void> {
    if (!(await this.codes.use(requestId, new Date(), tx))) throw fieldError(field, 'ALREADY_USED');
  }
}
