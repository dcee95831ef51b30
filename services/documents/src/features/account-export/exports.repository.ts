import { isDuplicateKey } from '@hamkhan/platform/mongo/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { EXPORTS, type ExportRow } from './export.schema.js';

/** An export that a process works on, with the token of its lease. */
export type Held = { id: string; token: string };

@Injectable()
export class ExportsRepository {
  constructor(@InjectModel(EXPORTS) private readonly rows: Model<ExportRow>) {}

  /** Adds an export unless the user has one in work. */
  async add(row: ExportRow): Promise<void> {
    try {
      await this.rows.create([row]);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  newestOf(userId: string): Promise<ExportRow | null> {
    return this.rows.findOne({ userId }).sort({ requestedAt: -1 }).lean<ExportRow>().exec();
  }

  findReady(id: string, userId: string, now: Date): Promise<ExportRow | null> {
    return this.rows
      .findOne({ _id: id, userId, state: 'ready', expiresAt: { $gt: now } })
      .lean<ExportRow>()
      .exec();
  }

  /** Claims the oldest export that no process works on. */
  claim(token: string, now: Date, leaseUntil: Date): Promise<ExportRow | null> {
    return this.rows
      .findOneAndUpdate(
        { state: 'working', leaseUntil: { $lte: now }, expiresAt: { $gt: now } },
        { $set: { leaseToken: token, leaseUntil, done: 0 }, $inc: { attempts: 1 } },
        { sort: { leaseUntil: 1 }, returnDocument: 'after' },
      )
      .lean<ExportRow>()
      .exec();
  }

  /** Changes an export that this process holds. Returns false when another process has taken it over, or it is gone. */
  async update({ id, token }: Held, fields: Partial<ExportRow>): Promise<boolean> {
    const { matchedCount } = await this.rows.updateOne({ _id: id, leaseToken: token }, { $set: fields });
    return matchedCount === 1;
  }

  listExpired(now: Date, limit: number): Promise<ExportRow[]> {
    return this.rows
      .find({ expiresAt: { $lte: now } })
      .limit(limit)
      .lean<ExportRow[]>()
      .exec();
  }

  async remove(id: string): Promise<void> {
    await this.rows.deleteOne({ _id: id });
  }

  /** Lets all exports of a user expire; a process that builds one loses it. */
  async expireAll(userId: string, now: Date): Promise<void> {
    await this.rows.updateMany({ userId }, { $set: { expiresAt: now, leaseToken: null } });
  }
}
