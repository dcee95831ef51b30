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
  | '_id'
  | 'version'
  | 'sessionsVersion'
  | 'sessionCount'
  | 'createdAt'
  | 'invitedBy'
  | 'avatarKey'
  | 'deletionDueAt'
  | 'hasSecondFactor'
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

/** The number of the new session among those of its user, and whether the account waited for its deletion. */
export type CountedSignIn = { sessionNumber: number; wasToBeDeleted: boolean };

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

  /**
   * Counts a sign-in, which cancels the deletion of the account. Null when the password has changed since it was checked, or the
   * account was deleted.
   */
  async countSignIn(id: string, passwordHash: string, tx: Tx): Promise<CountedSignIn | null> {
    const row = await this.users
      .findOneAndUpdate(
        { _id: id, passwordHash },
        { $inc: { sessionCount: 1 }, $unset: { deletionDueAt: '' } },
        { returnDocument: 'before', session: tx },
      )
      .select({ sessionCount: 1, deletionDueAt: 1 })
      .lean();
    return row && { sessionNumber: row.sessionCount + 1, wasToBeDeleted: row.deletionDueAt !== undefined };
  }

  async setSecondFactor(id: string, hasSecondFactor: boolean, tx: Tx): Promise<void> {
    await this.users.updateOne({ _id: id }, { $set: { hasSecondFactor } }, { session: tx });
  }

  /** Returns false when the user does not exist. */
  async setDeletionDue(id: string, dueAt: Date, tx: Tx): Promise<boolean> {
    const { matchedCount } = await this.users.updateOne(
      { _id: id },
      { $set: { deletionDueAt: dueAt } },
      { session: tx },
    );
    return matchedCount === 1;
  }

  /** Ids of accounts that are due for deletion. */
  async idsDueForDeletion(now: Date, limit: number): Promise<string[]> {
    const rows = await this.users
      .find({ deletionDueAt: { $lte: now } })
      .sort({ deletionDueAt: 1 })
      .limit(limit)
      .select({ _id: 1 })
      .lean();
    return rows.map(({ _id }) => _id.toHexString());
  }

  /** Deletes an account that is still due for deletion, and returns it; null when it is not. */
  async removeDue(id: string, now: Date, tx: Tx): Promise<User | null> {
    const row = await this.users
      .findOneAndDelete({ _id: id, deletionDueAt: { $lte: now } }, { session: tx })
      .lean();
    return row && toUser(row);
  }
}
