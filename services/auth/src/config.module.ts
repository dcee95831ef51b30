import { Module, type DynamicModule } from '@nestjs/common';
import { CONFIG, type AuthConfig } from './config.js';

/** Provides the configuration globally. */
@Module({})
export class ConfigModule {
  static for(config: AuthConfig): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [{ provide: CONFIG, useValue: config }],
      exports: [CONFIG],
    };
  }
}
