import { randomBytes } from 'node:crypto';
import {
  RECOVERY_CODES,
  RECOVERY_CODE_LENGTH,
  type ConfirmSecondFactorResponse,
  type EnrolSecondFactorResponse,
  type SecondFactorResponse,
} from '@hamkhan/contracts/http/second-factor';
import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { UnitOfWork, type Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type AuthConfig } from '../../config.js';
import { PasswordChangeService } from '../password-change/password-change.service.js';
import { SecurityLog } from '../security-log/security-log.service.js';
import type { Caller } from '../sessions/caller.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { normaliseIdentifier } from '../users/identifier.domain.js';
import { isSecondFactorRequired, isStaffMember } from '../users/second-factor-rule.domain.js';
import { UsersRepository, type User } from '../users/users.repository.js';
import { SecondFactorCheck } from './second-factor-check.service.js';
import { SecondFactorsRepository } from './second-factors.repository.js';
import { SecretBox } from './secret-box.domain.js';
import { base32, newSecret, otpauthUri } from './totp.domain.js';

const ISSUER = 'Hamkhan';

/** Second factor of staff and superusers by codes of an authenticator (RFC 6238, ADR 0033). */
@Injectable()
export class SecondFactorService {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly check: SecondFactorCheck,
    private readonly box: SecretBox,
    private readonly users: UsersRepository,
    private readonly passwords: PasswordChangeService,
    private readonly sessions: SessionsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly log: SecurityLog,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  /** @throws AUTH.LOGIN_REQUIRED when the user no longer exists */
  async state(userId: string): Promise<SecondFactorResponse> {
    const user = await this.requireUser(userId);
    const factor = await this.factors.find(userId);
    return {
      status: 'success',
      is_on: factor?.isOn ?? false,
      is_required: isSecondFactorRequired(user, this.config.DEPLOYMENT),
      recovery_codes_left: factor?.isOn ? factor.recoveryHashes.length : 0,
    };
  }

  /**
   * Creates a secret; it counts for nothing until it is confirmed.
   * @throws COMMON.FORBIDDEN for readers; COMMON.CONFLICT when the second factor is on; a field error of `password`
   */
  async enrol(identity: Identity, password: string, caller: Caller): Promise<EnrolSecondFactorResponse> {
    const user = await this.passwords.requirePassword(identity, password, 'password', caller);
    if (!isStaffMember(user)) throw new AppError('COMMON.FORBIDDEN');
    const secret = newSecret();
    if (!(await this.factors.begin(user.id, this.box.seal(secret, user.id))))
      throw new AppError('COMMON.CONFLICT');
    return {
      status: 'success',
      secret: base32(secret),
      uri: otpauthUri(ISSUER, user.username, secret),
    };
  }

  /**
   * Switches the second factor on with a code, ends all sessions, which were opened without it, and opens a new one. Returns the
   * recovery codes, which are not stored.
   * @throws a field error of `code`; AUTH.TOO_MANY_LOGINS; COMMON.CONFLICT when there is no secret to confirm
   */
  async confirm(
    { userId, sessionId }: Identity,
    code: string,
    caller: Caller,
  ): Promise<ConfirmSecondFactorResponse> {
    const user = await this.requireUser(userId);
    const factor = await this.factors.find(userId);
    if (!factor || factor.isOn) throw new AppError('COMMON.CONFLICT');
    const lastStep = await this.check.confirm(factor, code, caller);
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    const recoveryHashes = codes.map((one) => this.box.hash(one, userId));
    await this.unitOfWork.run(async (tx) => {
      if (!(await this.factors.confirm(factor, { lastStep, recoveryHashes }, tx)))
        throw new AppError('COMMON.CONFLICT');
      await this.users.setSecondFactor(userId, true, tx);
      await this.sessions.endOthers(userId, null, tx);
      await this.log.add({ action: 'second-factor.enabled', userId, sessionId, ip: caller.ip }, tx);
    });
    const token = await this.sessions.open(user, caller);
    return { status: 'success', recovery_codes: codes.map(withDash), token };
  }

  /**
   * Switches the second factor off and ends the other sessions.
   * @throws field errors of `password` and `code`; AUTH.TOO_MANY_LOGINS; COMMON.CONFLICT when it is off
   */
  async disable(
    identity: Identity,
    { password, code }: { password: string; code: string },
    caller: Caller,
  ): Promise<void> {
    const { userId, sessionId } = identity;
    const user = await this.passwords.requirePassword(identity, password, 'password', caller);
    if (!user.hasSecondFactor) throw new AppError('COMMON.CONFLICT');
    await this.check.use(userId, code, caller);
    await this.unitOfWork.run(async (tx) => {
      await this.forget(userId, tx);
      await this.sessions.endOthers(userId, sessionId, tx);
      await this.log.add({ action: 'second-factor.disabled', userId, sessionId, ip: caller.ip }, tx);
    });
  }

  /** Removes the second factor of a user who lost both authenticator and recovery codes. For operators. Returns false for an unknown user. */
  async reset(username: string): Promise<boolean> {
    const user = await this.users.findByIdentifier(normaliseIdentifier(username));
    if (!user) return false;
    await this.unitOfWork.run(async (tx) => {
      await this.forget(user.id, tx);
      await this.sessions.endOthers(user.id, null, tx);
      await this.log.add(
        { action: 'second-factor.disabled', userId: user.id, details: { by: 'operator' } },
        tx,
      );
    });
    return true;
  }

  /** Removes the second factor of a user, also of one whose account is deleted. */
  async forget(userId: string, tx: Tx): Promise<void> {
    await this.factors.remove(userId, tx);
    await this.users.setSecondFactor(userId, false, tx);
  }

  private async requireUser(userId: string): Promise<User> {
    const user = await this.users.findById(userId);
    if (!user) throw new AppError('AUTH.LOGIN_REQUIRED');
    return user;
  }
}

/** Base32 letters need 5 bits each. */
const newRecoveryCode = (): string =>
  base32(randomBytes(Math.ceil((RECOVERY_CODE_LENGTH * 5) / 8))).slice(0, RECOVERY_CODE_LENGTH);

const withDash = (code: string): string => {
  const half = RECOVERY_CODE_LENGTH / 2;
  return `${code.slice(0, half)}-${code.slice(half)}`;
};
