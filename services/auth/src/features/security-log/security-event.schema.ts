import type { SecurityAction } from '@hamkhan/contracts/http/security-log';
import mongoose from 'mongoose';

/** An entry of the security log. It holds no names, codes, passwords or tokens. */
export type SecurityEventRow = {
  _id: mongoose.Types.ObjectId;
  at: Date;
  action: SecurityAction;
  /** The account it is about; null for guests and unknown names. */
  userId: string | null;
  /** Who did it, where it was not the account itself: an administrator who acts as the user, or an operator. */
  actorId: string | null;
  sessionId: string | null;
  ip: string | null;
  /** Browser and operating system. */
  device: string | null;
  /** How many equal events this entry stands for. */
  count: number;
  details: Record<string, string | number>;
  expiresAt: Date;
};

export const SECURITY_EVENT = 'SecurityEvent';
export const SecurityEventSchema = new mongoose.Schema<SecurityEventRow>(
  {
    at: { type: Date, required: true },
    action: { type: String, required: true },
    userId: { type: String, default: null },
    actorId: { type: String, default: null },
    sessionId: { type: String, default: null },
    ip: { type: String, default: null },
    device: { type: String, default: null },
    count: { type: Number, required: true },
    details: { type: mongoose.Schema.Types.Mixed, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'security_events', versionKey: false, minimize: false },
);
/** The events of a user, newest first. */
SecurityEventSchema.index({ userId: 1, at: -1 });
/** What an administrator did as others. */
SecurityEventSchema.index({ actorId: 1, at: -1 });
/** The events of an address, newest first. */
SecurityEventSchema.index({ ip: 1, at: -1 });
/** All events, newest first. */
SecurityEventSchema.index({ at: -1 });
/** Entries are removed at the end of their retention (SECURITY_LOG_DAYS), by nothing else. */
SecurityEventSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** The log is append-only: a change of an entry is a programming error. */
SecurityEventSchema.pre(
  [
    'updateOne',
    'updateMany',
    'replaceOne',
    'deleteOne',
    'deleteMany',
    'findOneAndUpdate',
    'findOneAndDelete',
  ],
  () => {
    throw new Error('the security log is append-only');
  },
);
