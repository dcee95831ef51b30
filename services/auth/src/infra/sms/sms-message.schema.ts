import mongoose from 'mongoose';

/** An unsent message, stored for developers and tests. */
export type SmsMessageRow = { _id: mongoose.Types.ObjectId; mobile: string; text: string; at: Date };

const KEPT_SECONDS = 3_600;

export const SMS_MESSAGE = 'SmsMessage';
export const SmsMessageSchema = new mongoose.Schema<SmsMessageRow>(
  {
    mobile: { type: String, required: true },
    text: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { collection: 'sms_outbox', versionKey: false },
);
/** Newest first; rows expire soon after their codes. */
SmsMessageSchema.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });
