import mongoose from 'mongoose';
import type { CodePurpose } from '../../infra/sms/sms-sender.js';

export type CodeRow = {
  /** The `request_id` that the client sends back with the code. */
  _id: string;
  purpose: CodePurpose;
  mobile: string;
  /** HMAC of the code and its binding; the code itself is not stored (C08). */
  mac: string;
  /** Attempts so far, right or wrong. */
  attempts: number;
  expiresAt: Date;
  usedAt: Date | null;
};

export const CODE = 'Code';
export const CodeSchema = new mongoose.Schema<CodeRow>(
  {
    _id: { type: String, required: true },
    purpose: { type: String, required: true },
    mobile: { type: String, required: true },
    mac: { type: String, required: true },
    attempts: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
    usedAt: { type: Date, default: null },
  },
  { collection: 'codes', versionKey: false },
);
/** Expired rows are removed by TTL; queries check the expiry themselves. */
CodeSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
