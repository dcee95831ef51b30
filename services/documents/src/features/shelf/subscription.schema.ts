import mongoose from 'mongoose';

/** A user's subscription to a public shelf of someone else (ACC-SHELF-19). */
export type SubscriptionRow = { userId: string; shelfId: string; createdAt: Date };

export const SUBSCRIPTIONS = 'ShelfSubscription';
export const SubscriptionSchema = new mongoose.Schema<SubscriptionRow>(
  {
    userId: { type: String, required: true },
    shelfId: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { collection: 'shelf_subscriptions', versionKey: false },
);
/** A user's subscriptions, one per shelf. */
SubscriptionSchema.index({ userId: 1, shelfId: 1 }, { unique: true });
/** Subscriptions to a shelf that is removed. */
SubscriptionSchema.index({ shelfId: 1 });
