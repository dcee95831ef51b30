import type { Plan, SubscriptionStatus } from '@hamkhan/contracts/http/finance';
import { PLANS, SUBSCRIPTION_STATUSES } from '@hamkhan/contracts/http/finance';
import mongoose from 'mongoose';

export type SubscriptionRow = {
  _id: mongoose.Types.ObjectId;
  userId: string;
  plan: Plan;
  status: SubscriptionStatus;
  isActive: boolean;
  expiresAt: Date;
};

export const SUBSCRIPTION = 'Subscription';
export const SubscriptionSchema = new mongoose.Schema<SubscriptionRow>(
  {
    userId: { type: String, required: true },
    plan: { type: String, enum: PLANS, required: true },
    status: { type: String, enum: SUBSCRIPTION_STATUSES, required: true },
    isActive: { type: Boolean, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'subscriptions', versionKey: false },
);
/** The active subscription; at most one per user (C16). */
SubscriptionSchema.index(
  { userId: 1 },
  { unique: true, partialFilterExpression: { status: 'active', isActive: true } },
);
