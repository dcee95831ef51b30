import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { REMOVED_FILES, type RemovedFilesRow } from './removed-files.schema.js';

@Injectable()
export class RemovedFilesRepository {
  constructor(@InjectModel(REMOVED_FILES) private readonly rows: Model<RemovedFilesRow>) {}

  async insert(row: RemovedFilesRow, tx: Tx): Promise<void> {
    await this.rows.create([row], { session: tx });
  }

  find(documentId: string): Promise<RemovedFilesRow | null> {
    return this.rows.findOne({ _id: documentId }).lean<RemovedFilesRow>().exec();
  }

  listDue(now: Date, limit: number): Promise<RemovedFilesRow[]> {
    return this.rows
      .find({ dueAt: { $lte: now } })
      .sort({ dueAt: 1 })
      .limit(limit)
      .lean<RemovedFilesRow[]>()
      .exec();
  }

  async repeatAt(documentId: string, dueAt: Date): Promise<void> {
    await this.rows.updateOne({ _id: documentId }, { $set: { dueAt, isLast: true } });
  }

  async forget(documentId: string): Promise<void> {
    await this.rows.deleteOne({ _id: documentId });
  }
}
