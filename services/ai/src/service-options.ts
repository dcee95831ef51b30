import type { ServiceOptions } from '@hamkhan/platform/bootstrap';
import { AppModule } from './app.module.js';
import { loadAiConfig } from './config.js';

/** What this service is, from its environment (the process's own where none is given). @throws ConfigError */
export function aiService(env?: Record<string, string | undefined>): ServiceOptions {
  const config = loadAiConfig(env);
  return { name: 'ai', config, module: AppModule.for(config), consumerGroup: 'ai' };
}
