import mongoose from 'mongoose';

/** A handled event. The row is written in the transaction of the event's effect, so that each event takes effect once in each consumer. */
export type InboxRow = {
  /** `<consumer>:<event id>`. */
  _id: string;
  type: string;
  handledAt: Date;
};

export const INBOX = 'Inbox';
export const InboxSchema = new mongoose.Schema<InboxRow>(
  {
    _id: { type: String, required: true },
    type: { type: String, required: true },
    handledAt: { type: Date, required: true },
  },
  { collection: 'inbox', versionKey: false },
);
/** Longer than the retention of topics (deploy/topics.json), so that a replayed event is recognised as a duplicate. */
InboxSchema.index({ handledAt: 1 }, { expireAfterSeconds: 21 * 86_400 });
