import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { Tx } from '../mongo/unit-of-work.js';
import { KNOWN_USER, type KnownUserRow } from './known-user.schema.js';

@Injectable()
export class KnownUsersRepository {
  constructor(@InjectModel(KNOWN_USER) private readonly users: Model<KnownUserRow>) {}

  /** Full names by user id, without unknown users and those without a name. */
  async namesOf(ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.users
      .find({ _id: { $in: ids } }, { fullName: 1 })
      .lean<Pick<KnownUserRow, '_id' | 'fullName'>[]>()
      .exec();
    return new Map(rows.flatMap(({ _id, fullName }) => (fullName ? [[_id, fullName] as const] : [])));
  }

  /** The stored version of a user, or null when the user is unknown. */
  async versionOf(id: string, tx: Tx): Promise<number | null> {
    const row = await this.users
      .findOne({ _id: id }, { version: 1 })
      .session(tx)
      .lean<Pick<KnownUserRow, 'version'>>()
      .exec();
    return row?.version ?? null;
  }

  async save({ _id, ...fields }: KnownUserRow, tx: Tx): Promise<void> {
    await this.users.updateOne({ _id }, { $set: fields }, { upsert: true, session: tx });
  }

  async remove(id: string, tx: Tx): Promise<void> {
    await this.users.deleteOne({ _id: id }, { session: tx });
  }
}
