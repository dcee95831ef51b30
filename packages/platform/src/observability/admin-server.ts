import { createServer, type Server } from 'node:http';
import type { Health } from './health.js';
import type { Metrics } from './metrics.js';

/** A route this process answers, as its framework knows it: `{ method: 'GET', url: '/api/user/profile' }`. */
export type ServedRoute = { method: string; url: string };

/** Serves /health/live, /health/ready, /metrics and /routes on a port of their own, away from the public one. */
export async function startAdminServer(
  host: string,
  port: number,
  health: Health,
  metrics: Metrics,
  routes: readonly ServedRoute[],
): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, body: string): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    };
    const handle = async (): Promise<void> => {
      switch (request.url) {
        case '/health/live':
        case '/health/ready': {
          const outcome = request.url.endsWith('live') ? await health.live() : await health.ready();
          return answer(outcome.ok ? 200 : 503, 'application/json', JSON.stringify(outcome));
        }
        case '/metrics':
          return answer(200, metrics.registry.contentType, await metrics.registry.metrics());
        case '/routes':
          return answer(200, 'application/json', JSON.stringify(routes));
        default:
          return answer(404, 'text/plain', 'not found');
      }
    };
    handle().catch(() => answer(500, 'text/plain', 'failed'));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}
