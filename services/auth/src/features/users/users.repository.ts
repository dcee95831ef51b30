import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { USER, type UserRow } from './user.schema.js';

/** A user as the code of the service knows them. */
export type User = Omit<UserRow, '_id' | 'identifiers' | 'sessionsVersion'> & { id: string };
export type NewUser = Omit<UserRow, '_id' | 'version' | 'sessionsVersion' | 'createdAt'>;

const toUser = ({ _id, identifiers: _identifiers, sessionsVersion: _version, ...rest }: UserRow): User => ({
  ...rest,
  id: _id.toHexString(),
});

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

  /** @throws E11000 when one of the identifiers belongs to someone. */
  async insert(user: NewUser, tx: Tx): Promise<User> {
    const [row] = await this.users.create(
      [{ ...user, version: 1, sessionsVersion: 0, createdAt: new Date() }],
      { session: tx },
    );
    if (!row) throw new Error('the database answered an insert with nothing');
    return toUser(row.toObject());
  }

  /** The number of the next event about a user's sessions, or null where the user is gone. */
  async nextSessionsVersion(id: string, tx: Tx): Promise<number | null> {
    const row = await this.users
      .findByIdAndUpdate(id, { $inc: { sessionsVersion: 1 } }, { returnDocument: 'after', session: tx })
      .select({ sessionsVersion: 1 })
      .lean();
    return row?.sessionsVersion ?? null;
  }
}
