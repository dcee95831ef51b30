import { createServer, type Server } from 'node:http';
import type { Health } from './health.js';
import type { Metrics } from './metrics.js';

/** A registered route: `{ method: 'GET', url: '/api/user/profile' }`. */
export type ServedRoute = { method: string; url: string };

/** Serves /health/live, /health/ready, /metrics and /routes on a separate, non-public port. */
export async function startAdminServer(
  host: string,
  port: number,
  health: Health,
  metrics: Metrics,
  routes: readonly ServedRoute[],
): Promise<Server> {
  const server = createServer((request, response) => {
    const respond = (status: number, type: string, body: string): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    };
    const handle = async (): Promise<void> => {
      switch (request.url) {
        case '/health/live':
        case '/health/ready': {
          const outcome = request.url.endsWith('live') ? await health.live() : await health.ready();
          return respond(outcome.ok ? 200 : 503, 'application/json', JSON.stringify(outcome));
        }
        case '/metrics':
          return respond(200, metrics.registry.contentType, await metrics.registry.metrics());
        case '/routes':
          return respond(200, 'application/json', JSON.stringify(routes));
        default:
          return respond(404, 'text/plain', 'not found');
      }
    };
    handle().catch(() => respond(500, 'text/plain', 'failed'));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}
