import type { ServiceOptions } from '@hamkhan/platform/bootstrap';
import { AppModule } from './app.module.js';
import { loadFinanceConfig } from './config.js';

/** What this service is, from its environment (the process's own where none is given). @throws ConfigError */
export function financeService(env?: Record<string, string | undefined>): ServiceOptions {
  const config = loadFinanceConfig(env);
  return { name: 'finance', config, module: AppModule.for(config), consumerGroup: 'finance' };
}
