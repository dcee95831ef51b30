import { AppError } from '@hamkhan/platform/app-error';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { Admission } from './upload-quota.domain.js';
import { UPLOAD_QUOTAS, type UploadQuotaRow } from './upload-quota.schema.js';

@Injectable()
export class UploadQuotaRepository {
  constructor(@InjectModel(UPLOAD_QUOTAS) private readonly quotas: Model<UploadQuotaRow>) {}

  /** Creates the row of a user. Outside of transactions, because two that create it would fail with a duplicate key. */
  async create(userId: string): Promise<void> {
    await this.quotas.updateOne(
      { _id: userId },
      { $setOnInsert: { admissions: [], writes: 0 } },
      { upsert: true },
    );
  }

  /**
   * Reads and locks the row of a user: a concurrent transaction on it conflicts and is retried.
   * @throws COMMON.UNAVAILABLE if the row is not replicated yet
   */
  async lock(userId: string, tx: Tx): Promise<Admission[]> {
    const row = await this.quotas
      .findOneAndUpdate({ _id: userId }, { $inc: { writes: 1 } }, { session: tx, returnDocument: 'after' })
      .lean<UploadQuotaRow>()
      .exec();
    if (!row) throw new AppError('COMMON.UNAVAILABLE');
    return row.admissions;
  }

  async save(userId: string, admissions: Admission[], tx: Tx): Promise<void> {
    await this.quotas.updateOne({ _id: userId }, { $set: { admissions } }, { session: tx });
  }

  /** Ends an upload; it still counts as one of the hour. */
  async close(userId: string, id: string, tx?: Tx): Promise<void> {
    await this.quotas.updateOne(
      { _id: userId, admissions: { $elemMatch: { id, isOpen: true } } },
      { $set: { 'admissions.$.isOpen': false } },
      tx ? { session: tx } : {},
    );
  }
}
