import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { SUBSCRIPTIONS, type SubscriptionRow } from './subscription.schema.js';

@Injectable()
export class SubscriptionRepository {
  constructor(@InjectModel(SUBSCRIPTIONS) private readonly subscriptions: Model<SubscriptionRow>) {}

  async add(userId: string, shelfId: string): Promise<void> {
    await this.subscriptions.updateOne(
      { userId, shelfId },
      { $setOnInsert: { createdAt: new Date() } },
      { upsert: true },
    );
  }

  /** @returns whether there was a subscription */
  async remove(userId: string, shelfId: string): Promise<boolean> {
    const { deletedCount } = await this.subscriptions.deleteOne({ userId, shelfId });
    return deletedCount > 0;
  }

  async removeAllOf(shelfId: string, tx: Tx): Promise<void> {
    await this.subscriptions.deleteMany({ shelfId }, { session: tx });
  }

  async removeUser(userId: string, tx: Tx): Promise<void> {
    await this.subscriptions.deleteMany({ userId }, { session: tx });
  }

  async exists(userId: string, shelfId: string): Promise<boolean> {
    return (await this.subscriptions.exists({ userId, shelfId })) !== null;
  }

  countOf(userId: string): Promise<number> {
    return this.subscriptions.countDocuments({ userId });
  }

  /** The shelves a user subscribes to, oldest subscription first. */
  async shelfIdsOf(userId: string): Promise<string[]> {
    const rows = await this.subscriptions
      .find({ userId })
      .sort({ createdAt: 1, _id: 1 })
      .lean<SubscriptionRow[]>()
      .exec();
    return rows.map(({ shelfId }) => shelfId);
  }
}
