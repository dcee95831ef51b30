import { isDuplicateKey } from '@hamkhan/platform/mongo/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { COUNTER, type CounterRow } from './counter.schema.js';

@Injectable()
export class CountersRepository {
  constructor(@InjectModel(COUNTER) private readonly counters: Model<CounterRow>) {}

  /** Counts one more in the running window, or in a new one of `windowMs`; answers the count with it. */
  async increment(id: string, windowMs: number, now: Date = new Date()): Promise<number> {
    try {
      return await this.upsert(id, windowMs, now);
    } catch (error) {
      if (isDuplicateKey(error)) return this.upsert(id, windowMs, now);
      throw error;
    }
  }

  async remove(id: string): Promise<void> {
    await this.counters.deleteOne({ _id: id });
  }

  private async upsert(id: string, windowMs: number, now: Date): Promise<number> {
    const isRunning = { $gt: ['$until', now] };
    const row = await this.counters
      .findOneAndUpdate(
        { _id: id },
        [
          {
            $set: {
              count: { $cond: [isRunning, { $add: ['$count', 1] }, 1] },
              until: { $cond: [isRunning, '$until', new Date(now.getTime() + windowMs)] },
            },
          },
        ],
        { upsert: true, returnDocument: 'after', updatePipeline: true },
      )
      .lean();
    if (!row) throw new Error('the database answered an upsert with nothing');
    return row.count;
  }
}
