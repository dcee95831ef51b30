import { IDENTITY_HEADER, type Identity } from '@hamkhan/contracts/identity';
import { IdentityToken } from '@hamkhan/platform/http/identity-token';
import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TEST_IDENTITY_SECRET, TestStack } from '@hamkhan/testing/test-stack';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import request from 'supertest';
import { PasswordHasher } from '../../src/features/password-hashing/password-hasher.service.js';
import { authService } from '../../src/service-options.js';
import { AuthClient, PASSWORD, type ApiResponse, type CallOptions } from './auth-client.js';

jest.setTimeout(60_000);

const tokens = new IdentityToken(TEST_IDENTITY_SECRET);

let stack: TestStack;
let auth: TestService;
let twin: TestService;
let probe: KafkaProbe;
let client: AuthClient;

beforeAll(async () => {
  stack = await TestStack.create();
  probe = new KafkaProbe(stack);
  // 50 logins at once, before any is known to succeed; account-guard.int-spec.ts tests the limit.
  const env = { LOGIN_FAILURES_PER_ACCOUNT: '60' };
  auth = await startTestService(stack, authService, env);
  twin = await startTestService(stack, authService, env);
  client = new AuthClient(auth, '0912112');
});

afterAll(async () => {
  await auth?.stop();
  await twin?.stop();
  await probe?.close();
  await stack?.drop();
});

type Reply = Pick<ApiResponse, 'status' | 'body'>;

/** Calls from one address unless `options` name another. */
async function call(
  path: string,
  fields?: Record<string, string>,
  options: CallOptions = {},
): Promise<Reply> {
  const { status, body } = await client.call(path, fields, { ip: '192.0.2.1', ...options });
  return { status, body };
}
const createUser = (username: string): Promise<string> => client.createUser(username);
const login = (username: string, headers: Record<string, string> = {}): Promise<string> =>
  client.token(username, PASSWORD, { ip: '192.0.2.1', headers });
const resolve = (token: string): Promise<Identity | null> => client.resolve(token);

const signedFor = (identity: Identity | null): Record<string, string> => {
  if (!identity) throw new Error('no identity');
  return { [IDENTITY_HEADER]: tokens.sign(identity) };
};
const rows = (name: string) => auth.app.get<Connection>(getConnectionToken()).collection(name);

describe('username check', () => {
  it('recognises a registered name in every spelling [ACC-LOGIN-11]', async () => {
    await createUser('09121110001');
    for (const username of ['09121110001', '۰۹۱۲۱۱۱۰۰۰۱', ' 0912 111 0001 ', '+989121110001']) {
      expect(await call('user/check/username/', { username })).toEqual({
        status: 200,
        body: { valid: true },
      });
    }
    expect((await call('user/check/username/', { username: 'nosuchuser' })).body).toEqual({
      valid: false,
    });
  });

  it('reports the invalid field', async () => {
    const answer = await call('user/check/username/', { username: ' ' });
    expect(answer.status).toBe(400);
    expect(answer.body.username).toHaveLength(1);
  });

  it('returns 429 after 30 checks per minute from one address, across processes', async () => {
    for (let index = 0; index < 30; index += 1) {
      const service = index % 2 === 0 ? auth : twin;
      const answer = await call('user/check/username/', { username: 'x' }, { service, ip: '192.0.2.30' });
      expect(answer.status).toBe(200);
    }
    const refused = await call('user/check/username/', { username: 'x' }, { ip: '192.0.2.30' });
    expect(refused).toMatchObject({ status: 429, body: { status: 'captcha_required_error' } });
    expect((await call('user/check/username/', { username: 'x' }, { ip: '192.0.2.31' })).status).toBe(200);
  });

  it('allows one more check for each solved captcha', async () => {
    const ip = '192.0.2.32';
    const check = (headers: Record<string, string> = {}) =>
      call('user/check/username/', { username: 'x' }, { ip, headers });
    for (let index = 0; index < 30; index += 1) expect((await check()).status).toBe(200);
    const { cookies } = await client.call('captcha/init/');
    const headers = { cookie: cookies[0]?.split(';')[0] ?? '' };
    expect((await check(headers)).status).toBe(429);
    const [captcha] = await rows('captchas').find().toArray();
    const captchaInput = String(captcha?.text);
    expect((await call('captcha/validate/', { captchaInput }, { headers })).body).toEqual({
      isValid: true,
    });
    expect((await check(headers)).status).toBe(200);
    expect((await check(headers)).status).toBe(429);
  });
});

describe('login', () => {
  it('returns a token for the right password [ACC-LOGIN-13][ACC-LOGIN-14]', async () => {
    await createUser('09121110002');
    const answer = await call('user/login/', { username: '۰۹۱۲۱۱۱۰۰۰۲', password: PASSWORD });
    expect(answer).toEqual({ status: 200, body: { token: expect.stringMatching(/^[\w-]{43}$/) } });
  });

  it('stores neither password nor token', async () => {
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

  it('returns the same 401 for a wrong password and an unknown name [ACC-LOGIN-25]', async () => {
    await createUser('09121110004');
    const wrong = await call('user/login/', { username: '09121110004', password: 'wrong-password' });
    const unknown = await call('user/login/', { username: '09129999999', password: 'wrong-password' });
    expect(wrong).toEqual({
      status: 401,
      body: { code: 'AUTH.INVALID_CREDENTIALS', non_field_errors: ['invalid credentials'] },
    });
    expect(unknown).toEqual(wrong);
  });

  it('hashes once for an unknown name as for a wrong password', async () => {
    await createUser('09121110005');
    const verify = jest.spyOn(auth.app.get(PasswordHasher), 'verify');
    const hashes = async (username: string): Promise<number> => {
      verify.mockClear();
      await call('user/login/', { username, password: 'wrong-password' }, { ip: '192.0.2.5' });
      return verify.mock.calls.length;
    };
    expect(await hashes('09121110005')).toBe(1);
    expect(await hashes('09128888888')).toBe(1);
    verify.mockRestore();
  });

  it('reports errors by field [ACC-LOGIN-26]', async () => {
    const answer = await call('user/login/', { username: 'x', password: '12345' });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body).sort()).toEqual(['code', 'password']);
    expect((await call('user/login/', {})).body).toMatchObject({
      username: [expect.any(String)],
      password: [expect.any(String)],
    });
  });

  it('rejects MongoDB operators in place of strings', async () => {
    const { status } = await request(auth.url)
      .post('/api/user/login/')
      .send({ username: { $ne: null }, password: { $ne: null } });
    expect(status).toBe(400);
  });

  it('returns 429, even for the right password, after 10 failures of a name from one address, in all processes', async () => {
    await createUser('09121110006');
    const options = { ip: '192.0.2.6' };
    const attempt = (password: string, more: object = {}): Promise<Reply> =>
      call('user/login/', { username: '09121110006', password }, { ...options, ...more });
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

  it('counts concurrent attempts', async () => {
    await createUser('09121110007');
    const answers = await Promise.all(
      Array.from({ length: 25 }, () =>
        call('user/login/', { username: '09121110007', password: 'wrong-password' }, { ip: '192.0.2.8' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  it('counts an IPv6 /64 network as one address', async () => {
    await createUser('09121110043');
    const attempt = async (password: string, ip: string): Promise<number> =>
      (await call('user/login/', { username: '09121110043', password }, { ip })).status;
    for (let host = 1; host <= 10; host += 1)
      expect(await attempt('wrong-password', `2001:db8:1:2::${host}`)).toBe(401);
    expect(await attempt(PASSWORD, '2001:db8:1:2:ffff::1')).toBe(429);
    expect(await attempt(PASSWORD, '2001:db8:1:3::1')).toBe(200);
  });

  it('returns 429 to an address that tries one password with many names', async () => {
    const strict = await startTestService(stack, authService, { LOGINS_PER_HOUR_PER_ADDRESS: '12' });
    const attempt = async (name: number, ip: string): Promise<number> => {
      const form = { username: `0912999${String(name).padStart(4, '0')}`, password: 'password-of-many' };
      return (await call('user/login/', form, { ip, service: strict })).status;
    };
    for (let name = 0; name < 12; name += 1) expect(await attempt(name, '192.0.2.77')).toBe(401);
    expect(await attempt(12, '192.0.2.77')).toBe(429);
    expect(await attempt(12, '192.0.2.78')).toBe(401);
    await strict.stop();
  });

  it('resets the failures after a success', async () => {
    await createUser('09121110008');
    const attempt = async (password: string): Promise<number> =>
      (await call('user/login/', { username: '09121110008', password }, { ip: '192.0.2.9' })).status;
    for (let index = 0; index < 9; index += 1) expect(await attempt('wrong-password')).toBe(401);
    expect(await attempt(PASSWORD)).toBe(200);
    for (let index = 0; index < 10; index += 1) expect(await attempt('wrong-password')).toBe(401);
    expect(await attempt(PASSWORD)).toBe(429);
  });
});

describe('sessions', () => {
  it('returns the signed-in user and the number of live sessions [ACC-LOGIN-31][ACC-LOGIN-32][ACC-SESSIONS-12][RDR-PROFILE-01]', async () => {
    const id = await createUser('09121110010');
    const first = await login('09121110010');
    await login('09121110010');
    const answer = await call('user/status/', undefined, { headers: signedFor(await resolve(first)) });
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

  it('returns a localised 401 to a guest [ACC-LOGIN-36][ACC-LOGIN-32]', async () => {
    expect(await call('user/status/')).toMatchObject({
      status: 401,
      body: { code: 'AUTH.LOGIN_REQUIRED', non_field_errors: ['please login'] },
    });
    const persian = await call('user/status/', undefined, { headers: { 'accept-language': 'fa' } });
    expect(persian.body.non_field_errors).toEqual(['برای این کار وارد حساب خود شوید.']);
  });

  it('admits the three oldest, marks the fourth, and admits it when one ends [ACC-SESSIONS-06]', async () => {
    await createUser('09121110011');
    const sessions: string[] = [];
    for (let index = 0; index < 4; index += 1) sessions.push(await login('09121110011'));
    const over = async (): Promise<(boolean | undefined)[]> =>
      Promise.all(sessions.map(async (token) => (await resolve(token))?.overSessionLimit));
    expect(await over()).toEqual([false, false, false, true]);
    const second = signedFor(await resolve(sessions[1] ?? ''));
    expect(await call('user/logout/', {}, { headers: second })).toEqual({
      status: 200,
      body: { status: 'success' },
    });
    expect(await over()).toEqual([false, undefined, false, false]);
  });

  it('admits the same three of 50 concurrent logins [ACC-SESSIONS-06]', async () => {
    await createUser('09121110099');
    const logins = Array.from({ length: 50 }, (_, index) =>
      call(
        'user/login/',
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
    // During the logins no fourth session was ever admitted either.
    expect(working.size).toBeLessThanOrEqual(3);
  });

  it('allows a session over the limit to read its status and sign out', async () => {
    await createUser('09121110012');
    for (let index = 0; index < 3; index += 1) await login('09121110012');
    const fourth = signedFor(await resolve(await login('09121110012')));
    expect((await call('user/status/', undefined, { headers: fourth })).body.active_sessions_count).toBe(4);
    expect((await call('user/logout/', {}, { headers: fourth })).status).toBe(200);
  });

  it('lists the own sessions and ends one of them, but no session of another user [ACC-SESSIONS-03][ACC-SESSIONS-04][ACC-SESSIONS-05]', async () => {
    await createUser('09121110071');
    await createUser('09121110072');
    const here = await login('09121110071', { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' });
    const there = await login('09121110071');
    const foreign = await resolve(await login('09121110072'));
    const headers = signedFor(await resolve(here));
    const { body } = await call('user/check-sessions/', undefined, { headers });
    expect(body.data).toMatchObject({ active_sessions_count: 2, max_sessions: 3 });
    const { sessions } = body.data as { sessions: { session_key: string; is_current: boolean }[] };
    expect(sessions.map((one) => one.is_current)).toEqual([true, false]);
    const [, other] = sessions;
    for (const session_key of [foreign!.sessionId, 'nonsense']) {
      const refused = await call('user/terminate-session/', { session_key }, { headers });
      expect(refused.body.success).toBe(false);
    }
    const ended = await call('user/terminate-session/', { session_key: other!.session_key }, { headers });
    expect(ended.body.success).toBe(true);
    expect(await resolve(there)).toBeNull();
    expect(await resolve(here)).not.toBeNull();
  });

  it('ends a session once and publishes it [ACC-LOGIN-28]', async () => {
    const userId = await createUser('09121110013');
    const token = await login('09121110013');
    const identity = await resolve(token);
    const headers = signedFor(identity);
    expect((await call('user/logout/', {}, { headers })).status).toBe(200);
    expect((await call('user/logout/', {}, { headers })).status).toBe(200);
    expect(await resolve(token)).toBeNull();
    const published = await probe.read('auth.session.v1', (messages) =>
      messages.some(({ key }) => key === userId),
    );
    expect(published.filter(({ key }) => key === userId).map(({ event }) => event)).toMatchObject([
      { type: 'auth.sessions.ended', data: { userId, sessionIds: [identity?.sessionId] } },
    ]);
  });

  it('ends after 30 days without use and is extended by each use', async () => {
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

  it('ends after 90 days, however much it is used', async () => {
    await createUser('09121110015');
    const token = await login('09121110015');
    const { sessionId } = (await resolve(token)) ?? {};
    const age = async (days: number): Promise<void> => {
      const createdAt = new Date(Date.now() - days * 86_400_000);
      const lastActivityAt = new Date(Date.now() - 3_600_000);
      const expiresAt = new Date(Date.now() + 29 * 86_400_000);
      const fields = { createdAt, lastActivityAt, expiresAt };
      await rows('sessions').updateOne({ _id: idOf(sessionId) }, { $set: fields });
    };
    await age(89);
    expect(await resolve(token)).not.toBeNull();
    const used = await rows('sessions').findOne({ _id: idOf(sessionId) });
    expect(Number(used?.expiresAt) - Number(used?.createdAt)).toBe(90 * 86_400_000);
    await age(90);
    expect(await resolve(token)).toBeNull();
  });

  it('makes the browser drop its cache at sign-out', async () => {
    await createUser('09121110016');
    const headers = signedFor(await resolve(await login('09121110016')));
    const answer = await client.call('user/logout/', {}, { headers });
    expect(answer.headers['clear-site-data']).toBe('"cache"');
  });

  it('returns null for an unknown token', async () => {
    expect(await resolve('A'.repeat(43))).toBeNull();
  });
});

describe('users', () => {
  it('rejects a name that is taken, and publishes a new user', async () => {
    const userId = await createUser('Ali.Reza');
    await expect(createUser('ali.reza')).rejects.toMatchObject({ code: 11_000 });
    const [published] = await rows('outbox').find({ type: 'auth.user.registered', key: userId }).toArray();
    expect(JSON.parse(String(published?.payload))).toMatchObject({
      aggregateVersion: 1,
      data: { userId, username: 'ali.reza', fullName: 'سارا نمونه', language: 'fa', isStaff: false },
    });
  });
});

function idOf(hex: string | undefined) {
  const { base } = auth.app.get<Connection>(getConnectionToken());
  return new base.Types.ObjectId(hex);
}
