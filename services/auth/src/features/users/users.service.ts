import type { UiLanguage } from '@hamkhan/contracts/languages';
import { publicKey } from '@hamkhan/platform/ids';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { UnitOfWork, type Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { isMobile, normaliseIdentifier } from './identifier.domain.js';
import { UsersRepository, type User, type UserChanges } from './users.repository.js';

const REFERRAL_CODE_LENGTH = 8;

export type NewAccount = {
  username: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  language: UiLanguage;
  timezone?: string;
  /** User id of the inviter. */
  invitedBy?: string | null;
};

@Injectable()
export class UsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
  ) {}

  /** Finds a user by mobile number, username or e-mail as typed. */
  findByIdentifier(typed: string): Promise<User | null> {
    return this.users.findByIdentifier(normaliseIdentifier(typed));
  }

  exists(typed: string): Promise<boolean> {
    return this.users.isTaken(normaliseIdentifier(typed));
  }

  findById(id: string): Promise<User | null> {
    return this.users.findById(id);
  }

  /** The id of the user with this referral code, or null (C24). */
  findInviter(referralCode: string): Promise<string | null> {
    return this.users.findInviter(referralCode);
  }

  /**
   * Creates a reader and publishes the event, in one transaction with `alongside`.
   * @throws E11000 when the name is taken.
   */
  create(account: NewAccount, alongside: (tx: Tx) => Promise<void> = () => Promise.resolve()): Promise<User> {
    const { username, timezone = null, invitedBy = null, ...rest } = account;
    const identifier = normaliseIdentifier(username);
    return this.unitOfWork.run(async (tx) => {
      await alongside(tx);
      const user = await this.users.insert(
        {
          ...rest,
          timezone,
          invitedBy,
          username: identifier,
          mobile: isMobile(identifier) ? identifier : null,
          email: null,
          identifiers: [identifier],
          referralCode: publicKey(REFERRAL_CODE_LENGTH),
          isCreator: false,
          isStaff: false,
          isSuperuser: false,
        },
        tx,
      );
      await this.outbox.add(
        'auth.user.registered',
        { aggregateId: user.id, aggregateVersion: user.version, data: { ...eventDataOf(user), invitedBy } },
        tx,
      );
      return user;
    });
  }

  /** Changes a user and publishes the event. Returns null when the user does not exist. @throws E11000 when a name is taken. */
  async change(id: string, changes: UserChanges, tx: Tx): Promise<User | null> {
    const user = await this.users.update(id, changes, tx);
    if (!user) return null;
    await this.outbox.add(
      'auth.user.changed',
      { aggregateId: user.id, aggregateVersion: user.version, data: eventDataOf(user) },
      tx,
    );
    return user;
  }
}

/** First and last name, separated by a space. */
export const fullNameOf = (user: Pick<User, 'firstName' | 'lastName'>): string =>
  `${user.firstName} ${user.lastName}`.trim();

const eventDataOf = (user: User) => ({
  userId: user.id,
  username: user.username,
  fullName: fullNameOf(user),
  language: user.language,
  isStaff: user.isStaff,
  isSuperuser: user.isSuperuser,
  isCreator: user.isCreator,
});
