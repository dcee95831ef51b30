import type { ServiceOptions } from '@hamkhan/platform/bootstrap';
import { AppModule } from './app.module.js';
import { loadAuthConfig } from './config.js';

/** What this service is, from its environment (the process's own where none is given). @throws ConfigError */
export function authService(env?: Record<string, string | undefined>): ServiceOptions {
  const config = loadAuthConfig(env);
  return { name: 'auth', config, module: AppModule.for(config) };
}
