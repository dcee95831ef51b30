import mongoose from 'mongoose';

/** A message that was not sent but laid down for a developer or a test to read. */
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
/** The page reads the newest first; none outlives its code by long. */
SmsMessageSchema.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });
