import type { LoginRequest, LoginResponse } from '@hamkhan/contracts/http/auth';
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
import { CaptchaService } from '../captcha/captcha.service.js';
import { PasswordHasher } from '../password-hashing/password-hasher.service.js';
import type { Caller } from '../sessions/caller.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { normaliseIdentifier } from '../users/identifier.domain.js';
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
      await this.requireCaptcha(browser, error);
    }
    return this.users.exists(username);
  }

  /**
   * Starts a session. Unknown names and wrong passwords give the same response.
   * @throws AUTH.INVALID_CREDENTIALS; AUTH.TOO_MANY_LOGINS after too many failures of one name from one address (C08), or too
   * many attempts from one address: trying one password with many names is guessing too, and each attempt costs a hash.
   */
  async login({ username, password }: LoginRequest, caller: Caller): Promise<LoginResponse> {
    const name = normaliseIdentifier(username);
    await this.limits.consume(this.failures, name, caller.network);
    await this.limits.consume(this.logins, caller.network);
    const user = await this.users.findByIdentifier(name);
    const matches = await this.passwords.verify(user?.passwordHash ?? null, password);
    if (!user || !matches) throw new AppError('AUTH.INVALID_CREDENTIALS');
    await this.limits.reset(this.failures, name, caller.network);
    return { token: await this.sessions.open(user, caller) };
  }

  private async requireCaptcha(browser: string | null, tooMany: AppError): Promise<void> {
    try {
      await this.captchas.consume(browser);
    } catch (cause) {
      if (!(cause instanceof AppError) || cause.code !== 'AUTH.CAPTCHA_REQUIRED') throw cause;
      throw new AppError(tooMany.code, { cause, details: { ...tooMany.details, ...cause.details } });
    }
  }
}
