import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { ERRORS, type ErrorCode } from '@hamkhan/contracts/errors';
import { AppError } from '@hamkhan/platform/app-error';
import type { BodyRate } from '@hamkhan/platform/http/body-rate';
import { preferredLanguage } from '@hamkhan/platform/http/accept-language';
import { errorBody } from '@hamkhan/platform/http/error-filter';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, type GatewayConfig } from '../../config.js';
import { Admission, type Visit } from '../admission/admission.js';
import { CSRF_HEADER, hasValidCsrfToken, readCookie, SESSION_COOKIE } from '../client/cookies.domain.js';
import type { Client } from '../client/client.js';
import { IdentityService } from '../identity/identity.service.js';
import type { CachedIdentity } from '../identity/token-cache.js';
import { checkApiPath } from './api-path.domain.js';
import { BodyTooLargeError, ClientGoneError } from './body-errors.js';
import { BodyGate, type GateLimits } from './body-gate.js';
import { BodyReader } from './body-reader.js';
import { Exchange, LONG_CALL, SHORT_CALL } from './exchange.js';
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

/** The body of a request: none, whole, or an upload that is streamed within its limits. */
type Body = Buffer | GateLimits | null;
type Forwarded = { caller: CachedIdentity | null; cookie: string | null; body: Body };

/** Forwards requests to the services and streams uploads and responses. */
@Injectable()
export class ApiProxy implements OnModuleDestroy, BeforeApplicationShutdown {
  private readonly uploadRate: BodyRate;
  private readonly exchanges = new Set<Exchange>();
  private isStopping = false;

  constructor(
    private readonly upstreams: Upstreams,
    private readonly identities: IdentityService,
    private readonly refusals: RefusalLog,
    private readonly admission: Admission,
    private readonly bodies: BodyReader,
    @Inject(CONFIG) config: GatewayConfig,
    @InjectLogger() private readonly logger: Logger,
  ) {
    this.uploadRate = {
      bytesPerSecond: config.UPLOAD_MIN_BYTES_PER_SECOND,
      windowMs: config.UPLOAD_RATE_WINDOW_SECONDS * 1_000,
    };
  }

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
    const visit = this.admission.enter(call.client.address);
    call.response.once('close', () => visit.leave());
    const caller = route.ignoresToken ? null : await this.callerOf(call);
    const userId = caller?.userId ?? null;
    if (route.isEventStream) visit.becomeStream(userId);
    else if (userId !== null) visit.identify(userId);
    const cookie = readCookie(request.headers.cookie, SESSION_COOKIE);
    if (!SAFE_METHODS.has(request.method ?? '') && !caller && cookie !== null) {
      const isValid = hasValidCsrfToken(request.headers.cookie, request.headers[CSRF_HEADER]);
      if (!isValid) throw new AppError('COMMON.CSRF');
    }
    if (route.isForUsers && !caller) throw new AppError('AUTH.LOGIN_REQUIRED');
    const body = await this.bodyOf(request, route, visit);
    if (!call.response.destroyed) this.forward(call, route, { caller, cookie, body });
  }

  /** The body for the service: an upload as a stream, anything else whole. */
  private async bodyOf(request: IncomingMessage, route: ProxiedRoute, visit: Visit): Promise<Body> {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (encoding === undefined && !(Number(length) > 0)) return null;
    const maxBytes = route.maxBodyBytes;
    if (Number(length ?? 0) > maxBytes) throw new BodyTooLargeError();
    return route.isUpload ? { maxBytes, rate: this.uploadRate } : this.bodies.read(request, maxBytes, visit);
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

  private forward(call: Call, route: ProxiedRoute, { caller, cookie, body }: Forwarded): void {
    const { request, response } = call;
    const method = request.method ?? 'GET';
    const { isLong, isEventStream } = route;
    const changesAccount = route.upstream === 'auth' && !SAFE_METHODS.has(method);
    const hooks = {
      onStart: (status: number, headers: IncomingHttpHeaders) => {
        // The next request must see the change, e.g. an ended session, before its event arrives.
        if (changesAccount && caller) this.identities.invalidateUser(caller.userId);
        response.writeHead(status, { ...call.headers, ...responseHeaders(headers) });
        if (this.isStopping && exchange.isStream) exchange.endStream();
      },
      onFailure: (error: Error) => this.sendError(call, route, error),
      onEnd: () => this.exchanges.delete(exchange),
    };
    const exchange = new Exchange(response, hooks, isLong ? LONG_CALL : SHORT_CALL);
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
          contentLength: lengthOf(request, body),
        }),
        body: body === null || Buffer.isBuffer(body) ? body : new BodyGate(request, body),
        headersTimeout: route.respondWithinMs,
        bodyTimeout: isEventStream ? 0 : BODY_TIMEOUT_MS,
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
    if (!request.complete) {
      const declared = Number(request.headers['content-length'] ?? 0);
      const isEndless = request.headers['transfer-encoding'] !== undefined || declared > MAX_DISCARDED_BYTES;
      if (isEndless || status === ERRORS['COMMON.REQUEST_TIMEOUT'].http) response.shouldKeepAlive = false;
    }
    response.writeHead(status, { ...call.headers, ...headers });
    response.end(request.method === 'HEAD' ? undefined : body);
  }
}

/** The declared length of a body; undici chunks a stream without one. */
function lengthOf(request: IncomingMessage, body: Body): string | null {
  if (body === null) return null;
  return Buffer.isBuffer(body) ? String(body.length) : (request.headers['content-length'] ?? null);
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

const RETRY_SOON: ReadonlySet<ErrorCode> = new Set([
  'COMMON.UNAVAILABLE',
  'COMMON.TOO_MANY_OPEN_REQUESTS',
  'COMMON.TOO_MANY_EVENT_STREAMS',
]);

function extraHeaders(code: ErrorCode): OutgoingHttpHeaders {
  if (ERRORS[code].http === 401) return { 'www-authenticate': 'Bearer' };
  return RETRY_SOON.has(code) ? { 'retry-after': '2' } : {};
}
