import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { LedgerRepository } from './ledger.repository.js';
import { LEDGER, LedgerSchema } from './ledger.schema.js';
import { WalletController } from './wallet.controller.js';
import { WalletService } from './wallet.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: LEDGER, schema: LedgerSchema }])],
  controllers: [WalletController],
  providers: [LedgerRepository, WalletService],
})
export class WalletModule {}
