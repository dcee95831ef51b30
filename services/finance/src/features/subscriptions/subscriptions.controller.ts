import type { ActiveSubscriptionResponse } from '@hamkhan/contracts/http/finance';
import type { Identity } from '@hamkhan/contracts/identity';
import { Access, CurrentUser } from '@hamkhan/platform/http/access';
import { Controller, Get } from '@nestjs/common';
import { SubscriptionsService } from './subscriptions.service.js';

@Controller('api/finance/subscription')
export class SubscriptionsController {
  constructor(private readonly subscriptions: SubscriptionsService) {}

  @Get('active/')
  @Access('user')
  async active(@CurrentUser() user: Identity): Promise<ActiveSubscriptionResponse> {
    return { status: 'success', subscription: await this.subscriptions.active(user) };
  }
}
