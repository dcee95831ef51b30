import { ALL_ROUTES, type ListedRoute } from '@hamkhan/contracts/routes/all-routes';
import { isPublic } from '@hamkhan/contracts/routes/route';
import type { ServedRoute } from '../observability/admin-server.js';

/** Paths are compared without their final slash: the router ignores it. */
const keyOf = (method: string, path: string): string => `${method} ${path.replace(/\/$/, '')}`;

/**
 * Compares what a service serves with the table of routes, in both directions: a line for each route that is listed and not served,
 * or served under /api and not listed. The gateway passes on every public route.
 */
export function routeMismatches(
  service: string,
  served: readonly ServedRoute[],
  listed: readonly ListedRoute[] = ALL_ROUTES,
): string[] {
  const isExpected = ({ route }: ListedRoute): boolean =>
    route.service === service || (service === 'gateway' && isPublic(route));
  const expected = listed.filter(isExpected);
  const keysOf = (some: readonly ListedRoute[]): string[] =>
    some.map(({ route }) => keyOf(route.method, route.path));
  const actual = served.map(({ method, url }) => keyOf(method, url));
  const missing = keysOf(expected.filter(({ route }) => !route.isOptional && !route.isPlanned)).filter(
    (key) => !actual.includes(key),
  );
  const allowed = new Set(keysOf(expected.filter(({ route }) => !route.isPlanned)));
  const unlisted = actual.filter(
    (key) =>
      /^\w+ \/api(\/|$)/.test(key) &&
      !key.endsWith('*') &&
      key !== `${key.split(' ')[0]} /api` &&
      !allowed.has(key),
  );
  return [
    ...missing.map((key) => `${key} is listed and not served`),
    ...unlisted.map((key) => `${key} is served and not listed`),
  ];
}

/** @throws where a service does not serve exactly its routes of the table */
export function assertServesItsRoutes(service: string, served: readonly ServedRoute[]): void {
  const mismatches = routeMismatches(service, served);
  if (mismatches.length > 0)
    throw new Error(`${service} differs from the table of routes:\n${mismatches.join('\n')}`);
}
