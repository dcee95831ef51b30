import { PlatformModule } from '@hamkhan/platform/platform-module';
import { Module, type DynamicModule } from '@nestjs/common';
import type { FinanceConfig } from './config.js';
import { KnownUsersModule } from '@hamkhan/platform/known-users/known-users.module';
import { SubscriptionsModule } from './features/subscriptions/subscriptions.module.js';
import { WalletModule } from './features/wallet/wallet.module.js';

/** Money: ledger, wallet and subscriptions. */
@Module({})
export class AppModule {
  static for(config: FinanceConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.forRoot({ name: 'finance', config, errorStyle: 'finance' }),
        KnownUsersModule,
        WalletModule,
        SubscriptionsModule,
      ],
    };
  }
}
