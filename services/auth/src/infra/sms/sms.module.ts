import { Module, type DynamicModule } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import type { AuthConfig } from '../../config.js';
import { ConsoleSmsSender } from './console-sms-sender.js';
import { KavenegarSmsSender } from './kavenegar-sms-sender.js';
import { SMS_MESSAGE, SmsMessageSchema } from './sms-message.schema.js';
import { SmsOutboxController } from './sms-outbox.controller.js';
import { SmsOutboxRepository } from './sms-outbox.repository.js';
import { SmsSender } from './sms-sender.js';

/** Provides the configured `SmsSender`. */
@Module({})
export class SmsModule {
  static for(config: AuthConfig): DynamicModule {
    if (config.SMS_PROVIDER === 'kavenegar') {
      return {
        module: SmsModule,
        providers: [{ provide: SmsSender, useFactory: () => new KavenegarSmsSender(config) }],
        exports: [SmsSender],
        global: true,
      };
    }
    return {
      module: SmsModule,
      imports: [MongooseModule.forFeature([{ name: SMS_MESSAGE, schema: SmsMessageSchema }])],
      controllers: [SmsOutboxController],
      providers: [
        SmsOutboxRepository,
        {
          provide: SmsSender,
          useFactory: (outbox: SmsOutboxRepository) => new ConsoleSmsSender(outbox),
          inject: [SmsOutboxRepository],
        },
      ],
      exports: [SmsSender],
      global: true,
    };
  }
}
