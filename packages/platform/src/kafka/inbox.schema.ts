import mongoose from 'mongoose';

/** An event this service has taken: the row is written in the transaction of its effect, so that it counts once. */
export type InboxRow = { _id: string; type: string; handledAt: Date };

export const INBOX = 'Inbox';
export const InboxSchema = new mongoose.Schema<InboxRow>(
  {
    _id: { type: String, required: true },
    type: { type: String, required: true },
    handledAt: { type: Date, required: true },
  },
  { collection: 'inbox', versionKey: false },
);
/** Longer than topics keep their messages (deploy/topics.json), so that a replay is still recognised. */
InboxSchema.index({ handledAt: 1 }, { expireAfterSeconds: 21 * 86_400 });
