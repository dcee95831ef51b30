import { TestStack } from '@hamkhan/testing/test-stack';
import { waitFor } from '@hamkhan/testing/wait-for';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { runRole, startProcess, type ServiceProcess } from './service-process.js';

jest.setTimeout(90_000);

const MOBILE = '09120000001';
const PASSWORD = 'hamkhan-demo';

let stack: TestStack;
let auth: ServiceProcess;
let finance: ServiceProcess;
let gateways: ServiceProcess[] = [];

beforeAll(async () => {
  stack = await TestStack.create();
  await Promise.all(['auth', 'finance'].map((service) => runRole(service, 'migrate', stack.env)));
  [auth, finance] = await Promise.all([startProcess('auth', stack.env), startProcess('finance', stack.env)]);
  const env = { ...stack.env, AUTH_URL: auth.url, FINANCE_URL: finance.url };
  gateways = await Promise.all([startProcess('gateway', env), startProcess('gateway', env)]);
});

afterAll(async () => {
  const codes = await Promise.all([...gateways, auth, finance].map((one) => one?.stop()));
  await stack?.drop();
  expect(codes).toEqual([0, 0, 0, 0]);
});

async function api(path: string, token?: string, fields?: Record<string, string>, gateway = 0) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) form.append(name, value);
  const response = await fetch(`${gateways[gateway]?.url}/api/${path}`, {
    method: fields ? 'POST' : 'GET',
    headers: { 'accept-language': 'en', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(fields && Object.keys(fields).length > 0 ? { body: form } : {}),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function login(): Promise<string> {
  const answer = await api('user/login/', undefined, { username: MOBILE, password: PASSWORD });
  expect(answer.status).toBe(200);
  return String(answer.body.token);
}

describe('signing in, through all processes', () => {
  it('makes the demo account once, also when asked twice at the same time', async () => {
    const said = await Promise.all([runRole('auth', 'seed', stack.env), runRole('auth', 'seed', stack.env)]);
    expect(said.sort()).toEqual(['demo account created\n', 'demo account exists\n']);
    expect(await runRole('auth', 'seed', stack.env)).toBe('demo account exists\n');
  });

  it('answers a multipart post with a token that says who calls [ACC-LOGIN-13][ACC-LOGIN-31][ACC-CONV-08]', async () => {
    const token = await login();
    const status = await api('user/status/', token);
    expect(status.body).toMatchObject({
      username: MOBILE,
      mobile: MOBILE,
      full_name: 'خوانندهٔ نمونه',
      user_is_loggedin: true,
      active_sessions_count: 1,
    });
    expect(await api('finance/wallet/balance/', token)).toEqual({
      status: 200,
      body: { status: 'success', balance: 0 },
    });
    expect((await api('user/logout/', token, {})).status).toBe(200);
  });

  it('answers 401 to a wrong password [ACC-LOGIN-25]', async () => {
    const answer = await api('user/login/', undefined, { username: MOBILE, password: 'not-it-at-all' });
    expect(answer).toEqual({
      status: 401,
      body: { code: 'AUTH.INVALID_CREDENTIALS', non_field_errors: ['invalid credentials'] },
    });
  });

  it('ends a session everywhere: here at once, at other gateways within two seconds [ACC-LOGIN-27][ACC-LOGIN-28]', async () => {
    const token = await login();
    for (const gateway of [0, 1]) {
      expect((await api('user/status/', token, undefined, gateway)).status).toBe(200);
    }
    expect((await api('user/logout/', token, {})).body).toEqual({ status: 'success' });
    expect((await api('user/status/', token)).status).toBe(401);
    await waitFor(
      'the other gateway to forget the token',
      async () => (await api('user/status/', token, undefined, 1)).status === 401,
      2_000,
    );
    expect((await api('finance/wallet/balance/', token, undefined, 1)).status).toBe(401);
  });

  it('refuses the fourth session what costs, shows it who it is, and lets it in when one ends [ACC-SESSIONS-06][ACC-SESSIONS-12]', async () => {
    const tokens: string[] = [];
    for (let index = 0; index < 4; index += 1) tokens.push(await login());
    const [first = '', , , fourth = ''] = tokens;
    const refused = await api('finance/wallet/balance/', fourth);
    expect(refused).toMatchObject({
      status: 403,
      body: { status: 'session_limit_error', code: 'AUTH.SESSION_LIMIT' },
    });
    expect((await api('user/status/', fourth)).body.active_sessions_count).toBe(4);
    expect((await api('finance/wallet/balance/', first)).status).toBe(200);
    expect((await api('user/logout/', first, {})).status).toBe(200);
    expect((await api('finance/wallet/balance/', fourth)).status).toBe(200);
    expect((await api('user/logout/', fourth, {})).status).toBe(200);
  });

  it('words an error as its area does', async () => {
    const page = await api('finance/wallet/balance/');
    expect(page.status).toBe(401);
    expect(page.body).toMatchObject({ status: 'error', details: 'please login', fields: {} });
  });
});
