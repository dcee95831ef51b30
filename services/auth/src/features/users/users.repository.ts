import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import mongoose from 'mongoose';
import type { Model } from 'mongoose';
import { USER, type UserRow } from './user.schema.js';

/** A user as the code of the service knows them. */
export type User = Omit<UserRow, '_id' | 'identifiers' | 'sessionsVersion' | 'sessionCount' | 'invitedBy'> & {
  id: string;
};
export type NewUser = Omit<
  UserRow,
  '_id' | 'version' | 'sessionsVersion' | 'sessionCount' | 'createdAt' | 'invitedBy' | 'avatarKey'
> & { invitedBy: string | null };
/** What a user, or staff for them, may change. */
export type UserChanges = Partial<
  Pick<
    UserRow,
    | 'firstName'
    | 'lastName'
    | 'language'
    | 'avatarKey'
    | 'username'
    | 'mobile'
    | 'identifiers'
    | 'isCreator'
    | 'isStaff'
    | 'isSuperuser'
  >
>;

const toUser = ({
  _id,
  identifiers: _identifiers,
  sessionsVersion: _version,
  sessionCount: _count,
  invitedBy: _inviter,
  ...rest
}: UserRow): User => ({ ...rest, id: _id.toHexString() });

@Injectable()
export class UsersRepository {
  constructor(@InjectModel(USER) private readonly users: Model<UserRow>) {}

  async isTaken(identifier: string): Promise<boolean> {
    return (await this.users.exists({ identifiers: identifier })) !== null;
  }

  async findByIdentifier(identifier: string): Promise<User | null> {
    const row = await this.users.findOne({ identifiers: identifier }).lean();
    return row ? toUser(row) : null;
  }

  async findById(id: string): Promise<User | null> {
    const row = await this.users.findById(id).lean();
    return row ? toUser(row) : null;
  }

  /** The id of the user whose referral code this is, or null. */
  async findInviter(referralCode: string): Promise<string | null> {
    const row = await this.users.exists({ referralCode });
    return row ? row._id.toHexString() : null;
  }

  /** @throws E11000 when one of the identifiers belongs to someone. */
  async insert({ invitedBy, ...user }: NewUser, tx: Tx): Promise<User> {
    const [row] = await this.users.create(
      [
        {
          ...user,
          invitedBy: invitedBy === null ? null : new mongoose.Types.ObjectId(invitedBy),
          avatarKey: null,
          version: 1,
          sessionsVersion: 0,
          sessionCount: 0,
          createdAt: new Date(),
        },
      ],
      { session: tx },
    );
    if (!row) throw new Error('the database answered an insert with nothing');
    return toUser(row.toObject());
  }

  /** The user as they are after the change, or null where they are gone. @throws E11000 as `insert` does. */
  async update(id: string, changes: UserChanges, tx: Tx): Promise<User | null> {
    const row = await this.users
      .findByIdAndUpdate(
        id,
        { $set: changes, $inc: { version: 1 } },
        { returnDocument: 'after', session: tx, runValidators: true },
      )
      .lean();
    return row ? toUser(row) : null;
  }

  /** Whether the user was there. */
  async setPassword(id: string, passwordHash: string, tx: Tx): Promise<boolean> {
    const { matchedCount } = await this.users.updateOne(
      { _id: id },
      { $set: { passwordHash } },
      { session: tx },
    );
    return matchedCount === 1;
  }

  /** The number of the next event about a user's sessions, or null where the user is gone. */
  async nextSessionsVersion(id: string, tx: Tx): Promise<number | null> {
    const row = await this.users
      .findByIdAndUpdate(id, { $inc: { sessionsVersion: 1 } }, { returnDocument: 'after', session: tx })
      .select({ sessionsVersion: 1 })
      .lean();
    return row?.sessionsVersion ?? null;
  }

  /** The number of the user's next session, or null where the password is no longer the one that was checked. */
  async nextSessionNumber(id: string, passwordHash: string, tx: Tx): Promise<number | null> {
    const row = await this.users
      .findOneAndUpdate(
        { _id: id, passwordHash },
        { $inc: { sessionCount: 1 } },
        { returnDocument: 'after', session: tx },
      )
      .select({ sessionCount: 1 })
      .lean();
    return row?.sessionCount ?? null;
  }
}
