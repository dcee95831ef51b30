import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { API_AREAS } from '../../../src/features/proxy/api-areas.js';
import { PRINCIPALS, ROUTES, type Outcome, type Row } from './route-table.js';
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

/** The call without what it names: `POST document/user/shelf/{}/update/`. */
const shape = (call: string): string => call.replace(/\?.*$/, '').replace(/\{\w+\}|:\w+/g, '{}');
/** Whether a route of a service, `GET page/{}/`, is the one that a row, `GET page/about/`, calls. */
const fits = (route: string, called: string): boolean => {
  const [pattern, path] = [route.split('/'), called.split('/')];
  return pattern.length === path.length && pattern.every((part, at) => part === '{}' || part === path[at]);
};

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
    if (answer.status === 200 && answer.isJson) successes.set(row.call, answer.bodyStatus);
  }
  return outcomes;
}

describe('the table of routes', () => {
  it('[ACC-CONV-09] has every route that the running processes answer, and no other', async () => {
    const edge = new Set([
      '/api/',
      '/api/*/',
      ...API_AREAS.flatMap(({ prefix }) => [`/api/${prefix}/`, `/api/${prefix}/*/`]),
    ]);
    const served = (await stage.routes()).filter(({ service, call }) => {
      const path = call.split(' ')[1] ?? '';
      return path.startsWith('/api/') && !(service === 'gateway' && edge.has(path));
    });
    expect(served.length).toBeGreaterThan(50);
    const routes = served.map(({ call }) => shape(call.replace('/api/', '')));
    const rows = ROUTES.map(({ call }) => shape(call));
    expect(routes.filter((route) => !rows.some((called) => fits(route, called)))).toEqual([]);
    expect(rows.filter((called) => !routes.some((route) => fits(route, called)))).toEqual([]);
  });

  it('leaves out what services say to each other, since the gateway leads nobody there', async () => {
    const internal = (await stage.routes()).filter(({ call }) => !call.split(' ')[1]?.startsWith('/api'));
    const inner = internal.filter(({ service }) => service !== 'gateway');
    expect(inner.length).toBeGreaterThan(0);
    for (const { call } of inner) {
      const path = shape(call).replace(/\{\}/g, 'x1');
      const [method = '', address = ''] = path.split(' ');
      expect([address, (await stage.call(`${method} ..${address}`, cast.staff)).status]).toEqual([
        address,
        404,
      ]);
    }
  });
});

describe('a route answers guest, other, staff, who acts as the owner, a session too many, and the owner', () => {
  it.each(ROUTES.map((row) => ({ name: row.call, row })))('$name', async ({ row }) => {
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
  'POST user/check/username/',
  'GET captcha/init/',
  'POST captcha/validate/',
  'GET user/status/',
  'GET user/profile/',
  'GET user/check-sessions/',
  'POST user/terminate-session/',
  'GET document/user/document/list/',
  'GET document/pages/{document}/',
];

it('[RDR-CONV-02] says success in the status of every answer that has one, wherever a call went well', () => {
  expect(successes.size).toBeGreaterThan(40);
  const others = [...successes].filter(([, status]) => status !== 'success');
  expect(others).toEqual(WITHOUT_STATUS.map((call) => [call, undefined]));
});
