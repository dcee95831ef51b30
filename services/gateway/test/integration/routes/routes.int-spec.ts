import { ALL_ROUTES } from '@hamkhan/contracts/routes/all-routes';
import { isPublic } from '@hamkhan/contracts/routes/route';
import { errorCodesOf } from '@hamkhan/contracts/routes/route-errors';
import { routeMismatches } from '@hamkhan/platform/http/served-routes';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { PRINCIPALS, ROWS, type Outcome, type Row } from './route-table.js';
import { Stage, type Answer, type Cast } from './stage.js';

jest.setTimeout(60_000);

let setting: Promise<Stage> | undefined;
let stage: Stage;
let cast: Cast;
let props: ReturnType<Stage['props']>;
/** What the answers of calls that went well say in `status`. */
const successes = new Map<string, string | undefined>();

beforeAll(async () => {
  setting = Stage.set();
  stage = await setting;
  cast = await stage.cast();
  props = stage.props(cast);
}, 240_000);

// Also what was still starting when the test lost its patience.
afterAll(async () => (await setting?.catch(() => undefined))?.strike(), 120_000);

/** Puts what is named in its place. */
async function fill<T>(
  template: T,
  names: ReturnType<Stage['props']>,
  known: Map<string, string>,
): Promise<T> {
  let text = JSON.stringify(template);
  for (const [place, name = ''] of text.matchAll(/\{([a-z]\w+)\}/g)) {
    if (!known.has(name)) {
      const make = names[name];
      if (!make) throw new Error(`nothing is called ${place}`);
      known.set(name, await make());
    }
    text = text.replaceAll(place, known.get(name) ?? '');
  }
  return JSON.parse(text) as T;
}

/** How an answer reads in the table. */
function outcomeOf(answer: Answer, ofMissing: Answer | undefined): Outcome {
  if (answer.status === 401 && answer.code === 'AUTH.LOGIN_REQUIRED') return 'login';
  if (answer.status === 403 && answer.bodyStatus === 'session_limit_error') return 'limit';
  if (answer.status === 403 && answer.code === 'AUTH.IMPERSONATING') return 'in person';
  if (ofMissing && answer.status >= 400) {
    const isSame = answer.status === ofMissing.status && answer.body === ofMissing.body;
    return isSame ? 'hidden' : answer.status;
  }
  return answer.status;
}

/** All of a row's places name nothing. */
const nothing: Record<string, () => string> = new Proxy(
  {},
  { get: () => () => 'f'.repeat(24), has: () => true },
);

/** How a response differs from what the route declares. */
function contractBreaches({ route }: Row, { status, code, body, isJson }: Answer): string[] {
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

async function play(row: Row): Promise<Record<string, Outcome>> {
  const players = row.spoilsCast ? await stage.cast() : cast;
  const names = row.spoilsCast ? stage.props(players) : props;
  const outcomes: Record<string, Outcome> = {};
  for (const who of PRINCIPALS) {
    const known = new Map<string, string>();
    const { call, sent } = await fill({ call: row.call, sent: row.sent }, names, known);
    const answer = await stage.call(call, players[who], sent);
    const isHidden = row.outcomes[who] === 'hidden';
    const blank = isHidden && (await fill({ call: row.call, sent: row.sent }, nothing, new Map()));
    const ofMissing = blank ? await stage.call(blank.call, players[who], blank.sent) : undefined;
    outcomes[who] = outcomeOf(answer, ofMissing);
    if (answer.status === 200 && answer.isJson) successes.set(row.name, answer.bodyStatus);
    expect(contractBreaches(row, answer)).toEqual([]);
  }
  return outcomes;
}

describe('the table of routes', () => {
  it('[ACC-CONV-09] has every route that the running processes serve, and no other', async () => {
    const served = await stage.routes();
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

  it('has a row here for every route of the API', () => {
    const tested = new Set(ROWS.map(({ name }) => name));
    const untested = ALL_ROUTES.filter(
      ({ name, route }) => route.audience !== 'internal' && !route.isPlanned && !tested.has(name),
    );
    expect(untested.map(({ name }) => name)).toEqual([]);
  });

  it('leaves out what services say to each other, since the gateway leads nobody there', async () => {
    const internal = (await stage.routes()).filter(({ call }) => !call.split(' ')[1]?.startsWith('/api'));
    const inner = internal.filter(({ service }) => service !== 'gateway');
    expect(inner.length).toBeGreaterThan(0);
    for (const { call } of inner) {
      const path = call.replace(/:\w+/g, 'x1');
      const [method = '', address = ''] = path.split(' ');
      expect([address, (await stage.call(`${method} ..${address}`, cast.staff)).status]).toEqual([
        address,
        404,
      ]);
    }
  });
});

describe('a route answers guest, other, staff, who acts as the owner, a session too many, and the owner', () => {
  it.each(ROWS.map((row) => ({ name: `${row.name}: ${row.call}`, row })))('$name', async ({ row }) => {
    expect(await play(row)).toEqual(row.outcomes);
  });
});

it('[ACC-CONV-13] names files by addresses that answer at once, without leading elsewhere first', async () => {
  const addresses = await stage.filesOf(cast);
  expect(addresses).toHaveLength(5);
  const answers = await Promise.all(addresses.map(async (one) => [one, await stage.ask(one)]));
  expect(answers).toEqual(addresses.map((one) => [one, 200]));
});

/** Answers whose fields the specification gives, without a status. */
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

it('[RDR-CONV-02] says success in the status of every answer that has one, wherever a call went well', () => {
  expect(successes.size).toBeGreaterThan(40);
  const others = [...successes].filter(([, status]) => status !== 'success');
  expect(others).toEqual(WITHOUT_STATUS.map((name) => [name, undefined]));
});
