import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { SUBSCRIPTION, type SubscriptionRow } from './subscription.schema.js';

export type ActiveSubscription = Pick<SubscriptionRow, 'plan' | 'status' | 'isActive' | 'expiresAt'>;

@Injectable()
export class SubscriptionsRepository {
  constructor(@InjectModel(SUBSCRIPTION) private readonly subscriptions: Model<SubscriptionRow>) {}

  /** The subscription that is active by status, flag and end date (C16). */
  findActive(userId: string, now: Date): Promise<ActiveSubscription | null> {
    return this.subscriptions
      .findOne({ userId, status: 'active', isActive: true, expiresAt: { $gt: now } })
      .select({ _id: 0, plan: 1, status: 1, isActive: 1, expiresAt: 1 })
      .lean();
  }
}
