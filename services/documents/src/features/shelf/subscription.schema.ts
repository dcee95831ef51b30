import mongoose from 'mongoose';

/** A user follows a public shelf of someone else (ACC-SHELF-19). */
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
/** What a user follows; once each. */
SubscriptionSchema.index({ userId: 1, shelfId: 1 }, { unique: true });
/** Who follows a shelf that goes away. */
SubscriptionSchema.index({ shelfId: 1 });
