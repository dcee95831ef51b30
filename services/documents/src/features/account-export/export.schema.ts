import type { EXPORT_STATES } from '@hamkhan/contracts/http/account-export';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import mongoose from 'mongoose';

/** An export of everything that a user has. */
export type ExportRow = {
  _id: string;
  userId: string;
  /** Facts of the account, as the request had them. */
  username: string;
  language: UiLanguage;
  state: (typeof EXPORT_STATES)[number];
  /** Documents in the archive so far, and in all. */
  done: number;
  total: number;
  attempts: number;
  /** Fence: only the process that holds this token writes. */
  leaseToken: string | null;
  /** Another process may take the work over after this time. */
  leaseUntil: Date;
  objectKey: string | null;
  /** Bytes. */
  size: number | null;
  requestedAt: Date;
  /** When the row and the archive are removed. */
  expiresAt: Date;
};

export const EXPORTS = 'AccountExport';
export const ExportSchema = new mongoose.Schema<ExportRow>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    username: { type: String, required: true },
    language: { type: String, required: true },
    state: { type: String, required: true },
    done: { type: Number, required: true },
    total: { type: Number, required: true },
    attempts: { type: Number, required: true },
    leaseToken: { type: String, default: null },
    leaseUntil: { type: Date, required: true },
    objectKey: { type: String, default: null },
    size: { type: Number, default: null },
    requestedAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'account_exports', versionKey: false },
);
/** One export of a user at a time, even if it is requested twice at once. */
ExportSchema.index(
  { userId: 1 },
  { unique: true, partialFilterExpression: { state: 'working' }, name: 'one_working' },
);
/** The newest export of a user. */
ExportSchema.index({ userId: 1, requestedAt: -1 });
/** Work to do. */
ExportSchema.index({ state: 1, leaseUntil: 1 });
/** What has expired; not a TTL index, because the archive has to be removed first. */
ExportSchema.index({ expiresAt: 1 });
