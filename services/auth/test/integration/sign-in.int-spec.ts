import { IDENTITY_HEADER, type Identity } from '@hamkhan/contracts/identity';
import { IdentityToken } from '@hamkhan/platform/http/identity-token';
import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TEST_IDENTITY_SECRET, TestStack } from '@hamkhan/testing/test-stack';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { PasswordsService } from '../../src/features/passwords/passwords.service.js';
import { UsersService } from '../../src/features/users/users.service.js';
import { authService } from '../../src/service-options.js';

jest.setTimeout(60_000);

const PASSWORD = 'correct-horse-9';
const tokens = new IdentityToken(TEST_IDENTITY_SECRET);

let stack: TestStack;
let auth: TestService;
let twin: TestService;
let probe: KafkaProbe;

beforeAll(async () => {
  stack = await TestStack.create();
  probe = new KafkaProbe(stack);
  auth = await startTestService(stack, authService);
  twin = await startTestService(stack, authService);
});

afterAll(async () => {
  await auth?.stop();
  await twin?.stop();
  await probe?.close();
  await stack?.drop();
});

type Answer = { status: number; body: Record<string, unknown> };

async function call(
  path: string,
  fields?: Record<string, string>,
  options: { headers?: Record<string, string>; service?: TestService; ip?: string } = {},
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) form.append(name, value);
  const response = await fetch(`${(options.service ?? auth).url}${path}`, {
    method: fields ? 'POST' : 'GET',
    headers: { 'accept-language': 'en', 'x-forwarded-for': options.ip ?? '192.0.2.1', ...options.headers },
    ...(fields ? { body: form } : {}),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

async function createUser(username: string): Promise<string> {
  const passwordHash = await auth.app.get(PasswordsService).hash(PASSWORD);
  const names = { firstName: 'سارا', lastName: 'نمونه' };
  const user = await auth.app.get(UsersService).create({ username, passwordHash, language: 'fa', ...names });
  return user.id;
}

async function login(username: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await call('/api/user/login/', { username, password: PASSWORD }, { headers });
  expect(answer.status).toBe(200);
  return String(answer.body.token);
}

async function resolve(token: string): Promise<Identity | null> {
  const response = await fetch(`${auth.url}/internal/sessions/resolve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { identity: Identity | null }).identity;
}

const signedFor = (identity: Identity | null): Record<string, string> => {
  if (!identity) throw new Error('no identity');
  return { [IDENTITY_HEADER]: tokens.sign(identity) };
};
const rows = (name: string) => auth.app.get<Connection>(getConnectionToken()).collection(name);

describe('username check', () => {
  it('[ACC-LOGIN-11] tells a known name from an unknown one, however it is typed', async () => {
    await createUser('09121110001');
    for (const username of ['09121110001', '۰۹۱۲۱۱۱۰۰۰۱', ' 0912 111 0001 ', '+989121110001']) {
      expect(await call('/api/user/check/username/', { username })).toEqual({
        status: 200,
        body: { valid: true },
      });
    }
    expect((await call('/api/user/check/username/', { username: 'nosuchuser' })).body).toEqual({
      valid: false,
    });
  });

  it('names the field that is wrong', async () => {
    const answer = await call('/api/user/check/username/', { username: ' ' });
    expect(answer.status).toBe(400);
    expect(answer.body.username).toHaveLength(1);
  });

  it('answers 429 after 30 checks a minute from one address, across processes', async () => {
    for (let index = 0; index < 30; index += 1) {
      const service = index % 2 === 0 ? auth : twin;
      const answer = await call(
        '/api/user/check/username/',
        { username: 'x' },
        { service, ip: '192.0.2.30' },
      );
      expect(answer.status).toBe(200);
    }
    const refused = await call('/api/user/check/username/', { username: 'x' }, { ip: '192.0.2.30' });
    expect(refused).toMatchObject({ status: 429, body: { status: 'captcha_required_error' } });
    expect((await call('/api/user/check/username/', { username: 'x' }, { ip: '192.0.2.31' })).status).toBe(
      200,
    );
  });

  it('lets a browser go on after a captcha, one check for each', async () => {
    const ip = '192.0.2.32';
    const check = (headers: Record<string, string> = {}) =>
      call('/api/user/check/username/', { username: 'x' }, { ip, headers });
    for (let index = 0; index < 30; index += 1) expect((await check()).status).toBe(200);
    const shown = await fetch(`${auth.url}/api/captcha/init/`);
    const headers = { cookie: shown.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
    expect((await check(headers)).status).toBe(429);
    const [captcha] = await rows('captchas').find().toArray();
    const captchaInput = String(captcha?.text);
    expect((await call('/api/captcha/validate/', { captchaInput }, { headers })).body).toEqual({
      isValid: true,
    });
    expect((await check(headers)).status).toBe(200);
    expect((await check(headers)).status).toBe(429);
  });
});

describe('login', () => {
  it('[ACC-LOGIN-13][ACC-LOGIN-14] answers a token for the right password', async () => {
    await createUser('09121110002');
    const answer = await call('/api/user/login/', { username: '۰۹۱۲۱۱۱۰۰۰۲', password: PASSWORD });
    expect(answer).toEqual({ status: 200, body: { token: expect.stringMatching(/^[\w-]{43}$/) } });
  });

  it('keeps neither password nor token, only what can be checked', async () => {
    await createUser('09121110003');
    const token = await login('09121110003');
    const stored = JSON.stringify([
      await rows('users').find().toArray(),
      await rows('sessions').find().toArray(),
    ]);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(PASSWORD);
    expect(stored).toContain('$argon2id$');
  });

  it('[ACC-LOGIN-25] answers a wrong password and an unknown name with one and the same 401', async () => {
    await createUser('09121110004');
    const wrong = await call('/api/user/login/', { username: '09121110004', password: 'wrong-password' });
    const unknown = await call('/api/user/login/', { username: '09129999999', password: 'wrong-password' });
    expect(wrong).toEqual({
      status: 401,
      body: { code: 'AUTH.INVALID_CREDENTIALS', non_field_errors: ['invalid credentials'] },
    });
    expect(unknown).toEqual(wrong);
  });

  it('takes as long for an unknown name as for a wrong password', async () => {
    await createUser('09121110005');
    const timed = async (username: string): Promise<number> => {
      let fastest = Infinity;
      for (let index = 0; index < 5; index += 1) {
        const began = performance.now();
        await call('/api/user/login/', { username, password: 'wrong-password' }, { ip: '192.0.2.5' });
        fastest = Math.min(fastest, performance.now() - began);
      }
      return fastest;
    };
    const known = await timed('09121110005');
    const unknown = await timed('09128888888');
    expect(unknown).toBeGreaterThan(known * 0.4);
    expect(unknown).toBeLessThan(known * 2.5);
  });

  it('[ACC-LOGIN-26] keys what is wrong with the form by field', async () => {
    const answer = await call('/api/user/login/', { username: 'x', password: '12345' });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body).sort()).toEqual(['code', 'password']);
    expect((await call('/api/user/login/', {})).body).toMatchObject({
      username: [expect.any(String)],
      password: [expect.any(String)],
    });
  });

  it('refuses operators in place of strings', async () => {
    const response = await fetch(`${auth.url}/api/user/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: { $ne: null }, password: { $ne: null } }),
    });
    expect(response.status).toBe(400);
  });

  it('answers 429, even to the right password, after 10 failures of a name from one address, in all processes', async () => {
    await createUser('09121110006');
    const options = { ip: '192.0.2.6' };
    const attempt = (password: string, more: object = {}): Promise<Answer> =>
      call('/api/user/login/', { username: '09121110006', password }, { ...options, ...more });
    const failures = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        attempt('wrong-password', { service: index % 2 ? auth : twin }),
      ),
    );
    expect(failures.map(({ status }) => status)).toEqual(Array(10).fill(401));
    expect((await attempt(PASSWORD)).body).toMatchObject({ code: 'AUTH.TOO_MANY_LOGINS' });
    expect((await attempt(PASSWORD, { service: twin })).status).toBe(429);
    expect((await attempt(PASSWORD, { ip: '192.0.2.7' })).status).toBe(200);
  });

  it('can not be outrun by many tries at the same time', async () => {
    await createUser('09121110007');
    const answers = await Promise.all(
      Array.from({ length: 25 }, () =>
        call(
          '/api/user/login/',
          { username: '09121110007', password: 'wrong-password' },
          { ip: '192.0.2.8' },
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  it('takes a whole IPv6 network for one caller', async () => {
    await createUser('09121110043');
    const attempt = async (password: string, ip: string): Promise<number> =>
      (await call('/api/user/login/', { username: '09121110043', password }, { ip })).status;
    for (let host = 1; host <= 10; host += 1)
      expect(await attempt('wrong-password', `2001:db8:1:2::${host}`)).toBe(401);
    expect(await attempt(PASSWORD, '2001:db8:1:2:ffff::1')).toBe(429);
    expect(await attempt(PASSWORD, '2001:db8:1:3::1')).toBe(200);
  });

  it('answers 429 to an address that tries one password with many names', async () => {
    const strict = await startTestService(stack, authService, { LOGINS_PER_HOUR_AND_ADDRESS: '12' });
    const attempt = async (name: number, ip: string): Promise<number> => {
      const form = { username: `0912999${String(name).padStart(4, '0')}`, password: 'password-of-many' };
      return (await call('/api/user/login/', form, { ip, service: strict })).status;
    };
    for (let name = 0; name < 12; name += 1) expect(await attempt(name, '192.0.2.77')).toBe(401);
    expect(await attempt(12, '192.0.2.77')).toBe(429);
    expect(await attempt(12, '192.0.2.78')).toBe(401);
    await strict.stop();
  });

  it('counts failures anew after a success', async () => {
    await createUser('09121110008');
    const attempt = async (password: string): Promise<number> =>
      (await call('/api/user/login/', { username: '09121110008', password }, { ip: '192.0.2.9' })).status;
    for (let index = 0; index < 9; index += 1) expect(await attempt('wrong-password')).toBe(401);
    expect(await attempt(PASSWORD)).toBe(200);
    for (let index = 0; index < 10; index += 1) expect(await attempt('wrong-password')).toBe(401);
    expect(await attempt(PASSWORD)).toBe(429);
  });
});

describe('sessions', () => {
  it('[ACC-LOGIN-31][ACC-LOGIN-32][ACC-SESSIONS-12][RDR-PROFILE-01] shows the signed-in user and their live sessions', async () => {
    const id = await createUser('09121110010');
    const first = await login('09121110010');
    await login('09121110010');
    const answer = await call('/api/user/status/', undefined, { headers: signedFor(await resolve(first)) });
    expect(answer).toEqual({
      status: 200,
      body: {
        id,
        username: '09121110010',
        mobile: '09121110010',
        first_name: 'سارا',
        last_name: 'نمونه',
        full_name: 'سارا نمونه',
        avatar: null,
        language: 'fa',
        referral_code: expect.stringMatching(/^\w{8}$/),
        balance: 0,
        is_creator: false,
        is_staff: false,
        subscription: null,
        has_active_subscription: false,
        user_is_loggedin: true,
        loggedinas: null,
        active_sessions_count: 2,
      },
    });
  });

  it('[ACC-LOGIN-36] [ACC-LOGIN-32] asks a guest to sign in, in their language', async () => {
    expect(await call('/api/user/status/')).toMatchObject({
      status: 401,
      body: { code: 'AUTH.LOGIN_REQUIRED', non_field_errors: ['please login'] },
    });
    const persian = await call('/api/user/status/', undefined, { headers: { 'accept-language': 'fa' } });
    expect(persian.body.non_field_errors).toEqual(['برای این کار وارد حساب خود شوید.']);
  });

  it('[ACC-SESSIONS-06] lets the three oldest in, marks the fourth, and moves it up when one ends', async () => {
    await createUser('09121110011');
    const sessions: string[] = [];
    for (let index = 0; index < 4; index += 1) sessions.push(await login('09121110011'));
    const over = async (): Promise<(boolean | undefined)[]> =>
      Promise.all(sessions.map(async (token) => (await resolve(token))?.overSessionLimit));
    expect(await over()).toEqual([false, false, false, true]);
    const second = signedFor(await resolve(sessions[1] ?? ''));
    expect(await call('/api/user/logout/', {}, { headers: second })).toEqual({
      status: 200,
      body: { status: 'success' },
    });
    expect(await over()).toEqual([false, undefined, false, false]);
  });

  it('[ACC-SESSIONS-06] lets three of 50 logins at once work, the same three ever after', async () => {
    await createUser('09121110099');
    const logins = Array.from({ length: 50 }, (_, index) =>
      call(
        '/api/user/login/',
        { username: '09121110099', password: PASSWORD },
        { service: index % 2 ? auth : twin, ip: `192.0.2.${100 + index}` },
      ),
    );
    const working = new Set<string>();
    let isOver = false;
    const watch = (async () => {
      while (!isOver) {
        for (const login of logins) {
          const first = await Promise.race([login, Promise.resolve(null)]);
          const token = first && String(first.body.token);
          if (token && (await resolve(token))?.overSessionLimit === false) working.add(token);
        }
        await new Promise((next) => setImmediate(next));
      }
    })();
    const answers = await Promise.all(logins);
    isOver = true;
    await watch;
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const allowed = await Promise.all(
      answers.map(async ({ body }) => (await resolve(String(body.token)))?.overSessionLimit === false),
    );
    expect(allowed.filter(Boolean)).toHaveLength(3);
    // Also while logins were still coming in, no fourth one ever worked.
    expect(working.size).toBeLessThanOrEqual(3);
  });

  it('lets a session over the limit see its status and sign out', async () => {
    await createUser('09121110012');
    for (let index = 0; index < 3; index += 1) await login('09121110012');
    const fourth = signedFor(await resolve(await login('09121110012')));
    expect((await call('/api/user/status/', undefined, { headers: fourth })).body.active_sessions_count).toBe(
      4,
    );
    expect((await call('/api/user/logout/', {}, { headers: fourth })).status).toBe(200);
  });

  it('[ACC-SESSIONS-03] [ACC-SESSIONS-04] [ACC-SESSIONS-05] lists the own sessions and ends one of them, nobody else’s', async () => {
    await createUser('09121110071');
    await createUser('09121110072');
    const here = await login('09121110071', { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' });
    const there = await login('09121110071');
    const foreign = await resolve(await login('09121110072'));
    const headers = signedFor(await resolve(here));
    const { body } = await call('/api/user/check-sessions/', undefined, { headers });
    expect(body.data).toMatchObject({ active_sessions_count: 2, max_sessions: 3 });
    const { sessions } = body.data as { sessions: { session_key: string; is_current: boolean }[] };
    expect(sessions.map((one) => one.is_current)).toEqual([true, false]);
    const [, other] = sessions;
    for (const session_key of [foreign!.sessionId, 'nonsense']) {
      const refused = await call('/api/user/terminate-session/', { session_key }, { headers });
      expect(refused.body.success).toBe(false);
    }
    const ended = await call(
      '/api/user/terminate-session/',
      { session_key: other!.session_key },
      { headers },
    );
    expect(ended.body.success).toBe(true);
    expect(await resolve(there)).toBeNull();
    expect(await resolve(here)).not.toBeNull();
  });

  it('[ACC-LOGIN-28] ends a session once, and tells the others', async () => {
    const userId = await createUser('09121110013');
    const token = await login('09121110013');
    const identity = await resolve(token);
    const headers = signedFor(identity);
    expect((await call('/api/user/logout/', {}, { headers })).status).toBe(200);
    expect((await call('/api/user/logout/', {}, { headers })).status).toBe(200);
    expect(await resolve(token)).toBeNull();
    const told = await probe.read('auth.session.v1', (messages) =>
      messages.some(({ key }) => key === userId),
    );
    expect(told.filter(({ key }) => key === userId).map(({ event }) => event)).toMatchObject([
      { type: 'auth.sessions.ended', data: { userId, sessionIds: [identity?.sessionId] } },
    ]);
  });

  it('ends after 30 days of silence, and lives on with each use', async () => {
    await createUser('09121110014');
    const token = await login('09121110014', {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    });
    const { sessionId } = (await resolve(token)) ?? {};
    const session = async () => rows('sessions').findOne({ _id: idOf(sessionId) });
    expect(await session()).toMatchObject({ device: 'Firefox, Linux', ip: '192.0.2.1' });

    const aged = new Date(Date.now() - 29 * 86_400_000);
    await rows('sessions').updateOne(
      { _id: idOf(sessionId) },
      { $set: { lastActivityAt: aged, expiresAt: new Date(aged.getTime() + 30 * 86_400_000) } },
    );
    expect(await resolve(token)).not.toBeNull();
    const alive = await session();
    expect(Number(alive?.lastActivityAt)).toBeGreaterThan(Date.now() - 60_000);
    expect(Number(alive?.expiresAt)).toBeGreaterThan(Date.now() + 29.9 * 86_400_000);

    await resolve(token);
    expect((await session())?.lastActivityAt).toEqual(alive?.lastActivityAt);

    await rows('sessions').updateOne({ _id: idOf(sessionId) }, { $set: { expiresAt: new Date() } });
    expect(await resolve(token)).toBeNull();
  });

  it('knows nobody behind a token that was never given', async () => {
    expect(await resolve('A'.repeat(43))).toBeNull();
  });
});

describe('users', () => {
  it('has one name lead to one person, and tells of a new one', async () => {
    const userId = await createUser('Ali.Reza');
    await expect(createUser('ali.reza')).rejects.toMatchObject({ code: 11_000 });
    const [told] = await rows('outbox').find({ type: 'auth.user.registered', key: userId }).toArray();
    expect(JSON.parse(String(told?.payload))).toMatchObject({
      aggregateVersion: 1,
      data: { userId, username: 'ali.reza', fullName: 'سارا نمونه', language: 'fa', isStaff: false },
    });
  });
});

function idOf(hex: string | undefined) {
  const { base } = auth.app.get<Connection>(getConnectionToken());
  return new base.Types.ObjectId(hex);
}
