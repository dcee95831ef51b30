import { planTitle, type Subscription } from '@hamkhan/contracts/http/finance';
import type { Identity } from '@hamkhan/contracts/identity';
import { Injectable } from '@nestjs/common';
import { remainingDays } from './subscription.domain.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

@Injectable()
export class SubscriptionsService {
  constructor(private readonly subscriptions: SubscriptionsRepository) {}

  /** The active subscription of a user, or null. */
  async active(user: Identity): Promise<Subscription | null> {
    const now = new Date();
    const found = await this.subscriptions.findActive(user.userId, now);
    if (!found) return null;
    return {
      plan: found.plan,
      plan_display: planTitle(found.plan, user.language),
      status: found.status,
      is_active: found.isActive,
      expires_at: found.expiresAt.toISOString(),
      remaining_days: remainingDays(found.expiresAt, now),
    };
  }
}
