import { PlatformModule } from '@hamkhan/platform/platform-module';
import { Module, type DynamicModule } from '@nestjs/common';
import type { AiConfig } from './config.js';
import { KnownUsersModule } from './features/known-users/known-users.module.js';

/** Assistant, talk mode and practice cards will live here; it knows the users already. */
@Module({})
export class AppModule {
  static for(config: AiConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [PlatformModule.forRoot({ name: 'ai', config, errorStyle: 'status' }), KnownUsersModule],
    };
  }
}
