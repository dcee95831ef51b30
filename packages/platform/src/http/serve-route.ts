import type { Identity } from '@hamkhan/contracts/identity';
import type { ParamsOf, Route } from '@hamkhan/contracts/routes/route';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { assertAccess, identityOf } from './access.js';
import { IdentityToken } from './identity-token.js';

/** The path parameters of a route; the handler validates the query. */
export type RouteRequest<R extends Route> = FastifyRequest<{ Params: ParamsOf<R> }>;
type Handler<R extends Route> = (
  request: RouteRequest<R>,
  reply: FastifyReply,
  identity: Identity | null,
) => Promise<FastifyReply>;

/**
 * Serves a route of the table straight on Fastify, for responses that Nest's guards, pipes and interceptors would slow down.
 * Access and errors are handled as in a controller.
 */
export function serveRoute<R extends Route>(app: NestFastifyApplication, route: R, handle: Handler<R>): void {
  const tokens = app.get(IdentityToken);
  app
    .getHttpAdapter()
    .getInstance()
    .route<{ Params: ParamsOf<R> }>({
      method: route.method,
      url: route.path,
      exposeHeadRoute: !('events' in route.response),
      // Nest's error handler passes exceptions to the ErrorFilter of the service.
      handler: async (request, reply) => {
        const identity = identityOf(request, tokens);
        assertAccess(route, identity);
        return handle(request, reply, identity);
      },
    });
}
