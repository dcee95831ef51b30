import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { CODE, type CodeRow } from './code.schema.js';
import type { CodeBinding } from './code.domain.js';

@Injectable()
export class CodesRepository {
  constructor(@InjectModel(CODE) private readonly codes: Model<CodeRow>) {}

  async insert({ requestId, ...code }: CodeBinding & Pick<CodeRow, 'mac' | 'expiresAt'>): Promise<void> {
    await this.codes.create({ _id: requestId, ...code, attempts: 0, usedAt: null });
  }

  async remove(requestId: string): Promise<void> {
    await this.codes.deleteOne({ _id: requestId });
  }

  /** Counts an attempt before the comparison. Returns the MAC, or null when no valid code exists or attempts are used up. */
  async countAttempt(
    { requestId, purpose, mobile }: CodeBinding,
    maxAttempts: number,
    now: Date,
  ): Promise<string | null> {
    const row = await this.codes
      .findOneAndUpdate(
        {
          _id: requestId,
          purpose,
          mobile,
          usedAt: null,
          expiresAt: { $gt: now },
          attempts: { $lt: maxAttempts },
        },
        { $inc: { attempts: 1 } },
      )
      .select({ mac: 1 })
      .lean();
    return row?.mac ?? null;
  }

  /** Marks a code as used. Returns false when it was used already. */
  async use(requestId: string, now: Date, tx: Tx): Promise<boolean> {
    const { modifiedCount } = await this.codes.updateOne(
      { _id: requestId, usedAt: null },
      { $set: { usedAt: now } },
      { session: tx },
    );
    return modifiedCount === 1;
  }
}
