import type { ErrorCode } from '@hamkhan/contracts/errors';
import type { LoginRequest, LoginResponse } from '@hamkhan/contracts/http/auth';
import type { SecurityAction } from '@hamkhan/contracts/http/security-log';
import {
  LOGIN_FAILURES,
  LOGINS_PER_ADDRESS,
  USERNAME_CHECKS_PER_DAY,
  USERNAME_CHECKS_PER_MINUTE,
  type RateLimit,
} from '@hamkhan/contracts/rate-limits';
import { AppError } from '@hamkhan/platform/app-error';
import { configuredLimit } from '@hamkhan/platform/limits/configured-limit';
import { RateLimits } from '@hamkhan/platform/limits/rate-limits';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type AuthConfig } from '../../config.js';
import { AccountGuard, type Attempt } from '../account-guard/account-guard.service.js';
import { CaptchaService } from '../captcha/captcha.service.js';
import { PasswordHasher } from '../password-hashing/password-hasher.service.js';
import type { Caller } from '../sessions/caller.js';
import { SecondFactorCheck } from '../second-factor/second-factor-check.service.js';
import { SecurityLog } from '../security-log/security-log.service.js';
import { deviceOf } from '../sessions/device.domain.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { normaliseIdentifier } from '../users/identifier.domain.js';
import type { User } from '../users/users.repository.js';
import { UsersService } from '../users/users.service.js';

@Injectable()
export class LoginService {
  private readonly failures: RateLimit;
  private readonly logins: RateLimit;
  private readonly checks: readonly RateLimit[];

  constructor(
    private readonly users: UsersService,
    private readonly passwords: PasswordHasher,
    private readonly sessions: SessionsService,
    private readonly limits: RateLimits,
    private readonly captchas: CaptchaService,
    private readonly accounts: AccountGuard,
    private readonly secondFactor: SecondFactorCheck,
    private readonly log: SecurityLog,
    @Inject(CONFIG) config: AuthConfig,
  ) {
    this.failures = configuredLimit(LOGIN_FAILURES, config);
    this.logins = configuredLimit(LOGINS_PER_ADDRESS, config);
    this.checks = [
      configuredLimit(USERNAME_CHECKS_PER_MINUTE, config),
      configuredLimit(USERNAME_CHECKS_PER_DAY, config),
    ];
  }

  /**
   * Whether an account has this name. Above the limits of an address each check uses up a solved captcha (C08).
   * @throws AUTH.TOO_MANY_REQUESTS with the status `captcha_required_error`.
   */
  async checkUsername(username: string, browser: string | null, caller: Caller): Promise<boolean> {
    try {
      for (const limit of this.checks) await this.limits.consume(limit, caller.network);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'AUTH.TOO_MANY_REQUESTS') throw error;
      await this.captchas.consumeInstead(browser, error);
    }
    return this.users.exists(username);
  }

  /**
   * Starts a session. Unknown names and wrong passwords give the same response.
   * @throws AUTH.INVALID_CREDENTIALS; AUTH.TOO_MANY_LOGINS after too many failures of one name from one address (C08), or too
   * many attempts from one address: trying one password with many names is guessing too, and each attempt costs a hash; also
   * as `AccountGuard.admit` after too many failures of one account from many addresses. For staff with a second factor also
   * AUTH.SECOND_FACTOR_REQUIRED without a code, and a field error of `code` for a wrong one.
   */
  async login(
    { username, password, code = null }: LoginRequest & { code?: string | null },
    browser: string | null,
    caller: Caller,
  ): Promise<LoginResponse> {
    const name = normaliseIdentifier(username);
    const user = await this.users.findByIdentifier(name);
    const facts = { userId: user?.id ?? null, ip: caller.ip, device: deviceOf(caller.userAgent) };
    try {
      const token = await this.signIn({ name, password, code, user }, browser, caller);
      await this.log.record({ action: 'login.succeeded', ...facts });
      return { token };
    } catch (error) {
      if (error instanceof AppError && error.status < 500) {
        const action = loggedAs(error.code);
        if (action) await this.log.record({ action, ...facts, details: { code: error.code } });
      }
      throw error;
    }
  }

  private async signIn(
    { name, password, code, user }: SignIn,
    browser: string | null,
    caller: Caller,
  ): Promise<string> {
    await this.limits.consume(this.failures, name, caller.network);
    await this.limits.consume(this.logins, caller.network);
    const attempt = await this.accounts.admit(user?.id ?? `name:${name}`, browser, caller);
    const matches = await this.passwords.verify(user?.passwordHash ?? null, password);
    if (!user || !matches) throw new AppError('AUTH.INVALID_CREDENTIALS');
    if (user.hasSecondFactor) await this.requireCode(user.id, { name, code, attempt }, caller);
    const token = await this.sessions.open(user, caller);
    await this.limits.reset(this.failures, name, caller.network);
    await this.accounts.succeed(attempt, caller);
    return token;
  }

  /** A sign-in without a code is no failure; one with a wrong code counts as one. */
  private async requireCode(
    userId: string,
    { name, code, attempt }: Pick<SignIn, 'name' | 'code'> & { attempt: Attempt },
    caller: Caller,
  ): Promise<void> {
    if (code !== null) return this.secondFactor.use(userId, code, caller);
    await this.limits.refund(this.failures, name, caller.network);
    await this.accounts.refund(attempt);
    throw new AppError('AUTH.SECOND_FACTOR_REQUIRED');
  }
}

type SignIn = { name: string; password: string; code: string | null; user: User | null };

/** What a refused sign-in is in the security log; null where the check of the code has logged it, or it goes on with a code. */
function loggedAs(code: ErrorCode): SecurityAction | null {
  if (code === 'AUTH.SECOND_FACTOR_REQUIRED' || code === 'COMMON.VALIDATION_FAILED') return null;
  return code === 'AUTH.INVALID_CREDENTIALS' ? 'login.failed' : 'login.limited';
}
