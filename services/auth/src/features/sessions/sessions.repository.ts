import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import mongoose from 'mongoose';
import type { Model } from 'mongoose';
import { SESSION, type SessionRow } from './session.schema.js';

const MAX_LISTED = 200;

export type Session = { id: string; userId: string; lastActivityAt: Date };
/** A live session as its owner sees it. */
export type LiveSession = { id: string } & Pick<SessionRow, 'device' | 'ip' | 'createdAt' | 'lastActivityAt'>;
export type NewSession = Omit<SessionRow, '_id' | 'userId'> & { userId: string };

@Injectable()
export class SessionsRepository {
  constructor(@InjectModel(SESSION) private readonly sessions: Model<SessionRow>) {}

  async insert({ userId, ...session }: NewSession): Promise<void> {
    await this.sessions.create({ ...session, userId: new mongoose.Types.ObjectId(userId) });
  }

  async findLive(tokenHash: string, now: Date): Promise<Session | null> {
    const row = await this.sessions
      .findOne({ tokenHash, expiresAt: { $gt: now } })
      .select({ userId: 1, lastActivityAt: 1 })
      .lean();
    if (!row) return null;
    return {
      id: row._id.toHexString(),
      userId: row.userId.toHexString(),
      lastActivityAt: row.lastActivityAt,
    };
  }

  /** Ids of the oldest live sessions of a user, oldest first. */
  async oldestLive(userId: string, count: number, now: Date): Promise<string[]> {
    const rows = await this.sessions
      .find({ userId, expiresAt: { $gt: now } })
      .sort({ createdAt: 1, _id: 1 })
      .limit(count)
      .select({ _id: 1 })
      .lean();
    return rows.map((row) => row._id.toHexString());
  }

  /** Live sessions of a user, oldest first. */
  async listLive(userId: string, now: Date): Promise<LiveSession[]> {
    const rows = await this.sessions
      .find({ userId, expiresAt: { $gt: now } })
      .sort({ createdAt: 1, _id: 1 })
      .limit(MAX_LISTED)
      .select({ device: 1, ip: 1, createdAt: 1, lastActivityAt: 1 })
      .lean();
    return rows.map(({ _id, device, ip, createdAt, lastActivityAt }) => ({
      id: _id.toHexString(),
      device,
      ip,
      createdAt,
      lastActivityAt,
    }));
  }

  countLive(userId: string, now: Date): Promise<number> {
    return this.sessions.countDocuments({ userId, expiresAt: { $gt: now } });
  }

  async touch(id: string, lastActivityAt: Date, expiresAt: Date): Promise<void> {
    await this.sessions.updateOne({ _id: id }, { $set: { lastActivityAt, expiresAt } });
  }

  /** Whether it was there. */
  async remove(id: string, userId: string, tx: Tx): Promise<boolean> {
    if (!mongoose.isValidObjectId(id)) return false;
    const { deletedCount } = await this.sessions.deleteOne({ _id: id, userId }, { session: tx });
    return deletedCount === 1;
  }
}
