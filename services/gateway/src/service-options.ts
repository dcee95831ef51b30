import { randomUUID } from 'node:crypto';
import type { ServiceOptions } from '@hamkhan/platform/bootstrap';
import { AppModule } from './app.module.js';
import { loadGatewayConfig } from './config.js';
import { EdgeRoutes } from './features/edge/edge-routes.js';

/**
 * What this service is, from its environment (the process's own where none is given). Every instance has a Kafka group of
 * its own, since each must hear of every ended session; the broker forgets the groups of instances that are gone.
 * @throws ConfigError
 */
export function gatewayService(env?: Record<string, string | undefined>): ServiceOptions {
  const config = loadGatewayConfig(env);
  return {
    name: 'gateway',
    config,
    module: AppModule.for(config),
    consumerGroup: `gateway-${randomUUID()}`,
    // Without Kafka an ended session may live on in the cache for its 30 s; that is no reason to close the edge.
    isConsumerRequired: false,
    configureHttp: (app) => app.get(EdgeRoutes).register(app),
  };
}
