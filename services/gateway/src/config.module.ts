import { Module, type DynamicModule } from '@nestjs/common';
import { CONFIG, type GatewayConfig } from './config.js';

/** Provides the configuration globally. */
@Module({})
export class ConfigModule {
  static for(config: GatewayConfig): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [{ provide: CONFIG, useValue: config }],
      exports: [CONFIG],
    };
  }
}
