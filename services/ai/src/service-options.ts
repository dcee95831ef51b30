import type { ServiceOptions } from '@hamkhan/platform/bootstrap';
import { AppModule } from './app.module.js';
import { loadAiConfig } from './config.js';

/** Start options of this service, from `env` or else the environment of the process. @throws ConfigError */
export function aiService(env?: Record<string, string | undefined>): ServiceOptions {
  const config = loadAiConfig(env);
  return { name: 'ai', config, module: AppModule.for(config), consumerGroup: 'ai' };
}
