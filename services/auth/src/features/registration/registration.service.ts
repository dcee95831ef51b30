import type { RegisterRequest, RegisterResponse } from '@hamkhan/contracts/http/auth';
import { REGISTRATIONS } from '@hamkhan/contracts/rate-limits';
import type { AppError } from '@hamkhan/platform/app-error';
import { fieldError } from '@hamkhan/platform/http/field-error';
import { RateLimits } from '@hamkhan/platform/limits/rate-limits';
import { isDuplicateKey } from '@hamkhan/platform/mongo/mongo';
import { Injectable } from '@nestjs/common';
import { CodesService } from '../codes/codes.service.js';
import { PasswordRules } from '../new-password/password-rules.service.js';
import { PasswordHasher } from '../password-hashing/password-hasher.service.js';
import { SecurityLog } from '../security-log/security-log.service.js';
import type { Caller } from '../sessions/caller.js';
import { UsersService } from '../users/users.service.js';

const PURPOSE = 'register';

@Injectable()
export class RegistrationService {
  constructor(
    private readonly users: UsersService,
    private readonly codes: CodesService,
    private readonly passwords: PasswordHasher,
    private readonly rules: PasswordRules,
    private readonly limits: RateLimits,
    private readonly log: SecurityLog,
  ) {}

  /**
   * Sends a code to an unused mobile number and returns its `request_id`.
   * @throws a field error with `exist` when the number has an account (ACC-REGISTER-24); AUTH.TOO_MANY_CODES, AUTH.SMS_NOT_SENT.
   */
  async requestCode(mobile: string, browser: string | null, caller: Caller): Promise<string> {
    await this.codes.countRequest(caller.network);
    if (await this.users.exists(mobile)) throw mobileTaken();
    return this.codes.send({ purpose: PURPOSE, mobile, caller, userId: null, browser });
  }

  /**
   * Creates an account, once even if the form is sent repeatedly. The event names the inviter for the referral gift (C24).
   * @throws field errors: `code`, `password1`, `mobile` (with `exist`); AUTH.TOO_MANY_REQUESTS.
   */
  async register(form: RegisterRequest, caller: Caller): Promise<RegisterResponse> {
    await this.limits.consume(REGISTRATIONS, caller.network);
    const { mobile } = form;
    if (await this.users.exists(mobile)) throw mobileTaken();
    const user = await this.createUser(form, caller).catch(async (error: unknown) => {
      // The same form, sent twice, may have created the account and used the code meanwhile.
      if (isDuplicateKey(error) || (await this.users.exists(mobile))) throw mobileTaken(error);
      throw error;
    });
    await this.log.record({ action: 'account.registered', userId: user.id, ip: caller.ip });
    return { status: 'success', id: user.id };
  }

  private async createUser(form: RegisterRequest, caller: Caller): Promise<{ id: string }> {
    const { mobile, request_id: requestId, code } = form;
    await this.codes.check({
      purpose: PURPOSE,
      mobile,
      requestId,
      code,
      field: 'code',
      caller,
      userId: null,
    });
    const owner = { username: mobile, mobile, email: null, isStaff: false, isSuperuser: false };
    await this.rules.assertAcceptable(form.password1, owner, 'password1');
    return this.users.create(
      {
        username: mobile,
        passwordHash: await this.passwords.hash(form.password1),
        firstName: form.first_name,
        lastName: form.last_name,
        language: form.language,
        timezone: form.timezone,
        invitedBy: form.referral_code ? await this.users.findInviter(form.referral_code) : null,
      },
      (tx) => this.codes.use({ requestId, field: 'code' }, tx),
    );
  }
}

const mobileTaken = (cause?: unknown): AppError =>
  fieldError('mobile', 'MOBILE_TAKEN', { details: { exist: true }, cause });
