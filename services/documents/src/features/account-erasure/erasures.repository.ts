import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { ERASURES, type ErasureRow } from './erasure.schema.js';

@Injectable()
export class ErasuresRepository {
  constructor(@InjectModel(ERASURES) private readonly rows: Model<ErasureRow>) {}

  /** Adds a user unless they are listed already. */
  async add({ _id, ...row }: ErasureRow, tx: Tx): Promise<void> {
    await this.rows.updateOne({ _id }, { $setOnInsert: row }, { session: tx, upsert: true });
  }

  listDue(now: Date, limit: number): Promise<ErasureRow[]> {
    return this.rows
      .find({ dueAt: { $lte: now } })
      .sort({ dueAt: 1 })
      .limit(limit)
      .lean<ErasureRow[]>()
      .exec();
  }

  async repeatAt(userId: string, dueAt: Date): Promise<void> {
    await this.rows.updateOne({ _id: userId }, { $set: { dueAt, isLast: true } });
  }

  async remove(userId: string, tx: Tx): Promise<boolean> {
    return (await this.rows.deleteOne({ _id: userId }, { session: tx })).deletedCount === 1;
  }
}
