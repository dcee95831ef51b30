import { ALL_ROUTES } from '@hamkhan/contracts/routes/all-routes';
import { isPublic, MAX_BODY_BYTES, type Route } from '@hamkhan/contracts/routes/route';
import type { TestService } from '@hamkhan/testing/service-harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Respond } from './fake-service.js';
import { RawConnection } from './raw-connection.js';
import { TestEdge, tokenOf } from './test-edge.js';

jest.setTimeout(60_000);

const WITHIN_MS = 10_000;
const KIB = 1024;
/** More than the buffers of a stream, so that an unread rest would hold the connection. */
const BODY = Buffer.alloc(256 * KIB, 'x');
const USER = `Authorization: Bearer ${tokenOf('sender')}`;
/** Every route that takes a body, and those that take none but may be sent one. */
const ROUTES = ALL_ROUTES.filter(
  ({ route }) =>
    isPublic(route) && route.service !== 'gateway' && route.service !== 'ai' && route.method !== 'GET',
);

let edge: TestEdge;
/** With short deadlines. */
let gateway: TestService;

beforeAll(async () => {
  edge = await TestEdge.start();
  gateway = await edge.startGateway({
    AUTH_URL: edge.auth.url,
    DOCUMENTS_URL: edge.documents.url,
    PIPELINE_URL: edge.pipeline.url,
    FINANCE_URL: edge.finance.url,
    BODY_TIMEOUT_SECONDS: '2',
    UPLOAD_RATE_WINDOW_SECONDS: '1',
  });
});
beforeEach(() => {
  edge.reset();
  edge.addUser('sender');
});
afterAll(async () => {
  await gateway?.stop();
  await edge?.stop();
});

const headOf = ({ method, path }: Route, ...headers: string[]): string =>
  [`${method} ${path.replace(/:\w+/g, 'x1')} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');

/**
 * What becomes of one refused body on each route: the status, and whether the connection is usable or closed afterwards; null where
 * only the head of the request was sent.
 */
async function refusals(
  refuse: (route: Route) => (string | Buffer)[],
  { routes = ROUTES, url = gateway.url } = {},
) {
  const outcomes = routes.map(async ({ name, route }) => {
    const connection = await RawConnection.open(url);
    try {
      const sent = refuse(route);
      connection.send(...sent);
      const status = await connection.status();
      const next = sent.length > 1 ? await connection.next('/api/user/csrf/', WITHIN_MS) : null;
      return { name, status, next };
    } finally {
      connection.close();
    }
  });
  return Promise.all(outcomes);
}
const callsSeen = (): string[] =>
  [edge.auth, edge.documents, edge.pipeline, edge.finance]
    .flatMap(({ seen }) => seen.map(({ url }) => url))
    .filter((url) => url.startsWith('/api/'));

describe('a refused body is drained or its connection closed, on every route', () => {
  it('lists the routes', () => {
    expect(ROUTES.length).toBeGreaterThan(40);
    expect(ROUTES.filter(({ route }) => route.upload).length).toBeGreaterThan(4);
  });

  it('for an invalid token', async () => {
    const found = await refusals((route) => [
      headOf(route, 'Authorization: Bearer x', `Content-Length: ${BODY.length}`),
      BODY,
    ]);
    const ignoring = new Set(ROUTES.filter(({ route }) => route.ignoresToken).map(({ name }) => name));
    const wrong = found.filter(
      ({ name, status, next }) => next !== 200 || status !== (ignoring.has(name) ? 200 : 401),
    );
    expect(wrong).toEqual([]);
  });

  it('for a missing CSRF token', async () => {
    const found = await refusals((route) => [
      headOf(route, 'Cookie: sessionid=1', `Content-Length: ${BODY.length}`),
      BODY,
    ]);
    expect(found.filter(({ status, next }) => status !== 403 || next !== 200)).toEqual([]);
    expect(callsSeen()).toEqual([]);
  });

  it('for an upload of a guest, before the service sees it', async () => {
    const uploads = new Set(ROUTES.filter(({ route }) => route.upload).map(({ name }) => name));
    const found = await refusals((route) => [headOf(route, `Content-Length: ${BODY.length}`), BODY]);
    expect(found.filter(({ name, status }) => status !== (uploads.has(name) ? 401 : 200))).toEqual([]);
    expect(found.filter(({ next }) => next !== 200)).toEqual([]);
    expect(callsSeen()).toHaveLength(ROUTES.length - uploads.size);
  });

  it('for a declared length above the limit, before the body is sent', async () => {
    const found = await refusals((route) => [
      headOf(route, USER, `Content-Length: ${(route.maxBodyBytes ?? MAX_BODY_BYTES) + 1}`),
    ]);
    expect(found.filter(({ status }) => status !== 413)).toEqual([]);
    expect(callsSeen()).toEqual([]);
  });

  it('for a body of unknown length above the limit', async () => {
    const chunk = `${(64 * KIB).toString(16)}\r\n${'x'.repeat(64 * KIB)}\r\n`;
    const chunks = Array.from({ length: 33 }, () => chunk);
    // One after the other and with the standard deadline, because of the amount of data.
    for (const one of ROUTES.filter(({ route }) => !route.upload)) {
      const [found] = await refusals(
        (route) => [headOf(route, USER, 'Transfer-Encoding: chunked'), ...chunks, '0\r\n\r\n'],
        { routes: [one], url: edge.gateway.url },
      );
      expect(found).toEqual({ name: one.name, status: 413, next: 'closed' });
    }
    expect(callsSeen()).toEqual([]);
  });

  it('for a body that does not arrive in time', async () => {
    const waitForBody: Respond = (incoming) => void incoming.on('error', () => undefined).resume();
    const resolveToken = edge.auth.respond;
    edge.auth.respond = (incoming, response) =>
      (incoming.url?.startsWith('/internal/') ? resolveToken : waitForBody)(incoming, response);
    for (const service of [edge.documents, edge.pipeline, edge.finance]) service.respond = waitForBody;
    const found = await refusals((route) => [headOf(route, USER, 'Content-Length: 1000'), 'x']);
    expect(found.filter(({ status, next }) => status !== 408 || next !== 'closed')).toEqual([]);
  });

  it('for a path without its final slash and an unknown path', async () => {
    for (const [change, expected] of [
      [(path: string) => path.slice(0, -1), 308],
      [(path: string) => `${path}unknown/`, 404],
    ] as const) {
      const found = await refusals((route) => {
        const head = headOf(
          { ...route, path: change(route.path) as `/${string}` },
          `Content-Length: ${BODY.length}`,
        );
        return [head, BODY];
      });
      expect(found.filter(({ status, next }) => status !== expected || next !== 200)).toEqual([]);
    }
  });

  it('for a content type that cannot be read', async () => {
    const found = await refusals((route) => [
      headOf(route, USER, 'Content-Type: ;', `Content-Length: ${BODY.length}`),
      BODY,
    ]);
    expect(found.filter(({ status }) => ![200, 400, 415].includes(status))).toEqual([]);
    expect(found.filter(({ next }) => next !== 200 && next !== 'closed')).toEqual([]);
  });
});
