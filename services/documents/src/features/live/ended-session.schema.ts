import mongoose from 'mongoose';

/** A session that ended; every replica closes its streams (ADR 0007). */
export type EndedSessionRow = {
  /** User id and session id. */
  _id: string;
  userId: string;
  sessionId: string;
  endedAt: Date;
};

export const ENDED_SESSIONS = 'EndedSession';
export const EndedSessionSchema = new mongoose.Schema<EndedSessionRow>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    sessionId: { type: String, required: true },
    endedAt: { type: Date, required: true },
  },
  { collection: 'ended_sessions', versionKey: false },
);
/** Rows are needed while a signed identity of the session may be in use; they are removed by TTL. */
EndedSessionSchema.index({ endedAt: 1 }, { expireAfterSeconds: 3_600 });
