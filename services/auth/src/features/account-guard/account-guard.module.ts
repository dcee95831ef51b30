import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { CaptchaModule } from '../captcha/captcha.module.js';
import { AccountGuard } from './account-guard.service.js';
import { KNOWN_ADDRESS, KnownAddressSchema } from './known-address.schema.js';
import { KnownAddressesRepository } from './known-addresses.repository.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: KNOWN_ADDRESS, schema: KnownAddressSchema }]), CaptchaModule],
  providers: [KnownAddressesRepository, AccountGuard],
  exports: [AccountGuard],
})
export class AccountGuardModule {}
