import { Module, type DynamicModule } from '@nestjs/common';
import { CONFIG, type PipelineConfig } from './config.js';

/** Provides the checked configuration to all features. */
@Module({})
export class ConfigModule {
  static for(config: PipelineConfig): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [{ provide: CONFIG, useValue: config }],
      exports: [CONFIG],
    };
  }
}
