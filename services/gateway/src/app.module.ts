import { PlatformModule } from '@hamkhan/platform/platform-module';
import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule } from './config.module.js';
import type { GatewayConfig } from './config.js';
import { EdgeModule } from './features/edge/edge.module.js';

/** The public edge: authenticates requests and routes them to services, without business rules. */
@Module({})
export class AppModule {
  static for(config: GatewayConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.forRoot({ name: 'gateway', config, errorStyle: 'status' }),
        ConfigModule.for(config),
        EdgeModule,
      ],
    };
  }
}
