import type { WalletBalanceResponse } from '@hamkhan/contracts/http/finance';
import type { Identity } from '@hamkhan/contracts/identity';
import { walletBalanceRoute } from '@hamkhan/contracts/routes/finance';
import { CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint } from '@hamkhan/platform/http/endpoint';
import { Controller } from '@nestjs/common';
import { WalletService } from './wallet.service.js';

@Controller()
export class WalletController {
  constructor(private readonly wallet: WalletService) {}

  @Endpoint(walletBalanceRoute)
  async balance(@CurrentUser() user: Identity): Promise<WalletBalanceResponse> {
    return { status: 'success', balance: await this.wallet.balance(user.userId) };
  }
}
