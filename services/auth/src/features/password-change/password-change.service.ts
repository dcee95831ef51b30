import type { ChangePasswordRequest, ResetPasswordRequest } from '@hamkhan/contracts/http/auth';
import type { Identity } from '@hamkhan/contracts/identity';
import { PASSWORD_GUESSES, type RateLimit } from '@hamkhan/contracts/rate-limits';
import { AppError } from '@hamkhan/platform/app-error';
import { fieldError } from '@hamkhan/platform/http/field-error';
import { configuredLimit } from '@hamkhan/platform/limits/configured-limit';
import { RateLimits } from '@hamkhan/platform/limits/rate-limits';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type AuthConfig } from '../../config.js';
import { AccountGuard } from '../account-guard/account-guard.service.js';
import { CaptchaService } from '../captcha/captcha.service.js';
import { CodesService } from '../codes/codes.service.js';
import { PasswordRules } from '../new-password/password-rules.service.js';
import { PasswordHasher } from '../password-hashing/password-hasher.service.js';
import { SecurityLog } from '../security-log/security-log.service.js';
import type { Caller } from '../sessions/caller.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { UsersRepository, type User } from '../users/users.repository.js';
import { UsersService } from '../users/users.service.js';

const PURPOSE = 'reset';
/** Never receives a code. */
const NO_MOBILE = '';

/** Resets forgotten passwords with a captcha and an SMS code, and changes known ones (C09). */
@Injectable()
export class PasswordChangeService {
  private readonly guesses: RateLimit;

  constructor(
    private readonly users: UsersService,
    private readonly rows: UsersRepository,
    private readonly captchas: CaptchaService,
    private readonly codes: CodesService,
    private readonly hasher: PasswordHasher,
    private readonly rules: PasswordRules,
    private readonly accounts: AccountGuard,
    private readonly log: SecurityLog,
    private readonly sessions: SessionsService,
    private readonly limits: RateLimits,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CONFIG) config: AuthConfig,
  ) {
    this.guesses = configuredLimit(PASSWORD_GUESSES, config);
  }

  /**
   * Sends a code to the mobile number of an account and returns its `request_id`. Uses up the solved captcha of the browser.
   * @throws AUTH.CAPTCHA_REQUIRED; a field error for an unknown name (C09); AUTH.TOO_MANY_CODES, AUTH.SMS_NOT_SENT.
   */
  async requestCode(username: string, browser: string | null, caller: Caller): Promise<string> {
    await this.captchas.requireSolved(browser);
    await this.codes.countRequest(caller.network);
    const user = await this.users.findByIdentifier(username);
    if (!user?.mobile) {
      await this.captchas.countMiss(browser);
      throw fieldError('username', 'MOBILE_UNKNOWN');
    }
    await this.captchas.consume(browser);
    return this.codes.send({ purpose: PURPOSE, mobile: user.mobile, caller, userId: user.id });
  }

  /** Sets a new password and ends all sessions of the account (C09). @throws field errors. */
  async reset(form: ResetPasswordRequest, caller: Caller): Promise<void> {
    const user = await this.users.findByIdentifier(form.username);
    const field = 'verification_code';
    const { verification_code: code, request_id: requestId } = form;
    // Also query for unknown users, so that the response takes equally long.
    const userId = user?.id ?? null;
    const mobile = user?.mobile ?? NO_MOBILE;
    await this.codes.check({ purpose: PURPOSE, mobile, requestId, code, field, caller, userId });
    if (!user) throw fieldError(field, 'CODE_WRONG');
    await this.rules.assertAcceptable(form.password1, user, 'password1');
    const passwordHash = await this.hasher.hash(form.password1);
    await this.unitOfWork.run(async (tx) => {
      await this.codes.use({ requestId, field }, tx);
      await this.rows.setPassword(user.id, passwordHash, tx);
      await this.sessions.endOthers(user.id, null, tx);
      await this.accounts.forgetAddresses(user.id, tx);
      await this.log.add({ action: 'password.reset', userId: user.id, ip: caller.ip }, tx);
    });
    await this.accounts.unlock(user.id);
  }

  /**
   * Replaces the password and ends the other sessions of the user (G21).
   * @throws field errors: `old_password`, `password1`; AUTH.TOO_MANY_REQUESTS after too many attempts.
   */
  async change(identity: Identity, form: ChangePasswordRequest, caller: Caller): Promise<void> {
    const { userId, sessionId } = identity;
    const user = await this.requirePassword(identity, form.old_password, 'old_password', caller);
    await this.rules.assertAcceptable(form.password1, user, 'password1');
    const passwordHash = await this.hasher.hash(form.password1);
    await this.unitOfWork.run(async (tx) => {
      await this.rows.setPassword(userId, passwordHash, tx);
      await this.sessions.endOthers(userId, sessionId, tx);
      await this.log.add({ action: 'password.changed', userId, sessionId, ip: caller.ip }, tx);
    });
  }

  /**
   * The caller's account, if the password is theirs.
   * @throws an error of the form field `field` when the password is wrong; AUTH.TOO_MANY_REQUESTS after too many attempts.
   */
  async requirePassword(
    { userId, sessionId }: Identity,
    password: string,
    field: string,
    caller: Caller,
  ): Promise<User> {
    await this.limits.consume(this.guesses, userId);
    const user = await this.users.findById(userId);
    if (!user) throw new AppError('AUTH.LOGIN_REQUIRED');
    if (!(await this.hasher.verify(user.passwordHash, password))) {
      await this.log.record({ action: 'password.failed', userId, sessionId, ip: caller.ip });
      throw fieldError(field, 'PASSWORD_WRONG');
    }
    await this.limits.reset(this.guesses, userId);
    return user;
  }
}
