import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import mongoose from 'mongoose';
import type { Model } from 'mongoose';
import { USER, type UserRow } from './user.schema.js';

/** A user, without storage details. */
export type User = Omit<UserRow, '_id' | 'identifiers' | 'sessionsVersion' | 'sessionCount' | 'invitedBy'> & {
  id: string;
};
export type NewUser = Omit<
  UserRow,
  '_id' | 'version' | 'sessionsVersion' | 'sessionCount' | 'createdAt' | 'invitedBy' | 'avatarKey'
> & { invitedBy: string | null };
/** Fields that can be changed after registration. */
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

  /** @throws E11000 when an identifier is taken. */
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
    if (!row) throw new Error('the insert returned no row');
    return toUser(row.toObject());
  }

  /** Updates a user and returns the new state, or null when the user does not exist. @throws E11000 when an identifier is taken. */
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

  /** Returns false when the user does not exist. */
  async setPassword(id: string, passwordHash: string, tx: Tx): Promise<boolean> {
    const { matchedCount } = await this.users.updateOne(
      { _id: id },
      { $set: { passwordHash } },
      { session: tx },
    );
    return matchedCount === 1;
  }

  /** The version of the next event about a user's sessions, or null when the user does not exist. */
  async nextSessionsVersion(id: string, tx: Tx): Promise<number | null> {
    const row = await this.users
      .findByIdAndUpdate(id, { $inc: { sessionsVersion: 1 } }, { returnDocument: 'after', session: tx })
      .select({ sessionsVersion: 1 })
      .lean();
    return row?.sessionsVersion ?? null;
  }

  /** The number of the user's next session, or null when the password has changed since it was checked. */
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
