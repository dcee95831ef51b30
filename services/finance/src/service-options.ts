import type { ServiceOptions } from '@hamkhan/platform/bootstrap';
import { AppModule } from './app.module.js';
import { loadFinanceConfig } from './config.js';

/** Start options of this service, from `env` or else the environment of the process. @throws ConfigError */
export function financeService(env?: Record<string, string | undefined>): ServiceOptions {
  const config = loadFinanceConfig(env);
  return { name: 'finance', config, module: AppModule.for(config), consumerGroup: 'finance' };
}
