import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import mongoose from 'mongoose';
import type { Model } from 'mongoose';
import { SECURITY_EVENT, type SecurityEventRow } from './security-event.schema.js';

export type StoredSecurityEvent = Omit<SecurityEventRow, '_id' | 'expiresAt'> & { id: string };
export type SecurityFilter = Partial<Pick<SecurityEventRow, 'userId' | 'actorId' | 'ip' | 'action'>>;

/** Entries are added and read, never changed. */
@Injectable()
export class SecurityEventsRepository {
  constructor(@InjectModel(SECURITY_EVENT) private readonly events: Model<SecurityEventRow>) {}

  async add(event: Omit<SecurityEventRow, '_id'>, tx?: Tx): Promise<void> {
    await this.events.create([event], tx ? { session: tx } : {});
  }

  /** Newest first, those before the entry `before` where it is given. */
  async find(
    filter: SecurityFilter,
    before: string | undefined,
    limit: number,
  ): Promise<StoredSecurityEvent[]> {
    const older = before === undefined ? {} : { _id: { $lt: new mongoose.Types.ObjectId(before) } };
    const rows = await this.events
      .find({ ...filter, ...older })
      .sort({ at: -1, _id: -1 })
      .limit(limit)
      .lean();
    return rows.map(({ _id, expiresAt: _end, ...rest }) => ({ ...rest, id: _id.toHexString() }));
  }
}
