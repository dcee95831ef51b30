import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import mongoose from 'mongoose';
import type { Model } from 'mongoose';
import { SESSION, type SessionRow } from './session.schema.js';

const MAX_LISTED = 200;

export type Session = { id: string; userId: string; actingAs: string | null } & Pick<
  SessionRow,
  'ip' | 'createdAt' | 'lastActivityAt'
>;
/** A session is live until it expires or reaches its maximum age. */
export type LiveAt = { now: Date; startedAfter: Date };
/** A live session as listed for its owner. */
export type LiveSession = { id: string } & Pick<SessionRow, 'device' | 'ip' | 'createdAt' | 'lastActivityAt'>;
export type NewSession = Omit<SessionRow, '_id' | 'userId' | 'actingAs'> & { userId: string };

@Injectable()
export class SessionsRepository {
  constructor(@InjectModel(SESSION) private readonly sessions: Model<SessionRow>) {}

  async insert({ userId, ...session }: NewSession, tx: Tx): Promise<void> {
    const row = { ...session, userId: new mongoose.Types.ObjectId(userId), actingAs: null };
    await this.sessions.create([row], { session: tx });
  }

  async findLive(tokenHash: string, at: LiveAt): Promise<Session | null> {
    const row = await this.sessions
      .findOne({ tokenHash, ...isLive(at) })
      .select({ userId: 1, actingAs: 1, ip: 1, createdAt: 1, lastActivityAt: 1 })
      .lean();
    return row && toSession(row);
  }

  /** Ids of the oldest live sessions of a user, oldest first. */
  async oldestLive(userId: string, count: number, at: LiveAt): Promise<string[]> {
    const rows = await this.sessions
      .find({ userId, ...isLive(at) })
      .sort({ number: 1 })
      .limit(count)
      .select({ _id: 1 })
      .lean();
    return rows.map((row) => row._id.toHexString());
  }

  /** Live sessions of a user, oldest first. */
  async listLive(userId: string, at: LiveAt): Promise<LiveSession[]> {
    const rows = await this.sessions
      .find({ userId, ...isLive(at) })
      .sort({ number: 1 })
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

  /** The start of a session, or null when the user has no such session. */
  async startedAt(id: string, userId: string): Promise<Date | null> {
    return (
      (await this.sessions.findOne({ _id: id, userId }).select({ createdAt: 1 }).lean())?.createdAt ?? null
    );
  }

  countLive(userId: string, at: LiveAt): Promise<number> {
    return this.sessions.countDocuments({ userId, ...isLive(at) });
  }

  async touch(id: string, lastActivityAt: Date, expiresAt: Date): Promise<void> {
    await this.sessions.updateOne({ _id: id }, { $set: { lastActivityAt, expiresAt } });
  }

  /** Sets the subject and a new token of a session. Returns false when the session does not exist. */
  async actAs(id: string, ownerId: string, subjectId: string, tokenHash: string, tx: Tx): Promise<boolean> {
    const { matchedCount } = await this.sessions.updateOne(
      { _id: id, userId: ownerId },
      { $set: { actingAs: new mongoose.Types.ObjectId(subjectId), tokenHash } },
      { session: tx },
    );
    return matchedCount === 1;
  }

  /** Clears the subject of a session. Returns false when the session does not exist or has none. */
  async stopActing(id: string, ownerId: string, tx: Tx): Promise<boolean> {
    const { matchedCount } = await this.sessions.updateOne(
      { _id: id, userId: ownerId, actingAs: { $ne: null } },
      { $set: { actingAs: null } },
      { session: tx },
    );
    return matchedCount === 1;
  }

  /** Removes a session and returns it, or null when the user has no such session. */
  async remove(id: string, userId: string, tx: Tx): Promise<Session | null> {
    if (!mongoose.isValidObjectId(id)) return null;
    const row = await this.sessions.findOneAndDelete({ _id: id, userId }, { session: tx }).lean();
    return row && toSession(row);
  }

  /** Removes and returns all sessions of a user, except `keptId`. */
  async removeOthers(userId: string, keptId: string | null, tx: Tx): Promise<Session[]> {
    const others = keptId === null ? { userId } : { userId, _id: { $ne: keptId } };
    const rows = await this.sessions.find(others).session(tx).lean();
    await this.sessions.deleteMany(others, { session: tx });
    return rows.map(toSession);
  }
}

const isLive = ({ now, startedAfter }: LiveAt) => ({
  expiresAt: { $gt: now },
  createdAt: { $gt: startedAfter },
});

const toSession = ({
  _id,
  userId,
  actingAs,
  ...rest
}: Pick<SessionRow, '_id' | 'userId' | 'actingAs' | 'ip' | 'createdAt' | 'lastActivityAt'>): Session => ({
  id: _id.toHexString(),
  userId: userId.toHexString(),
  actingAs: actingAs?.toHexString() ?? null,
  ip: rest.ip,
  createdAt: rest.createdAt,
  lastActivityAt: rest.lastActivityAt,
});
