import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import mongoose from 'mongoose';
import type { Model } from 'mongoose';
import { AUDIT, type AuditRow } from './audit.schema.js';

const MAX_LISTED = 200;

export type AuditEntry = Pick<AuditRow, 'action' | 'sessionId' | 'ip' | 'at'> & {
  actorId: string;
  subjectId: string;
};

@Injectable()
export class AuditRepository {
  constructor(@InjectModel(AUDIT) private readonly entries: Model<AuditRow>) {}

  async add(entry: Omit<AuditEntry, 'at'>, tx?: Tx): Promise<void> {
    const row = {
      ...entry,
      actorId: new mongoose.Types.ObjectId(entry.actorId),
      subjectId: new mongoose.Types.ObjectId(entry.subjectId),
      at: new Date(),
    };
    await this.entries.create([row], tx ? { session: tx } : {});
  }

  /** The latest entries, newest first. */
  async newest(): Promise<AuditEntry[]> {
    const rows = await this.entries.find().sort({ at: -1, _id: -1 }).limit(MAX_LISTED).lean();
    return rows.map(({ action, actorId, subjectId, sessionId, ip, at }) => ({
      action,
      actorId: actorId.toHexString(),
      subjectId: subjectId.toHexString(),
      sessionId,
      ip,
      at,
    }));
  }
}
