import type { MobileConfirmRequest } from '@hamkhan/contracts/http/auth';
import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { fieldError } from '@hamkhan/platform/http/field-error';
import { isDuplicateKey } from '@hamkhan/platform/mongo/mongo';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { CodesService } from '../codes/codes.service.js';
import type { Caller } from '../sessions/caller.js';
import { normaliseIdentifier } from '../users/identifier.domain.js';
import type { User } from '../users/users.repository.js';
import { UsersService } from '../users/users.service.js';

const PURPOSE = 'mobile';

/** Another mobile for an account, with a code sent to it (G22). */
@Injectable()
export class MobileService {
  constructor(
    private readonly users: UsersService,
    private readonly codes: CodesService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Sends a code to a mobile that is nobody's. @throws a field error; AUTH.TOO_MANY_CODES, AUTH.SMS_NOT_SENT. */
  async requestCode(mobile: string, caller: Caller): Promise<string> {
    await this.codes.admit(caller.network);
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
   * Gives the account the mobile; where the username was the old mobile, it is the new one from now on.
   * @throws field errors: `code`, `mobile`.
   */
  async update({ userId }: Identity, form: MobileConfirmRequest): Promise<void> {
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
  }
}

const namesOf = (user: User, username: string, mobile: string): string[] => [
  ...new Set([username, mobile, ...(user.email === null ? [] : [user.email])].map(normaliseIdentifier)),
];
