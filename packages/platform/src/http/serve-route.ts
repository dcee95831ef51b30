import type { Identity } from '@hamkhan/contracts/identity';
import type { ParamsOf, Route } from '@hamkhan/contracts/routes/route';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../observability/logger.js';
import { LOGGER } from '../platform-module.js';
import { assertAccess, identityOf } from './access.js';
import { ErrorFilter } from './error-filter.js';
import { IdentityToken } from './identity-token.js';

/** What a request of a route names in its path; the query is validated by the handler. */
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
  const errors = new ErrorFilter('status', app.get<Logger>(LOGGER));
  app
    .getHttpAdapter()
    .getInstance()
    .route<{ Params: ParamsOf<R> }>({
      method: route.method,
      url: route.path,
      exposeHeadRoute: !('events' in route.response),
      handler: async (request, reply) => {
        try {
          const identity = identityOf(request, tokens);
          assertAccess(route, identity);
          return await handle(request, reply, identity);
        } catch (error) {
          errors.answer(error, request, reply);
          return reply;
        }
      },
    });
}
