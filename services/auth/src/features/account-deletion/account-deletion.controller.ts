import type {
  AccountDeletionResponse,
  DeleteAccountResponse,
} from '@hamkhan/contracts/http/account-deletion';
import type { Identity } from '@hamkhan/contracts/identity';
import { accountDeletionRoute, deleteAccountRoute } from '@hamkhan/contracts/routes/account-deletion';
import { CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../sessions/caller.js';
import { AccountDeletionService } from './account-deletion.service.js';

@Controller()
export class AccountDeletionController {
  constructor(private readonly deletions: AccountDeletionService) {}

  @Endpoint(accountDeletionRoute)
  get(): AccountDeletionResponse {
    return { status: 'success', delay_days: this.deletions.delayDays };
  }

  @Endpoint(deleteAccountRoute)
  async request(
    @Input() { body: { password } }: Input<typeof deleteAccountRoute>,
    @CurrentUser() user: Identity,
    @Req() request: FastifyRequest,
  ): Promise<DeleteAccountResponse> {
    const dueAt = await this.deletions.request(user, password, callerOf(request));
    return { status: 'success', deletes_at: dueAt.toISOString() };
  }
}
