import mongoose from 'mongoose';
import type { CodePurpose } from '../../infra/sms/sms-sender.js';

export type CodeRow = {
  /** The `request_id` a client brings back with the code. */
  _id: string;
  purpose: CodePurpose;
  mobile: string;
  /** HMAC of the code with all it is bound to; the code itself is on a telephone only (C08). */
  mac: string;
  /** Tries so far, right or wrong. */
  tries: number;
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
    tries: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
    usedAt: { type: Date, default: null },
  },
  { collection: 'codes', versionKey: false },
);
/** Only tidies up; a code past its time is none before the sweep comes. */
CodeSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
