import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type AuthConfig } from '../../config.js';
import { AccountGuard } from '../account-guard/account-guard.service.js';
import { PasswordChangeService } from '../password-change/password-change.service.js';
import { SecondFactorService } from '../second-factor/second-factor.service.js';
import { SecurityLog } from '../security-log/security-log.service.js';
import type { Caller } from '../sessions/caller.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { UsersRepository } from '../users/users.repository.js';
import { RemovedFilesRepository } from './removed-files.repository.js';

const DAY_MS = 86_400_000;
/** Rows of one query; the rest follows with the next run. */
const BATCH = 100;

/** Deletes accounts after a delay in which a sign-in cancels the deletion (ADR 0032). */
@Injectable()
export class AccountDeletionService {
  constructor(
    private readonly users: UsersRepository,
    private readonly passwords: PasswordChangeService,
    private readonly sessions: SessionsService,
    private readonly accounts: AccountGuard,
    private readonly secondFactor: SecondFactorService,
    private readonly files: RemovedFilesRepository,
    private readonly store: ObjectStore,
    private readonly outbox: Outbox,
    private readonly unitOfWork: UnitOfWork,
    private readonly log: SecurityLog,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  get delayDays(): number {
    return this.config.ACCOUNT_DELETION_DAYS;
  }

  /**
   * Schedules the deletion of the caller's account, ends all its sessions, and returns when it is deleted.
   * @throws a field error of `password`; AUTH.TOO_MANY_REQUESTS after too many attempts.
   */
  async request(identity: Identity, password: string, caller: Caller): Promise<Date> {
    const { userId, sessionId } = identity;
    await this.passwords.requirePassword(identity, password, 'password', caller);
    const dueAt = new Date(Date.now() + this.delayDays * DAY_MS);
    await this.unitOfWork.run(async (tx) => {
      if (!(await this.users.setDeletionDue(userId, dueAt, tx))) throw new AppError('AUTH.LOGIN_REQUIRED');
      await this.sessions.endOthers(userId, null, tx);
      await this.log.add({ action: 'account.deletion-requested', userId, sessionId, ip: caller.ip }, tx);
    });
    return dueAt;
  }

  /** Deletes the accounts that are due, then their files. Whatever it leaves undone, the next call does. */
  async deleteDue(now: Date): Promise<void> {
    for (const id of await this.users.idsDueForDeletion(now, BATCH)) await this.delete(id, now);
    for (const objectKey of await this.files.list(BATCH)) {
      await this.store.remove(objectKey);
      await this.files.forget(objectKey);
    }
  }

  /** Conflicts with a concurrent sign-in: either it cancels the deletion, or it finds no account. */
  private delete(id: string, now: Date): Promise<void> {
    return this.unitOfWork.run(async (tx) => {
      const user = await this.users.removeDue(id, now, tx);
      if (!user) return;
      await this.accounts.forgetAddresses(id, tx);
      await this.secondFactor.forget(id, tx);
      if (user.avatarKey !== null) await this.files.add(user.avatarKey, tx);
      const event = { aggregateId: id, aggregateVersion: user.version + 1, data: { userId: id } };
      await this.outbox.add('auth.user.deleted', event, tx);
      await this.log.add({ action: 'account.deleted', userId: id }, tx);
    });
  }
}
