import type { LoginRequest, LoginResponse } from '@hamkhan/contracts/http/auth';
import { AppError } from '@hamkhan/platform/app-error';
import { RateLimits, type Limit } from '@hamkhan/platform/limits/rate-limits';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type AuthConfig } from '../../config.js';
import { CaptchaService } from '../captcha/captcha.service.js';
import { PasswordHasher } from '../password-hashing/password-hasher.service.js';
import type { Caller } from '../sessions/caller.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { normaliseIdentifier } from '../users/identifier.domain.js';
import { UsersService } from '../users/users.service.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

@Injectable()
export class LoginService {
  private readonly failures: Limit;
  private readonly logins: Limit;
  private readonly checks: readonly Limit[];

  constructor(
    private readonly users: UsersService,
    private readonly passwords: PasswordHasher,
    private readonly sessions: SessionsService,
    private readonly limits: RateLimits,
    private readonly captchas: CaptchaService,
    @Inject(CONFIG) config: AuthConfig,
  ) {
    this.failures = {
      name: 'login',
      max: config.LOGIN_FAILURES_MAX,
      windowMs: config.LOGIN_FAILURES_WINDOW_MINUTES * MINUTE_MS,
      error: 'AUTH.TOO_MANY_LOGINS',
    };
    this.logins = {
      name: 'login-address',
      max: config.LOGINS_PER_HOUR_PER_ADDRESS,
      windowMs: HOUR_MS,
      error: 'AUTH.TOO_MANY_LOGINS',
    };
    const error = 'AUTH.TOO_MANY_REQUESTS';
    this.checks = [
      { name: 'check-minute', max: config.USERNAME_CHECKS_PER_MINUTE, windowMs: MINUTE_MS, error },
      { name: 'check-day', max: config.USERNAME_CHECKS_PER_DAY, windowMs: DAY_MS, error },
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
