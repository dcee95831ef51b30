import { randomUUID } from 'node:crypto';
import type { ServiceOptions } from '@hamkhan/platform/bootstrap';
import { AppModule } from './app.module.js';
import { loadGatewayConfig } from './config.js';
import { EdgeRoutes } from './features/edge/edge-routes.js';

/**
 * Start options of the gateway, from `env` or else the environment of the process. Every instance has its own Kafka group,
 * because each must receive every ended session; the broker removes groups of stopped instances.
 * @throws ConfigError
 */
export function gatewayService(env?: Record<string, string | undefined>): ServiceOptions {
  const config = loadGatewayConfig(env);
  return {
    name: 'gateway',
    config,
    module: AppModule.for(config),
    consumerGroup: `gateway-${randomUUID()}`,
    // Without Kafka an ended session stays cached for up to 30 s; that does not justify an outage of the gateway.
    isConsumerRequired: false,
    trustedProxies: config.TRUSTED_PROXIES,
    configureHttp: (app) => app.get(EdgeRoutes).register(app),
  };
}
