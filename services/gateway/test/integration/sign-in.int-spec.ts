import { TestStack } from '@hamkhan/testing/test-stack';
import { waitFor } from '@hamkhan/testing/wait-for';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
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
  const client = request(gateways[gateway]?.url ?? '');
  const call = fields ? client.post(`/api/${path}`) : client.get(`/api/${path}`);
  call.set('accept-language', 'en');
  if (token) call.auth(token, { type: 'bearer' });
  for (const [name, value] of Object.entries(fields ?? {})) call.field(name, value);
  const { status, body } = await call;
  return { status, body: body as Record<string, unknown> };
}

async function login(): Promise<string> {
  const { status, body } = await api('user/login/', undefined, { username: MOBILE, password: PASSWORD });
  expect(status).toBe(200);
  return String(body.token);
}

describe('signing in through real processes', () => {
  it('creates the demo account once when two seeds run at the same time', async () => {
    const printed = await Promise.all([
      runRole('auth', 'seed', stack.env),
      runRole('auth', 'seed', stack.env),
    ]);
    expect(printed.sort()).toEqual(['demo account created\n', 'demo account exists\n']);
    expect(await runRole('auth', 'seed', stack.env)).toBe('demo account exists\n');
  });

  it('returns a token for a multipart form, which identifies the caller at every service [ACC-LOGIN-13][ACC-LOGIN-31][ACC-CONV-08]', async () => {
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

  it('returns 401 for a wrong password [ACC-LOGIN-25]', async () => {
    const response = await api('user/login/', undefined, { username: MOBILE, password: 'not-it-at-all' });
    expect(response).toEqual({
      status: 401,
      body: { code: 'AUTH.INVALID_CREDENTIALS', non_field_errors: ['invalid credentials'] },
    });
  });

  it('ends a session at this gateway at once and at other gateways within two seconds [ACC-LOGIN-27][ACC-LOGIN-28]', async () => {
    const token = await login();
    for (const gateway of [0, 1]) {
      expect((await api('user/status/', token, undefined, gateway)).status).toBe(200);
    }
    expect((await api('user/logout/', token, {})).body).toEqual({ status: 'success' });
    expect((await api('user/status/', token)).status).toBe(401);
    await waitFor(
      'the other gateway to invalidate the token',
      async () => (await api('user/status/', token, undefined, 1)).status === 401,
      2_000,
    );
    expect((await api('finance/wallet/balance/', token, undefined, 1)).status).toBe(401);
  });

  it('limits the fourth session to its status and admits it when another ends [ACC-SESSIONS-06][ACC-SESSIONS-12]', async () => {
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

  it('uses the error format of the service', async () => {
    const page = await api('finance/wallet/balance/');
    expect(page.status).toBe(401);
    expect(page.body).toMatchObject({ status: 'error', details: 'please login', fields: {} });
  });
});
