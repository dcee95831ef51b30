import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { ERRORS, type ErrorCode } from '@hamkhan/contracts/errors';
import { AppError } from '@hamkhan/platform/app-error';
import { errorBody } from '@hamkhan/platform/http/error-filter';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { Injectable, type BeforeApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { CSRF_HEADER, isCsrfProven, readCookie, SESSION_COOKIE } from '../edge/cookies.domain.js';
import type { Client } from '../edge/client-address.domain.js';
import { IdentityService } from '../identity/identity.service.js';
import type { Known } from '../identity/token-cache.domain.js';

import { judgeApiPath } from './api-path.domain.js';
import { BodyGate, BodyTooLargeError, ClientGoneError } from './body-gate.js';
import { Exchange } from './exchange.js';
import { requestHeaders, responseHeaders } from './forwarded-headers.domain.js';
import type { ProxiedRoute } from './proxied-routes.js';
import { Upstreams } from './upstreams.js';

const SAFE_METHODS = new Set(['GET', 'HEAD']);
const BEARER = /^Bearer +(\S+)$/i;
/** Silence in the middle of an answer after which it is broken off; event streams may be silent as long as they like. */
const SILENCE_MS = 60_000;
/** A longer body that nobody takes is not read to its end just to answer politely. */
const MAX_DISCARDED_BYTES = 256 * 1024 * 1024;
/** Longer uploads travel on connections of their own. */
const LONG_BODY_BYTES = 1024 * 1024;
/** At shutdown, how long calls under way may take to end. */
const DRAIN_MS = 15_000;

/** A call as it stands at the edge. */
export type Call = {
  request: IncomingMessage;
  response: ServerResponse;
  /** Headers of every answer: correlation id, security. */
  headers: OutgoingHttpHeaders;
  correlationId: string;
  client: Client;
};

/** Carries calls to the services and answers back, piece by piece, and holds nothing of either. */
@Injectable()
export class ApiProxy implements OnModuleDestroy, BeforeApplicationShutdown {
  private readonly exchanges = new Set<Exchange>();
  private isStopping = false;

  constructor(
    private readonly upstreams: Upstreams,
    private readonly identities: IdentityService,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Answers a call to the API; every failure is an answer in the words of its service. */
  async handle(call: Call, route: ProxiedRoute): Promise<void> {
    try {
      await this.admit(call, route);
    } catch (error) {
      this.answerFailure(call, route, error);
    }
  }

  /** Ends event streams first: they would hold up everything else. */
  onModuleDestroy(): void {
    this.isStopping = true;
    for (const exchange of this.exchanges) if (exchange.isStream) exchange.endStream();
  }

  /** After a while, calls still under way are broken off. */
  beforeApplicationShutdown(): void {
    setTimeout(() => {
      for (const exchange of this.exchanges) exchange.destroy();
    }, DRAIN_MS).unref();
  }

  private async admit(call: Call, route: ProxiedRoute): Promise<void> {
    const { request } = call;
    const verdict = judgeApiPath(request.url ?? '');
    if (verdict === 'missing') throw new AppError('COMMON.NOT_FOUND');
    if (verdict !== 'forward') {
      this.answer(call, 308, { location: verdict.redirectTo, 'content-length': 0 }, '');
      return;
    }
    const caller = route.ignoresToken ? null : await this.callerOf(call);
    const isUnsafe = !SAFE_METHODS.has(request.method ?? '');
    const cookie = readCookie(request.headers.cookie, SESSION_COOKIE);
    if (isUnsafe && !caller && cookie !== null) {
      const proven = isCsrfProven(request.headers.cookie, request.headers[CSRF_HEADER]);
      if (!proven) throw new AppError('COMMON.CSRF');
    }
    if (Number(request.headers['content-length'] ?? 0) > route.maxBodyBytes) {
      throw new AppError('COMMON.PAYLOAD_TOO_LARGE');
    }
    if (call.response.destroyed) return;
    this.forward(call, route, caller, cookie);
  }

  /** The one behind the bearer token. A token that is not good is refused even where guests are welcome (C28). */
  private async callerOf({ request, correlationId }: Call): Promise<Known | null> {
    const { authorization } = request.headers;
    if (authorization === undefined) return null;
    const token = BEARER.exec(authorization)?.[1];
    const found = token === undefined ? null : this.identities.identify(token, correlationId);
    const caller = found instanceof Promise ? await found : found;
    if (!caller) throw new AppError('AUTH.LOGIN_REQUIRED');
    return caller;
  }

  private forward(call: Call, route: ProxiedRoute, caller: Known | null, cookie: string | null): void {
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
        // What auth just changed (a session ended, a name) must hold from the next call on, before the event comes round.
        if (changesAccount && caller) this.identities.forgetUser(caller.userId);
        response.writeHead(status, { ...call.headers, ...responseHeaders(headers) });
        if (this.isStopping && exchange.isStream) exchange.endStream();
      },
      onFailure: (error) => this.answerFailure(call, route, error),
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
        bodyTimeout: wantsStream ? 0 : SILENCE_MS,
      },
      exchange,
    );
  }

  private answerFailure(call: Call, route: ProxiedRoute, thrown: unknown): void {
    const error = failureOf(thrown);
    if (!error || call.response.headersSent || call.response.destroyed) return;
    if (error.status >= 500) {
      const { method, url } = call.request;
      const facts = { err: thrown, correlationId: call.correlationId, method, path: url?.split('?')[0] };
      this.logger.warn({ ...facts, upstream: route.upstream }, error.code);
    }
    const language = /^\s*en\b/i.test(call.request.headers['accept-language'] ?? '') ? 'en' : 'fa';
    const body = JSON.stringify(errorBody(error, route.style, language));
    this.answer(
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

  private answer(call: Call, status: number, headers: OutgoingHttpHeaders, body: string): void {
    const { request, response } = call;
    const declared = Number(request.headers['content-length'] ?? 0);
    const isEndless = !request.complete && request.headers['transfer-encoding'] !== undefined;
    if (isEndless || declared > MAX_DISCARDED_BYTES) response.shouldKeepAlive = false;
    response.writeHead(status, { ...call.headers, ...headers });
    response.end(request.method === 'HEAD' ? undefined : body);
  }
}

/** What to answer for a failure; null where nobody is left to answer. */
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
