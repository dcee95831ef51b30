import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { ERRORS, type ErrorCode } from '@hamkhan/contracts/errors';
import { AppError } from '@hamkhan/platform/app-error';
import { preferredLanguage } from '@hamkhan/platform/http/accept-language';
import { errorBody } from '@hamkhan/platform/http/error-filter';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { Injectable, type BeforeApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { CSRF_HEADER, hasValidCsrfToken, readCookie, SESSION_COOKIE } from '../client/cookies.domain.js';
import type { Client } from '../client/client.js';
import { IdentityService } from '../identity/identity.service.js';
import type { CachedIdentity } from '../identity/token-cache.js';
import { checkApiPath } from './api-path.domain.js';
import { BodyGate, BodyTooLargeError, ClientGoneError } from './body-gate.js';
import { Exchange } from './exchange.js';
import { requestHeaders, responseHeaders } from './forwarded-headers.domain.js';
import type { ProxiedRoute } from './proxied-routes.js';
import { RefusalLog } from '../refusals/refusal-log.js';
import { Upstreams } from '../upstreams/upstreams.js';

const SAFE_METHODS = new Set(['GET', 'HEAD']);
const BEARER = /^Bearer +(\S+)$/i;
/** Idle timeout in the middle of a response; event streams have none. */
const BODY_TIMEOUT_MS = 60_000;
/** A rejected body up to this size is read to its end, so that the client can read the response. */
const MAX_DISCARDED_BYTES = 256 * 1024 * 1024;
/** Larger uploads use the pool of long exchanges. */
const LONG_BODY_BYTES = 1024 * 1024;
/** How long open exchanges may take to end during shutdown. */
const DRAIN_MS = 15_000;

/** A request to the API. */
export type Call = {
  request: IncomingMessage;
  response: ServerResponse;
  /** Headers of every response: correlation id, security. */
  headers: OutgoingHttpHeaders;
  correlationId: string;
  client: Client;
  /** Set once its token is resolved. */
  caller?: CachedIdentity;
};

/** Streams requests to the services and their responses back, without buffering. */
@Injectable()
export class ApiProxy implements OnModuleDestroy, BeforeApplicationShutdown {
  private readonly exchanges = new Set<Exchange>();
  private isStopping = false;

  constructor(
    private readonly upstreams: Upstreams,
    private readonly identities: IdentityService,
    private readonly refusals: RefusalLog,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Handles a request; failures are answered in the error format of the route. */
  async handle(call: Call, route: ProxiedRoute): Promise<void> {
    call.response.once('close', () => this.noteOutcome(call, route));
    try {
      await this.checkAndForward(call, route);
    } catch (error) {
      this.sendError(call, route, error);
    }
  }

  /** Ends event streams first, because they never end by themselves. */
  onModuleDestroy(): void {
    this.isStopping = true;
    for (const exchange of this.exchanges) if (exchange.isStream) exchange.endStream();
  }

  /** Closes the exchanges that are still open after the drain time. */
  beforeApplicationShutdown(): void {
    setTimeout(() => {
      for (const exchange of this.exchanges) exchange.destroy();
    }, DRAIN_MS).unref();
  }

  private async checkAndForward(call: Call, route: ProxiedRoute): Promise<void> {
    const { request } = call;
    const verdict = checkApiPath(request.url ?? '');
    if (verdict === 'not-found') throw new AppError('COMMON.NOT_FOUND');
    if (verdict !== 'forward') {
      this.send(call, 308, { location: verdict.redirectTo, 'content-length': 0 }, '');
      return;
    }
    const caller = route.ignoresToken ? null : await this.callerOf(call);
    const isUnsafe = !SAFE_METHODS.has(request.method ?? '');
    const cookie = readCookie(request.headers.cookie, SESSION_COOKIE);
    if (isUnsafe && !caller && cookie !== null) {
      const isValid = hasValidCsrfToken(request.headers.cookie, request.headers[CSRF_HEADER]);
      if (!isValid) throw new AppError('COMMON.CSRF');
    }
    if (Number(request.headers['content-length'] ?? 0) > route.maxBodyBytes) {
      throw new AppError('COMMON.PAYLOAD_TOO_LARGE');
    }
    if (call.response.destroyed) return;
    this.forward(call, route, caller, cookie);
  }

  /** Resolves the bearer token. An invalid token is rejected even on routes open to guests (C28). */
  private async callerOf(call: Call): Promise<CachedIdentity | null> {
    const { request, correlationId } = call;
    const { authorization } = request.headers;
    if (authorization === undefined) return null;
    const token = BEARER.exec(authorization)?.[1];
    const resolved = token === undefined ? null : this.identities.resolve(token, correlationId);
    const caller = resolved instanceof Promise ? await resolved : resolved;
    if (!caller) throw new AppError('AUTH.LOGIN_REQUIRED');
    call.caller = caller;
    return caller;
  }

  private forward(
    call: Call,
    route: ProxiedRoute,
    caller: CachedIdentity | null,
    cookie: string | null,
  ): void {
    const { request, response } = call;
    const method = request.method ?? 'GET';
    const contentLength = request.headers['content-length'] ?? null;
    const hasBody = request.headers['transfer-encoding'] !== undefined || Number(contentLength) > 0;
    const wantsStream = request.headers.accept?.includes('text/event-stream') ?? false;
    const isLongBody = hasBody && !(Number(contentLength ?? Infinity) <= LONG_BODY_BYTES);
    const isLong = wantsStream || route.isLong || isLongBody;
    const changesAccount = route.upstream === 'auth' && !SAFE_METHODS.has(method);

    const exchange = new Exchange(response, {
      onStart: (status, headers) => {
        // The next request must see the change, e.g. an ended session, before its event arrives.
        if (changesAccount && caller) this.identities.invalidateUser(caller.userId);
        response.writeHead(status, { ...call.headers, ...responseHeaders(headers) });
        if (this.isStopping && exchange.isStream) exchange.endStream();
      },
      onFailure: (error) => this.sendError(call, route, error),
      onEnd: () => this.exchanges.delete(exchange),
    });
    this.exchanges.add(exchange);
    this.upstreams.pool(route.upstream, isLong ? 'streams' : 'calls').dispatch(
      {
        path: request.url ?? '/',
        method,
        headers: requestHeaders(request.headers, {
          correlationId: call.correlationId,
          address: call.client.address,
          https: call.client.https,
          identity: caller?.header ?? null,
          cookie: cookie === null ? null : `${SESSION_COOKIE}=${cookie}`,
          contentLength: hasBody ? contentLength : null,
        }),
        body: hasBody ? new BodyGate(request, route.maxBodyBytes) : null,
        headersTimeout: route.respondWithinMs,
        bodyTimeout: wantsStream ? 0 : BODY_TIMEOUT_MS,
      },
      exchange,
    );
  }

  private noteOutcome({ request, response, client, caller }: Call, route: ProxiedRoute): void {
    if (!response.headersSent) return;
    this.refusals.note({
      ip: client.address,
      userId: caller?.userId ?? null,
      impersonatedBy: caller?.impersonatedBy ?? null,
      method: request.method ?? 'GET',
      route: route.path,
      status: response.statusCode,
    });
  }

  private sendError(call: Call, route: ProxiedRoute, thrown: unknown): void {
    const error = failureOf(thrown);
    if (!error || call.response.headersSent || call.response.destroyed) return;
    if (error.status >= 500) {
      const { method, url } = call.request;
      const facts = { err: thrown, correlationId: call.correlationId, method, path: url?.split('?')[0] };
      this.logger.warn({ ...facts, upstream: route.upstream }, error.code);
    }
    const language = preferredLanguage(call.request.headers['accept-language']);
    const body = JSON.stringify(errorBody(error, route.style, language));
    this.send(
      call,
      error.status,
      {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        'cache-control': 'no-store',
        ...extraHeaders(error.code),
      },
      body,
    );
  }

  private send(call: Call, status: number, headers: OutgoingHttpHeaders, body: string): void {
    const { request, response } = call;
    const declared = Number(request.headers['content-length'] ?? 0);
    const hasUnknownLength = !request.complete && request.headers['transfer-encoding'] !== undefined;
    if (hasUnknownLength || declared > MAX_DISCARDED_BYTES) response.shouldKeepAlive = false;
    response.writeHead(status, { ...call.headers, ...headers });
    response.end(request.method === 'HEAD' ? undefined : body);
  }
}

/** The error to send for a failure, or null when the client is gone. */
function failureOf(thrown: unknown): AppError | null {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof ClientGoneError) return null;
  if (thrown instanceof BodyTooLargeError) return new AppError('COMMON.PAYLOAD_TOO_LARGE', { cause: thrown });
  const { code } = thrown as { code?: unknown };
  if (code === 'UND_ERR_INVALID_ARG') return new AppError('COMMON.VALIDATION_FAILED', { cause: thrown });
  return new AppError('COMMON.UNAVAILABLE', { cause: thrown });
}

function extraHeaders(code: ErrorCode): OutgoingHttpHeaders {
  if (ERRORS[code].http === 401) return { 'www-authenticate': 'Bearer' };
  return code === 'COMMON.UNAVAILABLE' ? { 'retry-after': '2' } : {};
}
