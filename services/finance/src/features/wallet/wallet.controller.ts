import type { WalletBalanceResponse } from '@hamkhan/contracts/http/finance';
import type { Identity } from '@hamkhan/contracts/identity';
import { Access, CurrentUser } from '@hamkhan/platform/http/access';
import { Controller, Get } from '@nestjs/common';
import { WalletService } from './wallet.service.js';

@Controller('api/finance/wallet')
export class WalletController {
  constructor(private readonly wallet: WalletService) {}

  @Get('balance/')
  @Access('user')
  async balance(@CurrentUser() user: Identity): Promise<WalletBalanceResponse> {
    return { status: 'success', balance: await this.wallet.balance(user.userId) };
  }
}
