import type { ChangePasswordRequest, ResetPasswordRequest } from '@hamkhan/contracts/http/auth';
import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { fieldError } from '@hamkhan/platform/http/field-error';
import { RateLimits, type Limit } from '@hamkhan/platform/limits/rate-limits';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type AuthConfig } from '../../config.js';
import { CaptchaService } from '../captcha/captcha.service.js';
import { CodesService } from '../codes/codes.service.js';
import { PasswordsService } from '../passwords/passwords.service.js';
import type { Caller } from '../sessions/caller.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { UsersRepository } from '../users/users.repository.js';
import { UsersService } from '../users/users.service.js';

const PURPOSE = 'reset';
/** A mobile that no code is sent to. */
const NOBODY = '';

/** A forgotten password, behind a captcha and a code, and a new one in place of a known one (C09). */
@Injectable()
export class PasswordService {
  private readonly guesses: Limit;

  constructor(
    private readonly users: UsersService,
    private readonly rows: UsersRepository,
    private readonly captchas: CaptchaService,
    private readonly codes: CodesService,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
    private readonly limits: RateLimits,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CONFIG) config: AuthConfig,
  ) {
    this.guesses = {
      name: 'old-password',
      max: config.LOGIN_FAILURES_MAX,
      windowMs: config.LOGIN_FAILURES_MINUTES * 60_000,
      error: 'AUTH.TOO_MANY_REQUESTS',
    };
  }

  /**
   * Sends a code to the mobile of an account; answers its `request_id`. Spends the browser's captcha.
   * @throws AUTH.CAPTCHA_REQUIRED; a field error for a name nobody has (C09); AUTH.TOO_MANY_CODES, AUTH.SMS_NOT_SENT.
   */
  async requestCode(username: string, browser: string | null, caller: Caller): Promise<string> {
    await this.captchas.demand(browser);
    await this.codes.admit(caller.network);
    const mobile = (await this.users.findByIdentifier(username))?.mobile;
    if (!mobile) throw fieldError('username', 'MOBILE_UNKNOWN');
    await this.captchas.spend(browser);
    return this.codes.send({ purpose: PURPOSE, mobile, language: caller.language });
  }

  /** Sets a new password and ends all sessions of the account (C09). @throws field errors. */
  async reset(form: ResetPasswordRequest): Promise<void> {
    const user = await this.users.findByIdentifier(form.username);
    const field = 'verification_code';
    const { verification_code: code, request_id: requestId } = form;
    // No code went to nobody's mobile: it is looked for all the same, so that the answer takes as long.
    await this.codes.check({ purpose: PURPOSE, mobile: user?.mobile ?? NOBODY, requestId, code, field });
    if (!user) throw fieldError(field, 'CODE_WRONG');
    const passwordHash = await this.passwords.hash(form.password1);
    await this.unitOfWork.run(async (tx) => {
      await this.codes.use({ requestId, field }, tx);
      await this.rows.setPassword(user.id, passwordHash, tx);
      await this.sessions.endOthers(user.id, null, tx);
    });
  }

  /**
   * Sets a new password for who knows the old one, and ends their other sessions (G21).
   * @throws a field error for a wrong old password; AUTH.TOO_MANY_REQUESTS after too many of them.
   */
  async change(identity: Identity, form: ChangePasswordRequest): Promise<void> {
    const { userId, sessionId } = identity;
    await this.demand(userId, form.old_password, 'old_password');
    const passwordHash = await this.passwords.hash(form.password1);
    await this.unitOfWork.run(async (tx) => {
      await this.rows.setPassword(userId, passwordHash, tx);
      await this.sessions.endOthers(userId, sessionId, tx);
    });
  }

  /**
   * Passes for the password of a user only.
   * @throws a field error of `field`; AUTH.TOO_MANY_REQUESTS after too many wrong ones.
   */
  async demand(userId: string, password: string, field: string): Promise<void> {
    await this.limits.consume(this.guesses, userId);
    const user = await this.users.findById(userId);
    if (!user) throw new AppError('AUTH.LOGIN_REQUIRED');
    if (!(await this.passwords.verify(user.passwordHash, password)))
      throw fieldError(field, 'PASSWORD_WRONG');
    await this.limits.reset(this.guesses, userId);
  }
}
