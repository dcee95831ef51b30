import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { LEDGER, type LedgerRow } from './ledger.schema.js';

@Injectable()
export class LedgerRepository {
  constructor(@InjectModel(LEDGER) private readonly entries: Model<LedgerRow>) {}

  /** The sum of a user's entries in whole Tomans, 0 without entries. */
  async sum(userId: string): Promise<number> {
    const [row] = await this.entries
      .aggregate<{ total: number }>([
        { $match: { userId } },
        { $project: { _id: 0, amount: 1 } },
        { $group: { _id: null, total: { $sum: '$amount' } } },
      ])
      .option({ maxTimeMS: 5_000 });
    return row?.total ?? 0;
  }
}
