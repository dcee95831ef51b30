import type {
  MobileConfirmRequest,
  MobileUpdateRequest,
  MobileVerifyRequest,
} from '@hamkhan/contracts/http/auth';
import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { fieldError } from '@hamkhan/platform/http/field-error';
import { isDuplicateKey } from '@hamkhan/platform/mongo/mongo';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type AuthConfig } from '../../config.js';
import { SmsSender } from '../../infra/sms/sms-sender.js';
import { CodesService } from '../codes/codes.service.js';
import { PasswordChangeService } from '../password-change/password-change.service.js';
import { SecurityLog } from '../security-log/security-log.service.js';
import type { Caller } from '../sessions/caller.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { normaliseIdentifier } from '../users/identifier.domain.js';
import type { User } from '../users/users.repository.js';
import { UsersService } from '../users/users.service.js';

const PURPOSE = 'mobile';
/** Digits of the new number in the message to the old one, which may have a new owner by now. */
const SHOWN_DIGITS = 2;

/**
 * Changes the mobile number of an account, confirmed by a code (G22). Whoever holds the number can reset the password, so an
 * older session must enter the password, and the old number is notified.
 */
@Injectable()
export class MobileService {
  constructor(
    private readonly users: UsersService,
    private readonly codes: CodesService,
    private readonly passwords: PasswordChangeService,
    private readonly sessions: SessionsService,
    private readonly sms: SmsSender,
    private readonly log: SecurityLog,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CONFIG) private readonly config: AuthConfig,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /**
   * Sends a code to an unused mobile number.
   * @throws field errors: `password`, `mobile`; AUTH.TOO_MANY_CODES, AUTH.TOO_MANY_REQUESTS, AUTH.SMS_NOT_SENT.
   */
  async requestCode(
    identity: Identity,
    { mobile, password }: MobileVerifyRequest,
    browser: string | null,
    caller: Caller,
  ): Promise<string> {
    await this.codes.countRequest(caller.network);
    await this.requireReauthentication(identity, password, caller);
    if (await this.users.exists(mobile)) throw fieldError('mobile', 'MOBILE_TAKEN');
    return this.codes.send({ purpose: PURPOSE, mobile, caller, userId: identity.userId, browser });
  }

  /** Sends a code to the current mobile number of the account. @throws as `requestCode`; COMMON.NOT_FOUND when it has none. */
  async requestOwnCode(userId: string, browser: string | null, caller: Caller): Promise<string> {
    const mobile = (await this.users.findById(userId))?.mobile;
    if (!mobile) throw new AppError('COMMON.NOT_FOUND');
    await this.codes.countRequest(caller.network);
    return this.codes.send({ purpose: PURPOSE, mobile, caller, userId, browser });
  }

  /** Checks a code; it stays valid for the update. @throws a field error. */
  check(
    { userId }: Identity,
    { mobile, code, request_id: requestId }: MobileConfirmRequest,
    caller: Caller,
  ): Promise<void> {
    return this.codes.check({ purpose: PURPOSE, mobile, code, requestId, field: 'code', caller, userId });
  }

  /**
   * Changes the mobile number, and the username if it was the old number. Ends the other sessions and notifies the old number.
   * @throws field errors: `password`, `code`, `mobile`; AUTH.TOO_MANY_REQUESTS.
   */
  async update(
    identity: Identity,
    { password, ...form }: MobileUpdateRequest,
    caller: Caller,
  ): Promise<void> {
    const { userId, sessionId } = identity;
    await this.requireReauthentication(identity, password, caller);
    await this.check(identity, form, caller);
    const user = await this.users.findById(userId);
    if (!user) throw new AppError('AUTH.LOGIN_REQUIRED');
    const { mobile, request_id: requestId } = form;
    const username = user.username === user.mobile ? mobile : user.username;
    try {
      await this.unitOfWork.run(async (tx) => {
        await this.codes.use({ requestId, field: 'code' }, tx);
        await this.users.change(
          userId,
          { mobile, username, identifiers: identifiersOf(user, username, mobile) },
          tx,
        );
        await this.sessions.endOthers(userId, sessionId, tx);
        await this.log.add({ action: 'mobile.changed', userId, sessionId, ip: caller.ip }, tx);
      });
    } catch (error) {
      throw isDuplicateKey(error) ? fieldError('mobile', 'MOBILE_TAKEN', { cause: error }) : error;
    }
    if (user.mobile !== null && user.mobile !== mobile) await this.notifyOldMobile(user.mobile, mobile, user);
  }

  /** Accepts a recent sign-in or the password. @throws a field error; AUTH.TOO_MANY_REQUESTS. */
  private async requireReauthentication(
    identity: Identity,
    password: string | undefined,
    caller: Caller,
  ): Promise<void> {
    if (password) {
      await this.passwords.requirePassword(identity, password, 'password', caller);
      return;
    }
    if (await this.sessions.isRecent(identity, this.config.REAUTHENTICATION_MINUTES)) return;
    throw fieldError('password', 'PASSWORD_REQUIRED');
  }

  /** Failures are only logged: the change is committed. */
  private async notifyOldMobile(old: string, mobile: string, { id, language }: User): Promise<void> {
    try {
      await this.sms.sendMobileChanged({ mobile: old, ending: mobile.slice(-SHOWN_DIGITS), language });
    } catch (error) {
      this.logger.error({ err: error, userId: id }, 'could not notify the old mobile number of the change');
    }
  }
}

const identifiersOf = (user: User, username: string, mobile: string): string[] => [
  ...new Set([username, mobile, ...(user.email === null ? [] : [user.email])].map(normaliseIdentifier)),
];
