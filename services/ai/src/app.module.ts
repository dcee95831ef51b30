import { PlatformModule } from '@hamkhan/platform/platform-module';
import { Module, type DynamicModule } from '@nestjs/common';
import type { AiConfig } from './config.js';
import { KnownUsersModule } from '@hamkhan/platform/known-users/known-users.module';

/** Home of the assistant, talk mode and practice cards. */
@Module({})
export class AppModule {
  static for(config: AiConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [PlatformModule.forRoot({ name: 'ai', config, errorStyle: 'status' }), KnownUsersModule],
    };
  }
}
