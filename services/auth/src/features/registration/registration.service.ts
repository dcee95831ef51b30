import type { RegisterRequest, RegisterResponse } from '@hamkhan/contracts/http/auth';
import type { AppError } from '@hamkhan/platform/app-error';
import { fieldError } from '@hamkhan/platform/http/field-error';
import { RateLimits, type Limit } from '@hamkhan/platform/limits/rate-limits';
import { isDuplicateKey } from '@hamkhan/platform/mongo/mongo';
import { Injectable } from '@nestjs/common';
import { CodesService } from '../codes/codes.service.js';
import { PasswordsService } from '../passwords/passwords.service.js';
import type { Caller } from '../sessions/caller.js';
import { UsersService } from '../users/users.service.js';

const PURPOSE = 'register';
/** A registration hashes a password; more than this many an hour from one address are no people. */
const REGISTRATIONS: Limit = {
  name: 'register',
  max: 60,
  windowMs: 3_600_000,
  error: 'AUTH.TOO_MANY_REQUESTS',
};

@Injectable()
export class RegistrationService {
  constructor(
    private readonly users: UsersService,
    private readonly codes: CodesService,
    private readonly passwords: PasswordsService,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Sends a code to a mobile that is nobody's yet; answers its `request_id`.
   * @throws a field error with `exist` where the mobile has an account (ACC-REGISTER-24); AUTH.TOO_MANY_CODES, AUTH.SMS_NOT_SENT.
   */
  async requestCode(mobile: string, caller: Caller): Promise<string> {
    await this.codes.admit(caller.network);
    if (await this.users.isKnown(mobile)) throw mobileTaken();
    return this.codes.send({ purpose: PURPOSE, mobile, language: caller.language });
  }

  /**
   * Creates a reader, once, however often the form is sent. The one who invited gets named to finance, if there is one (C24).
   * @throws field errors: `code`, `mobile` (with `exist`); AUTH.TOO_MANY_REQUESTS.
   */
  async register(form: RegisterRequest, caller: Caller): Promise<RegisterResponse> {
    await this.limits.consume(REGISTRATIONS, caller.network);
    const { mobile, request_id: requestId, code } = form;
    if (await this.users.isKnown(mobile)) throw mobileTaken();
    await this.codes.check({ purpose: PURPOSE, mobile, requestId, code, field: 'code' });
    const invitedBy = form.referral_code ? await this.users.findInviter(form.referral_code) : null;
    const passwordHash = await this.passwords.hash(form.password1);
    try {
      const user = await this.users.create(
        {
          username: mobile,
          passwordHash,
          firstName: form.first_name,
          lastName: form.last_name,
          language: form.language,
          timezone: form.timezone,
          invitedBy,
        },
        (tx) => this.codes.use({ requestId, field: 'code' }, tx),
      );
      return { status: 'success', id: user.id };
    } catch (error) {
      if (isDuplicateKey(error) || (await this.users.isKnown(mobile))) throw mobileTaken(error);
      throw error;
    }
  }
}

const mobileTaken = (cause?: unknown): AppError =>
  fieldError('mobile', 'MOBILE_TAKEN', { details: { exist: true }, cause });
