import type { ServiceOptions } from '@hamkhan/platform/bootstrap';
import { AppModule } from './app.module.js';
import { loadAuthConfig } from './config.js';

/** Start options of this service, from `env` or else the environment of the process. @throws ConfigError */
export function authService(env?: Record<string, string | undefined>): ServiceOptions {
  const config = loadAuthConfig(env);
  return {
    name: 'auth',
    config,
    module: AppModule.for(config),
    consumerGroup: 'auth',
    // The consumer only feeds the security log; sign-in goes on while Kafka is away.
    isConsumerRequired: false,
  };
}
