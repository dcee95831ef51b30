import { ALL_ROUTES } from '@hamkhan/contracts/routes/all-routes';
import { isPublic } from '@hamkhan/contracts/routes/route';
import { errorCodesOf } from '@hamkhan/contracts/routes/route-errors';
import { routeMismatches } from '@hamkhan/platform/http/served-routes';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { PRINCIPALS, ROWS, type Outcome, type Row } from './route-table.js';
import { RawConnection } from '../raw-connection.js';
import { REFUSED_BODIES } from './refused-bodies.js';
import { RouteHarness, type ApiResult, type TestUsers } from './route-harness.js';

jest.setTimeout(60_000);

type Placeholders = ReturnType<RouteHarness['placeholders']>;

let starting: Promise<RouteHarness> | undefined;
let harness: RouteHarness;
let users: TestUsers;
let placeholders: Placeholders;
/** The field `status` of successful responses, by name of the route. */
const successes = new Map<string, string | undefined>();

beforeAll(async () => {
  starting = RouteHarness.start();
  harness = await starting;
  users = await harness.createUsers();
  placeholders = harness.placeholders(users);
}, 240_000);

// Also stops processes that were still starting when `beforeAll` timed out.
afterAll(async () => (await starting?.catch(() => undefined))?.stop(), 120_000);

/** Replaces placeholders by their values. */
async function fill<T>(template: T, names: Placeholders, known: Map<string, string>): Promise<T> {
  let text = JSON.stringify(template);
  for (const [place, name = ''] of text.matchAll(/\{([a-z]\w+)\}/g)) {
    if (!known.has(name)) {
      const make = names[name];
      if (!make) throw new Error(`unknown placeholder ${place}`);
      known.set(name, await make());
    }
    text = text.replaceAll(place, known.get(name) ?? '');
  }
  return JSON.parse(text) as T;
}

/** The outcome of a response as the table writes it. */
function outcomeOf(answer: ApiResult, ofMissing: ApiResult | undefined): Outcome {
  if (answer.status === 401 && answer.code === 'AUTH.LOGIN_REQUIRED') return 'login';
  if (answer.status === 403 && answer.bodyStatus === 'session_limit_error') return 'limit';
  if (answer.status === 403 && answer.code === 'AUTH.IMPERSONATING') return 'in person';
  if (ofMissing && answer.status >= 400) {
    const isSame = answer.status === ofMissing.status && answer.body === ofMissing.body;
    return isSame ? 'hidden' : answer.status;
  }
  return answer.status;
}

/** Gives every placeholder an id that does not exist. */
const missingIds: Record<string, () => string> = new Proxy(
  {},
  { get: () => () => 'f'.repeat(24), has: () => true },
);

/** How a response differs from what the route declares. */
function contractBreaches({ route }: Row, { status, code, body, isJson }: ApiResult): string[] {
  if (!isPublic(route)) return [];
  if (status !== 200) {
    // In a form, the errors of a field named `code` take the place of the error code (G24).
    const actual = Array.isArray(code) ? 'COMMON.VALIDATION_FAILED' : code;
    const isListed = errorCodesOf(route).some((listed) => listed === actual);
    return isListed ? [] : [`${actual} is not among the errors of the route`];
  }
  if ('mediaTypes' in route.response || 'events' in route.response) {
    return isJson ? ['a JSON response in place of a file or stream'] : [];
  }
  return (route.response.safeParse(JSON.parse(body)).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );
}

/** Makes the call of a row as each principal. */
async function outcomesOf(row: Row): Promise<Record<string, Outcome>> {
  const callers = row.endsSessions ? await harness.createUsers() : users;
  const names = row.endsSessions ? harness.placeholders(callers) : placeholders;
  const outcomes: Record<string, Outcome> = {};
  for (const who of PRINCIPALS) {
    const known = new Map<string, string>();
    const { call, sent } = await fill({ call: row.call, sent: row.sent }, names, known);
    const answer = await harness.call(call, callers[who], sent);
    const isHidden = row.outcomes[who] === 'hidden';
    const blank = isHidden && (await fill({ call: row.call, sent: row.sent }, missingIds, new Map()));
    const ofMissing = blank ? await harness.call(blank.call, callers[who], blank.sent) : undefined;
    outcomes[who] = outcomeOf(answer, ofMissing);
    if (answer.status === 200 && answer.isJson) successes.set(row.name, answer.bodyStatus);
    expect(contractBreaches(row, answer)).toEqual([]);
  }
  return outcomes;
}

describe('the table of routes', () => {
  it('has exactly the routes that the running processes serve [ACC-CONV-09]', async () => {
    const served = await harness.routes();
    expect(served.length).toBeGreaterThan(150);
    for (const service of ['gateway', 'auth', 'documents', 'pipeline', 'finance', 'ai']) {
      const own = served.filter((one) => one.service === service);
      const routes = own.map(({ call }) => ({
        method: call.split(' ')[0] ?? '',
        url: call.split(' ')[1] ?? '',
      }));
      expect([service, routeMismatches(service, routes)]).toEqual([service, []]);
    }
  });

  it('has a row in this test for every route of the API', () => {
    const tested = new Set(ROWS.map(({ name }) => name));
    const untested = ALL_ROUTES.filter(
      ({ name, route }) => route.audience !== 'internal' && !route.isPlanned && !tested.has(name),
    );
    expect(untested.map(({ name }) => name)).toEqual([]);
  });

  it('does not expose the internal routes of the services', async () => {
    const internal = (await harness.routes()).filter(({ call }) => !call.split(' ')[1]?.startsWith('/api'));
    const inner = internal.filter(({ service }) => service !== 'gateway');
    expect(inner.length).toBeGreaterThan(0);
    for (const { call } of inner) {
      const path = call.replace(/:\w+/g, 'x1');
      const [method = '', address = ''] = path.split(' ');
      expect([address, (await harness.call(`${method} ..${address}`, users.staff)).status]).toEqual([
        address,
        404,
      ]);
    }
  });
});

describe('a route gives each principal the outcome of the table', () => {
  it.each(ROWS.map((row) => ({ name: `${row.name}: ${row.call}`, row })))('$name', async ({ row }) => {
    expect(await outcomesOf(row)).toEqual(row.outcomes);
  });
});

describe('a service drains a refused body or closes the connection, which the gateway shares among users', () => {
  const withBody = ALL_ROUTES.filter(
    ({ route }) =>
      route.method === 'POST' && route.service !== 'gateway' && !route.isPlanned && !route.isOptional,
  );

  it.each(Object.entries(REFUSED_BODIES))('%s', async (_what, { head, body }) => {
    const outcomes = withBody.map(async ({ name, route }) => {
      const connection = await RawConnection.open(harness.urlOf(route.service));
      try {
        const path = route.path.replace(/:\w+/g, 'f'.repeat(24));
        connection.send(
          `POST ${path} HTTP/1.1\r\nHost: x\r\n${head()}Content-Length: ${body.length}\r\n\r\n`,
          body,
        );
        const status = await connection.status();
        return { name, status, next: await connection.next('/api/nothing/', 10_000) };
      } finally {
        connection.close();
      }
    });
    const found = await Promise.all(outcomes);
    expect(found.length).toBeGreaterThan(40);
    expect(found.filter(({ next }) => next !== 404 && next !== 'closed')).toEqual([]);
  });
});

it('returns file addresses that respond without a redirect [ACC-CONV-13]', async () => {
  const addresses = await harness.fileAddresses(users);
  expect(addresses).toHaveLength(5);
  const statuses = await Promise.all(addresses.map(async (one) => [one, await harness.statusOf(one)]));
  expect(statuses).toEqual(addresses.map((one) => [one, 200]));
});

/** Responses that have no status in the specification. */
const WITHOUT_STATUS = [
  'checkUsername',
  'initCaptcha',
  'validateCaptcha',
  'userStatus',
  'profile',
  'listSessions',
  'terminateSession',
  'listLibrary',
  'documentPages',
  'openApiDocument',
];

it('has the status `success` in every successful response with a status [RDR-CONV-02]', () => {
  expect(successes.size).toBeGreaterThan(40);
  const others = [...successes].filter(([, status]) => status !== 'success');
  expect(others).toEqual(WITHOUT_STATUS.map((name) => [name, undefined]));
});
