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

  /** The person behind a mobile, username or e-mail, however it was typed. */
  findByIdentifier(typed: string): Promise<User | null> {
    return this.users.findByIdentifier(normaliseIdentifier(typed));
  }

  isKnown(typed: string): Promise<boolean> {
    return this.users.isTaken(normaliseIdentifier(typed));
  }

  findById(id: string): Promise<User | null> {
    return this.users.findById(id);
  }

  /** The id of the user whose referral code this is; an unknown one is nobody's (C24). */
  findInviter(referralCode: string): Promise<string | null> {
    return this.users.findInviter(referralCode);
  }

  /**
   * Creates a reader and tells the others, all together with `alongside`.
   * @throws E11000 when the name belongs to someone.
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
        { aggregateId: user.id, aggregateVersion: user.version, data: { ...factsOf(user), invitedBy } },
        tx,
      );
      return user;
    });
  }

  /** Changes a user and tells the others; null where the user is gone. @throws E11000 when a new name belongs to someone. */
  async change(id: string, changes: UserChanges, tx: Tx): Promise<User | null> {
    const user = await this.users.update(id, changes, tx);
    if (!user) return null;
    await this.outbox.add(
      'auth.user.changed',
      { aggregateId: user.id, aggregateVersion: user.version, data: factsOf(user) },
      tx,
    );
    return user;
  }
}

/** First and last name, with one space where both are there. */
export const fullNameOf = (user: Pick<User, 'firstName' | 'lastName'>): string =>
  `${user.firstName} ${user.lastName}`.trim();

const factsOf = (user: User) => ({
  userId: user.id,
  username: user.username,
  fullName: fullNameOf(user),
  language: user.language,
  isStaff: user.isStaff,
  isSuperuser: user.isSuperuser,
  isCreator: user.isCreator,
});
