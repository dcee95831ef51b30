import mongoose from 'mongoose';

/** An event to publish, written in the transaction of the change it reports. */
export type OutboxRow = {
  /** Event id, a UUID v7: sorting by id sorts by time. */
  _id: string;
  topic: string;
  key: string;
  type: string;
  /** The envelope as JSON. */
  payload: string;
  correlationId: string;
  createdAt: Date;
  publishedAt: Date | null;
};

export const OUTBOX = 'Outbox';
export const OutboxSchema = new mongoose.Schema<OutboxRow>(
  {
    _id: { type: String, required: true },
    topic: { type: String, required: true },
    key: { type: String, required: true },
    type: { type: String, required: true },
    payload: { type: String, required: true },
    correlationId: { type: String, required: true },
    createdAt: { type: Date, required: true },
    publishedAt: { type: Date, default: null },
  },
  { collection: 'outbox', versionKey: false },
);
/** The relay: unpublished rows in order. */
OutboxSchema.index({ publishedAt: 1, _id: 1 }, { partialFilterExpression: { publishedAt: null } });
/** Published rows are kept for two days, for debugging. */
OutboxSchema.index({ publishedAt: 1 }, { name: 'publishedAt_ttl', expireAfterSeconds: 2 * 86_400 });
