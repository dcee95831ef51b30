import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { KNOWN_USER, type KnownUserRow } from './known-user.schema.js';

@Injectable()
export class KnownUsersRepository {
  constructor(@InjectModel(KNOWN_USER) private readonly users: Model<KnownUserRow>) {}

  /** The version known of a user, or null. */
  async versionOf(id: string, tx: Tx): Promise<number | null> {
    const row = await this.users.findById(id).select({ version: 1 }).session(tx).lean();
    return row?.version ?? null;
  }

  async save({ _id, ...facts }: KnownUserRow, tx: Tx): Promise<void> {
    await this.users.updateOne({ _id }, { $set: facts }, { upsert: true, session: tx });
  }
}
