import type { ErrorCode } from '../errors.js';
import { isOpenOverSessionLimit, needsSecondFactor, type Route } from './route.js';

/** Every error code that a call can answer, in alphabetical order. */
export function errorCodesOf(route: Route): ErrorCode[] {
  const { audience, inPerson, ignoresToken, limits = [], errors = [] } = route;
  const hasBody = Boolean(route.form ?? route.json ?? route.upload);
  const isForwarded = audience !== 'internal' && route.service !== 'gateway';
  const hasInput = hasBody || Boolean(route.query ?? route.params);
  const codes: (ErrorCode | false)[] = [
    ...errors,
    ...limits.map(({ error }) => error),
    !ignoresToken && audience !== 'internal' && 'AUTH.LOGIN_REQUIRED',
    audience !== 'internal' && !isOpenOverSessionLimit(route) && 'AUTH.SESSION_LIMIT',
    needsSecondFactor(route) && 'AUTH.SECOND_FACTOR_MISSING',
    Boolean(inPerson) && 'AUTH.IMPERSONATING',
    hasInput && 'COMMON.VALIDATION_FAILED',
    hasBody && 'COMMON.PAYLOAD_TOO_LARGE',
    hasBody && isForwarded && 'COMMON.REQUEST_TIMEOUT',
    isForwarded && 'COMMON.TOO_MANY_OPEN_REQUESTS',
    isForwarded && 'events' in route.response && 'COMMON.TOO_MANY_EVENT_STREAMS',
    route.method !== 'GET' && audience !== 'internal' && 'COMMON.CSRF',
    'COMMON.INTERNAL',
    'COMMON.UNAVAILABLE',
  ];
  return [...new Set(codes.filter((code) => code !== false))].sort();
}
