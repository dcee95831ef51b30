import type { UiLanguage } from '@hamkhan/contracts/languages';
import { publicKey } from '@hamkhan/platform/ids';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { isMobile, normaliseIdentifier } from './identifier.domain.js';
import { UsersRepository, type User } from './users.repository.js';

const REFERRAL_CODE_LENGTH = 8;

export type NewAccount = {
  username: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  language: UiLanguage;
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

  /** Creates a reader and tells the others. @throws E11000 when the name belongs to someone. */
  create(account: NewAccount): Promise<User> {
    const identifier = normaliseIdentifier(account.username);
    return this.unitOfWork.run(async (tx) => {
      const user = await this.users.insert(
        {
          ...account,
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
        {
          aggregateId: user.id,
          aggregateVersion: user.version,
          data: {
            userId: user.id,
            username: user.username,
            fullName: fullNameOf(user),
            language: user.language,
            isStaff: user.isStaff,
            isSuperuser: user.isSuperuser,
            isCreator: user.isCreator,
          },
        },
        tx,
      );
      return user;
    });
  }
}

/** First and last name, with one space where both are there. */
export const fullNameOf = (user: Pick<User, 'firstName' | 'lastName'>): string =>
  `${user.firstName} ${user.lastName}`.trim();
