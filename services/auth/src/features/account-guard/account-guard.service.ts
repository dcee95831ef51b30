import {
  ACCOUNT_FAILURES,
  ACCOUNT_FAILURES_WITH_CAPTCHA,
  type RateLimit,
} from '@hamkhan/contracts/rate-limits';
import { AppError } from '@hamkhan/platform/app-error';
import { configuredLimit } from '@hamkhan/platform/limits/configured-limit';
import { RateLimits } from '@hamkhan/platform/limits/rate-limits';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type AuthConfig } from '../../config.js';
import { CaptchaService } from '../captcha/captcha.service.js';
import type { Caller } from '../sessions/caller.js';
import { KnownAddressesRepository } from './known-addresses.repository.js';

const DAY_MS = 86_400_000;

/** An attempt to sign in and the limits that it counts in. */
export type Attempt = { readonly subject: string; readonly counted: readonly RateLimit[] };

/**
 * Slows down guesses of one account from many addresses (ADR 0027). Addresses from which the account has signed in are exempt,
 * so that guesses of others do not keep the reader out; the limit for one name and one address applies to them all the same.
 */
@Injectable()
export class AccountGuard {
  private readonly free: RateLimit;
  private readonly withCaptcha: RateLimit;

  constructor(
    private readonly addresses: KnownAddressesRepository,
    private readonly limits: RateLimits,
    private readonly captchas: CaptchaService,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {
    this.free = configuredLimit(ACCOUNT_FAILURES, config);
    this.withCaptcha = configuredLimit(ACCOUNT_FAILURES_WITH_CAPTCHA, config);
  }

  /**
   * Counts an attempt before the password is checked.
   * @param subject the user id, or the typed name of an unknown account, which is treated alike
   * @throws AUTH.TOO_MANY_LOGINS with the status `captcha_required_error`; AUTH.ACCOUNT_LOCKED
   */
  async admit(subject: string, browser: string | null, caller: Caller): Promise<Attempt> {
    if (await this.addresses.has(subject, caller.network, new Date())) return { subject, counted: [] };
    try {
      await this.limits.consume(this.free, subject);
      return { subject, counted: [this.free] };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== this.free.error) throw error;
      await this.captchas.consumeInstead(browser, error);
    }
    await this.limits.consume(this.withCaptcha, subject);
    return { subject, counted: [this.withCaptcha] };
  }

  /** The password was right: the attempt does not count, and its address is known from now on. */
  async succeed({ subject, counted }: Attempt, { network }: Caller): Promise<void> {
    await this.refund({ subject, counted });
    await this.addresses.put(
      subject,
      network,
      new Date(Date.now() + this.config.KNOWN_ADDRESS_DAYS * DAY_MS),
    );
  }

  /** The attempt does not count. */
  async refund({ subject, counted }: Attempt): Promise<void> {
    for (const limit of counted) await this.limits.refund(limit, subject);
  }

  /** Forgets the known addresses of an account, one of which may be a thief's, in the transaction that resets its password. */
  forgetAddresses(userId: string, tx: Tx): Promise<void> {
    return this.addresses.removeAll(userId, tx);
  }

  /** Ends the wait of an account whose password was reset with a code. */
  async unlock(userId: string): Promise<void> {
    await this.limits.reset(this.free, userId);
    await this.limits.reset(this.withCaptcha, userId);
  }
}
