import mongoose from 'mongoose';

export type SessionRow = {
  _id: mongoose.Types.ObjectId;
  userId: mongoose.Types.ObjectId;
  /**
   * Sequence number of the session among those of its user. Timestamps of concurrent logins are ambiguous; with this number the
   * three oldest sessions stay the same (C06).
   */
  number: number;
  /** SHA-256 of the token; the token itself is not stored (C06). */
  tokenHash: string;
  /** Browser and operating system, e.g. `Firefox, Windows`; null when unknown. */
  device: string | null;
  ip: string;
  /** The user that the owner, a superuser, currently acts as (C36). */
  actingAs: mongoose.Types.ObjectId | null;
  createdAt: Date;
  lastActivityAt: Date;
  /** Extended by each activity, up to the longest life of a session. */
  expiresAt: Date;
};

export const SESSION = 'Session';
export const SessionSchema = new mongoose.Schema<SessionRow>(
  {
    userId: { type: mongoose.Schema.Types.ObjectId, required: true },
    number: { type: Number, required: true },
    tokenHash: { type: String, required: true },
    device: { type: String, default: null },
    ip: { type: String, required: true },
    actingAs: { type: mongoose.Schema.Types.ObjectId, default: null },
    createdAt: { type: Date, required: true },
    lastActivityAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'sessions', versionKey: false },
);
/** Resolving a token that the gateway has not cached. */
SessionSchema.index({ tokenHash: 1 }, { unique: true });
/** The oldest live sessions of a user and their count (C06). */
SessionSchema.index({ userId: 1, number: 1 });
/** Expired rows are removed by TTL; queries check the expiry themselves. */
SessionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
