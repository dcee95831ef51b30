import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { REMOVED_FILE, type RemovedFileRow } from './removed-file.schema.js';

@Injectable()
export class RemovedFilesRepository {
  constructor(@InjectModel(REMOVED_FILE) private readonly files: Model<RemovedFileRow>) {}

  async add(objectKey: string, tx: Tx): Promise<void> {
    await this.files.create([{ _id: objectKey }], { session: tx });
  }

  async list(limit: number): Promise<string[]> {
    const rows = await this.files.find().limit(limit).lean();
    return rows.map(({ _id }) => _id);
  }

  async forget(objectKey: string): Promise<void> {
    await this.files.deleteOne({ _id: objectKey });
  }
}
