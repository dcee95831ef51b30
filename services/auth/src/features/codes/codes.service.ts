import { randomBytes } from 'node:crypto';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { AppError } from '@hamkhan/platform/app-error';
import { fieldError } from '@hamkhan/platform/http/field-error';
import { RateLimits, type Limit } from '@hamkhan/platform/limits/rate-limits';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type AuthConfig } from '../../config.js';
import { SmsSender, type CodePurpose } from '../../infra/sms/sms-sender.js';
import { codeKey, isSameMac, macOfCode, newCode } from './code.domain.js';
import { CodesRepository } from './codes.repository.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const REQUEST_ID_BYTES = 24;

export type CodeRequest = { purpose: CodePurpose; mobile: string; language: UiLanguage };
export type CodeAnswer = {
  purpose: CodePurpose;
  mobile: string;
  requestId: string;
  code: string;
  /** Name of the form's field with the code, for its error. */
  field: string;
};

/** Codes sent to a mobile: 6 digits, so many minutes, so many tries, for one purpose and once (C08). */
@Injectable()
export class CodesService {
  private readonly key: Buffer;
  private readonly perAddress: Limit;
  private readonly pause: Limit;
  private readonly perMobile: readonly Limit[];

  constructor(
    private readonly codes: CodesRepository,
    private readonly sms: SmsSender,
    private readonly limits: RateLimits,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {
    this.key = codeKey(config.IDENTITY_SECRET);
    const limit = (name: string, max: number, windowMs: number): Limit => ({
      name,
      max,
      windowMs,
      error: 'AUTH.TOO_MANY_CODES',
    });
    this.perAddress = limit('code-address', config.CODES_PER_HOUR_AND_ADDRESS, HOUR_MS);
    this.pause = limit('code-pause', 1, config.CODE_PAUSE_SECONDS * 1_000);
    this.perMobile = [
      limit('code-hour', config.CODES_PER_HOUR, HOUR_MS),
      limit('code-day', config.CODES_PER_DAY, 24 * HOUR_MS),
    ];
  }

  /**
   * Counts a request of an address, before anything is looked up for it: who asks for codes learns who is registered.
   * @throws AUTH.TOO_MANY_CODES
   */
  admit(network: string): Promise<void> {
    return this.limits.consume(this.perAddress, network);
  }

  /**
   * Sends a code and answers its `request_id`.
   * @throws AUTH.TOO_MANY_CODES; AUTH.SMS_NOT_SENT, after which another try may follow at once.
   */
  async send({ purpose, mobile, language }: CodeRequest): Promise<string> {
    await this.limits.consume(this.pause, mobile);
    for (const limit of this.perMobile) await this.limits.consume(limit, mobile);
    const requestId = randomBytes(REQUEST_ID_BYTES).toString('base64url');
    const code = newCode();
    const binding = { requestId, purpose, mobile };
    await this.codes.insert({
      ...binding,
      mac: macOfCode(this.key, binding, code),
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

  /** Counts as a try, and passes for the right code only. @throws a field error. */
  async check({ field, code, ...binding }: CodeAnswer): Promise<void> {
    const mac = await this.codes.takeTry(binding, this.config.CODE_TRIES_MAX, new Date());
    const given = macOfCode(this.key, binding, code);
    if (mac === null || !isSameMac(mac, given)) throw fieldError(field, 'CODE_WRONG');
  }

  /** Uses a checked code up, together with what it was for. @throws a field error when someone was faster. */
  async use({ requestId, field }: Pick<CodeAnswer, 'requestId' | 'field'>, tx: Tx): Promise<void> {
    if (!(await this.codes.use(requestId, new Date(), tx))) throw fieldError(field, 'ALREADY_USED');
  }
}
