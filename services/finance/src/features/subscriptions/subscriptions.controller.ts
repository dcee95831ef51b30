import type { ActiveSubscriptionResponse } from '@hamkhan/contracts/http/finance';
import type { Identity } from '@hamkhan/contracts/identity';
import { activeSubscriptionRoute } from '@hamkhan/contracts/routes/finance';
import { CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint } from '@hamkhan/platform/http/endpoint';
import { Controller } from '@nestjs/common';
import { SubscriptionsService } from './subscriptions.service.js';

@Controller()
export class SubscriptionsController {
  constructor(private readonly subscriptions: SubscriptionsService) {}

  @Endpoint(activeSubscriptionRoute)
  async active(@CurrentUser() user: Identity): Promise<ActiveSubscriptionResponse> {
    return { status: 'success', subscription: await this.subscriptions.active(user) };
  }
}
