import { SECOND_FACTOR_GUESSES, type RateLimit } from '@hamkhan/contracts/rate-limits';
import { TOTP_LENGTH } from '@hamkhan/contracts/http/second-factor';
import { fieldError } from '@hamkhan/platform/http/field-error';
import { configuredLimit } from '@hamkhan/platform/limits/configured-limit';
import { RateLimits } from '@hamkhan/platform/limits/rate-limits';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type AuthConfig } from '../../config.js';
import { SecurityLog } from '../security-log/security-log.service.js';
import type { Caller } from '../sessions/caller.js';
import type { SecondFactorRow } from './second-factor.schema.js';
import { SecondFactorsRepository } from './second-factors.repository.js';
import { SecretBox } from './secret-box.domain.js';
import { matchingStep } from './totp.domain.js';

/** Checks codes of authenticators and recovery codes. */
@Injectable()
export class SecondFactorCheck {
  private readonly guesses: RateLimit;

  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly box: SecretBox,
    private readonly limits: RateLimits,
    private readonly log: SecurityLog,
    @Inject(CONFIG) config: AuthConfig,
  ) {
    this.guesses = configuredLimit(SECOND_FACTOR_GUESSES, config);
  }

  /**
   * Accepts a code of the account's authenticator, or a recovery code, each once.
   * @throws a field error of `code`; AUTH.TOO_MANY_LOGINS after too many wrong codes of the account, from whichever address
   */
  async use(userId: string, code: string, caller: Caller): Promise<void> {
    await this.guarded(userId, caller, async () => {
      const factor = await this.factors.find(userId);
      if (!factor?.isOn) return null;
      if (code.length !== TOTP_LENGTH) return this.useRecoveryCode(userId, code, caller);
      const step = this.stepOf(factor, code);
      return step !== null && (await this.factors.useStep(userId, step)) ? step : null;
    });
  }

  /** The time step of a valid code for a secret that is not confirmed yet. @throws as `use` */
  confirm(factor: SecondFactorRow, code: string, caller: Caller): Promise<number> {
    return this.guarded(factor._id, caller, () => Promise.resolve(this.stepOf(factor, code)));
  }

  /** Counts an attempt before its work; one that succeeds does not count. */
  private async guarded<T>(userId: string, caller: Caller, check: () => Promise<T | null>): Promise<T> {
    await this.limits.consume(this.guesses, userId);
    const result = await check();
    if (result === null) {
      await this.log.record({ action: 'second-factor.failed', userId, ip: caller.ip });
      throw fieldError('code', 'CODE_WRONG');
    }
    await this.limits.refund(this.guesses, userId);
    return result;
  }

  private stepOf({ _id, secret, lastStep }: SecondFactorRow, code: string): number | null {
    return matchingStep(this.box.open(secret, _id), code, Date.now(), lastStep);
  }

  private async useRecoveryCode(userId: string, code: string, caller: Caller): Promise<true | null> {
    if (!(await this.factors.useRecoveryCode(userId, this.box.hash(code, userId)))) return null;
    await this.log.record({ action: 'recovery-code.used', userId, ip: caller.ip });
    return true;
  }
}
