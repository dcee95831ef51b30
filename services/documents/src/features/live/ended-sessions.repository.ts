import type { Identity } from '@hamkhan/contracts/identity';
import { IDENTITY_TTL_SECONDS } from '@hamkhan/platform/http/identity-token';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { ENDED_SESSIONS, type EndedSessionRow } from './ended-session.schema.js';

/** Longer than a signed identity is valid. */
const RECENT_MS = 2 * IDENTITY_TTL_SECONDS * 1_000;

@Injectable()
export class EndedSessionsRepository {
  constructor(@InjectModel(ENDED_SESSIONS) private readonly sessions: Model<EndedSessionRow>) {}

  async add(userId: string, sessionIds: readonly string[], endedAt: Date, tx: Tx): Promise<void> {
    await this.sessions.bulkWrite(
      sessionIds.map((sessionId) => ({
        updateOne: {
          filter: { _id: idOf(userId, sessionId) },
          update: { $set: { userId, sessionId, endedAt } },
          upsert: true,
        },
      })),
      { session: tx, ordered: false },
    );
  }

  /** Whether a session ended so recently that its signed identity may still be valid. */
  async hasEnded({ userId, sessionId }: Pick<Identity, 'userId' | 'sessionId'>): Promise<boolean> {
    const since = new Date(Date.now() - RECENT_MS);
    return (await this.sessions.exists({ _id: idOf(userId, sessionId), endedAt: { $gt: since } })) !== null;
  }
}

const idOf = (userId: string, sessionId: string): string => `${userId}:${sessionId}`;
