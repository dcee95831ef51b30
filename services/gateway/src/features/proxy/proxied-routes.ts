import { ALL_ROUTES } from '@hamkhan/contracts/routes/all-routes';
import { isPublic, MAX_BODY_BYTES, type Route, type ServiceName } from '@hamkhan/contracts/routes/route';
import type { ErrorStyle } from '@hamkhan/platform/http/error-filter';
import type { Upstream } from '../upstreams/upstreams.js';

const RESPONSE_MS = 60_000;
/** The gateway waits a little longer than the client, so that the client's own limit decides. */
const MARGIN_MS = 10_000;

/** Error format of each service (G24). */
export const ERROR_STYLES: Readonly<Record<ServiceName, ErrorStyle>> = {
  gateway: 'status',
  auth: 'form',
  documents: 'status',
  pipeline: 'status',
  finance: 'finance',
  ai: 'status',
};

/** A route that the gateway forwards, with its limits. */
export type ProxiedRoute = {
  readonly method: Route['method'];
  readonly path: string;
  readonly upstream: Upstream;
  /** Format of errors that the gateway itself returns. */
  readonly style: ErrorStyle;
  readonly ignoresToken: boolean;
  readonly maxBodyBytes: number;
  /** How long the service may take until its response begins. */
  readonly respondWithinMs: number;
  /** Bodies or responses are whole files or streams, which use the pool of long exchanges. */
  readonly isLong: boolean;
  /** The body is a file, which is streamed; other bodies are read whole first. */
  readonly isUpload: boolean;
  readonly isEventStream: boolean;
  /** Refused without an identity here, before the service receives any of the body. */
  readonly isForUsers: boolean;
};

const toProxiedRoute = (route: Route, upstream: Upstream): ProxiedRoute => ({
  method: route.method,
  path: route.path,
  upstream,
  style: ERROR_STYLES[upstream],
  ignoresToken: route.ignoresToken ?? false,
  maxBodyBytes: route.maxBodyBytes ?? MAX_BODY_BYTES,
  // The time limit of an upload is for its body; the response begins after that.
  respondWithinMs: Math.max(RESPONSE_MS, route.upload ? 0 : (route.timeoutMs ?? 0) + MARGIN_MS),
  isLong: (route.isLong ?? false) || route.upload !== undefined || 'events' in route.response,
  isUpload: route.upload !== undefined,
  isEventStream: 'events' in route.response,
  isForUsers: route.upload !== undefined && route.audience === 'user',
});

/** Every public route of the services. What is not listed does not exist. */
export const PROXIED_ROUTES: readonly ProxiedRoute[] = ALL_ROUTES.flatMap(({ route }) =>
  isPublic(route) && route.service !== 'gateway' ? [toProxiedRoute(route, route.service)] : [],
);

/** The owner of each first path segment below /api/, for the error format of unknown paths. */
const OWNERS = new Map(
  ALL_ROUTES.filter(({ route }) => route.path.startsWith('/api/') && route.service !== 'gateway').map(
    ({ route }) => [route.path.split('/')[2], route.service] as const,
  ),
);

/** The error format of an unknown path. */
export const errorStyleOf = (url: string): ErrorStyle =>
  ERROR_STYLES[OWNERS.get(url.split(/[/?]/)[2]) ?? 'gateway'];
