import type { OutgoingHttpHeaders } from 'node:http';
import { CORRELATION_HEADER } from '@hamkhan/contracts/identity';
import { apiDocsFileRoute, apiDocsRoute, openApiDocumentRoute } from '@hamkhan/contracts/routes/api-docs';
import { fetchCsrfRoute } from '@hamkhan/contracts/routes/sign-in';
import { AppError } from '@hamkhan/platform/app-error';
import { ErrorFilter, type ErrorStyle } from '@hamkhan/platform/http/error-filter';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Injectable } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiDocs } from '../api-docs/api-docs.js';
import { ApiProxy } from '../proxy/api-proxy.js';
import { errorStyleOf, PROXIED_ROUTES, type ProxiedRoute } from '../proxy/proxied-routes.js';
import { WebApp } from '../web-app/web-app.js';
import { clientOf, type Client } from '../client/client.js';
import { csrfCookie } from '../client/cookies.domain.js';
import { apiSecurityHeaders } from '../web-app/security-headers.domain.js';
import { inOrder } from './in-order.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const HEADERS_TIMEOUT_MS = 15_000;
/** A little more than the longest allowed upload (30 min, G74); other bodies have a deadline of their own. */
const REQUEST_TIMEOUT_MS = 31 * 60_000;
/** Idle timeout of a connection; above the longest response timeout. */
const IDLE_TIMEOUT_MS = 330_000;

declare module 'fastify' {
  interface FastifyRequest {
    client: Client;
  }
}

/**
 * Registers the routes of the gateway directly with Fastify: Nest's guards and interceptors would cost three quarters of the
 * throughput, and forwarded requests need none of them.
 */
@Injectable()
export class EdgeRoutes {
  private readonly errors: Readonly<Record<ErrorStyle, ErrorFilter>>;

  constructor(
    private readonly proxy: ApiProxy,
    private readonly webApp: WebApp,
    private readonly apiDocs: ApiDocs,
    @InjectLogger() logger: Logger,
  ) {
    const filter = (style: ErrorStyle) => new ErrorFilter(style, logger);
    this.errors = { form: filter('form'), status: filter('status'), finance: filter('finance') };
  }

  register(app: NestFastifyApplication): void {
    const server = app.getHttpServer();
    server.headersTimeout = HEADERS_TIMEOUT_MS;
    server.requestTimeout = REQUEST_TIMEOUT_MS;
    server.timeout = IDLE_TIMEOUT_MS;
    const fastify = app.getHttpAdapter().getInstance();
    fastify.decorateRequest('client');
    fastify.addHook('onRequest', (request, reply, done) => {
      request.client = clientOf(request);
      void reply.headers(apiSecurityHeaders(request.client.https));
      inOrder(request.raw, reply.raw, done);
    });
    void fastify.register((scope, _options, done) => {
      // Bodies are streamed to the services, not parsed.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
      this.addRoutes(scope);
      done();
    });
  }

  private addRoutes(scope: FastifyInstance): void {
    for (const route of PROXIED_ROUTES) {
      scope.route({
        method: route.method,
        url: route.path,
        handler: (request, reply) => this.forward(request, reply, route),
      });
    }
    scope.get(fetchCsrfRoute.path, (request, reply) => {
      void reply
        .header('set-cookie', csrfCookie(request.headers.cookie, request.client.https))
        .header('cache-control', 'no-store')
        .send({ status: 'success' });
    });
    for (const { path } of [apiDocsRoute, openApiDocumentRoute, apiDocsFileRoute]) {
      scope.get(path, async (request, reply) => {
        if (!(await this.apiDocs.serve(request, reply, request.client.https)))
          this.answerNotFound(request, reply);
        return reply;
      });
    }
    for (const url of ['/api', '/api/*', '/internal', '/internal/*']) {
      scope.route({ method: METHODS, url, handler: (request, reply) => this.answerNotFound(request, reply) });
    }
    scope.get('/*', (request, reply) => {
      if (!this.webApp.serve(request, reply, request.client.https)) this.answerNotFound(request, reply);
    });
  }

  private answerNotFound(request: FastifyRequest, reply: FastifyReply): void {
    this.errors[errorStyleOf(request.url)].answer(new AppError('COMMON.NOT_FOUND'), request, reply);
  }

  private forward(request: FastifyRequest, reply: FastifyReply, route: ProxiedRoute): void {
    const headers = reply.getHeaders() as OutgoingHttpHeaders;
    reply.hijack();
    void this.proxy.handle(
      {
        request: request.raw,
        response: reply.raw,
        headers,
        correlationId: String(headers[CORRELATION_HEADER]),
        client: request.client,
      },
      route,
    );
  }
}
