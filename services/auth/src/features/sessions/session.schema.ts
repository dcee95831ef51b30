import mongoose from 'mongoose';

export type SessionRow = {
  _id: mongoose.Types.ObjectId;
  userId: mongoose.Types.ObjectId;
  /**
   * Counts the sessions of a user in the order of their logins. Clocks of two processes differ and a second is long; with this
   * the three oldest stay the three oldest, however many logins come at once (C06).
   */
  number: number;
  /** SHA-256 of the token; the token itself is known to its browser alone (C06). */
  tokenHash: string;
  /** Browser and system, e.g. `Firefox, Windows`; null where the browser did not say. */
  device: string | null;
  ip: string;
  /** As whom the owner, a superuser, acts at the moment (C36). */
  actingAs: mongoose.Types.ObjectId | null;
  createdAt: Date;
  lastActivityAt: Date;
  /** Moves on with each activity. */
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
/** Each call of the gateway for a token it does not know. */
SessionSchema.index({ tokenHash: 1 }, { unique: true });
/** The oldest live sessions of a user, and their number (C06). */
SessionSchema.index({ userId: 1, number: 1 });
/** Only tidies up; a session past its end counts as none before the sweep comes. */
SessionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
