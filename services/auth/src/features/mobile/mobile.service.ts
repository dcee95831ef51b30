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
import { PasswordService } from '../password/password.service.js';
import type { Caller } from '../sessions/caller.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { normaliseIdentifier } from '../users/identifier.domain.js';
import type { User } from '../users/users.repository.js';
import { UsersService } from '../users/users.service.js';

const PURPOSE = 'mobile';
/** Digits of the new mobile that the old one is told: whoever has it by now need not learn the rest. */
const TOLD_DIGITS = 2;

/**
 * Another mobile for an account, with a code sent to it (G22). With the mobile goes the way to a new password: who found a
 * session open and not the password does not get it, and the old mobile is told.
 */
@Injectable()
export class MobileService {
  constructor(
    private readonly users: UsersService,
    private readonly codes: CodesService,
    private readonly passwords: PasswordService,
    private readonly sessions: SessionsService,
    private readonly sms: SmsSender,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CONFIG) private readonly config: AuthConfig,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /**
   * Sends a code to a mobile that is nobody's.
   * @throws field errors: `password`, `mobile`; AUTH.TOO_MANY_CODES, AUTH.TOO_MANY_REQUESTS, AUTH.SMS_NOT_SENT.
   */
  async requestCode(
    identity: Identity,
    { mobile, password }: MobileVerifyRequest,
    caller: Caller,
  ): Promise<string> {
    await this.codes.admit(caller.network);
    await this.demandOwner(identity, password);
    if (await this.users.isKnown(mobile)) throw fieldError('mobile', 'MOBILE_TAKEN');
    return this.codes.send({ purpose: PURPOSE, mobile, language: caller.language });
  }

  /** Sends a code to the mobile the account has. @throws as `requestCode`; COMMON.NOT_FOUND where it has none. */
  async requestOwnCode(userId: string, caller: Caller): Promise<string> {
    const mobile = (await this.users.findById(userId))?.mobile;
    if (!mobile) throw new AppError('COMMON.NOT_FOUND');
    await this.codes.admit(caller.network);
    return this.codes.send({ purpose: PURPOSE, mobile, language: caller.language });
  }

  /** Passes for the right code, which stays good for the update. @throws a field error. */
  check({ mobile, code, request_id: requestId }: MobileConfirmRequest): Promise<void> {
    return this.codes.check({ purpose: PURPOSE, mobile, code, requestId, field: 'code' });
  }

  /**
   * Gives the account the mobile, and tells the old one; where the username was the old mobile, it is the new one from now on.
   * @throws field errors: `password`, `code`, `mobile`; AUTH.TOO_MANY_REQUESTS.
   */
  async update(identity: Identity, { password, ...form }: MobileUpdateRequest): Promise<void> {
    const { userId } = identity;
    await this.demandOwner(identity, password);
    await this.check(form);
    const user = await this.users.findById(userId);
    if (!user) throw new AppError('AUTH.LOGIN_REQUIRED');
    const { mobile, request_id: requestId } = form;
    const username = user.username === user.mobile ? mobile : user.username;
    try {
      await this.unitOfWork.run(async (tx) => {
        await this.codes.use({ requestId, field: 'code' }, tx);
        await this.users.change(
          userId,
          { mobile, username, identifiers: namesOf(user, username, mobile) },
          tx,
        );
      });
    } catch (error) {
      throw isDuplicateKey(error) ? fieldError('mobile', 'MOBILE_TAKEN', { cause: error }) : error;
    }
    if (user.mobile !== null && user.mobile !== mobile) await this.tellOld(user.mobile, mobile, user);
  }

  /** Passes where the caller signed in a moment ago, or has the password. @throws a field error; AUTH.TOO_MANY_REQUESTS. */
  private async demandOwner(identity: Identity, password: string | undefined): Promise<void> {
    if (password) return this.passwords.demand(identity.userId, password, 'password');
    if (await this.sessions.isFresh(identity, this.config.PASSWORD_AGAIN_MINUTES)) return;
    throw fieldError('password', 'PASSWORD_REQUIRED');
  }

  /** The change stands by now: a provider that is away only shows in the log. */
  private async tellOld(old: string, mobile: string, { id, language }: User): Promise<void> {
    try {
      await this.sms.sendMobileChanged({ mobile: old, ending: mobile.slice(-TOLD_DIGITS), language });
    } catch (error) {
      this.logger.error(
        { err: error, userId: id },
        'an old mobile was not told that the account has another',
      );
    }
  }
}

const namesOf = (user: User, username: string, mobile: string): string[] => [
  ...new Set([username, mobile, ...(user.email === null ? [] : [user.email])].map(normaliseIdentifier)),
];
