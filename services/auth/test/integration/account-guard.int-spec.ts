import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { PasswordHasher } from '../../src/features/password-hashing/password-hasher.service.js';
import { authService } from '../../src/service-options.js';
import { AuthClient, PASSWORD, type ApiResponse } from './auth-client.js';

jest.setTimeout(60_000);

const FREE = 20;
const WITH_CAPTCHA = 2;

let stack: TestStack;
let auth: TestService;
let client: AuthClient;

beforeAll(async () => {
  stack = await TestStack.create();
  auth = await startTestService(stack, authService, {
    LOGIN_FAILURES_PER_ACCOUNT_WITH_CAPTCHA: String(WITH_CAPTCHA),
  });
  client = new AuthClient(auth, '0912777');
});

afterAll(async () => {
  await auth?.stop();
  await stack?.drop();
});

const rows = (name: string) => auth.app.get<Connection>(getConnectionToken()).collection(name);
const login = (username: string, password: string, options: object = {}): Promise<ApiResponse> =>
  client.call('user/login/', { username, password }, options);
const captchaRefusal = {
  status: 429,
  body: { code: 'AUTH.TOO_MANY_LOGINS', status: 'captcha_required_error' },
};

/** The cookie of a browser that has solved a captcha. */
async function solvedCaptcha(): Promise<Record<string, string>> {
  const { cookies } = await client.call('captcha/init/');
  const headers = { cookie: cookies[0]?.split(';')[0] ?? '' };
  const [captcha] = await rows('captchas').find().sort({ textUntil: -1 }).toArray();
  const answer = { captchaInput: String(captcha?.text) };
  expect((await client.call('captcha/validate/', answer, { headers })).body).toEqual({ isValid: true });
  return headers;
}

/** Guesses the password of an account from `count` addresses. */
const guess = (username: string, count: number): Promise<ApiResponse[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => login(username, `guess-number-${index}`)));

const newReader = async (): Promise<string> => {
  const mobile = client.newMobile();
  await client.createUser(mobile);
  return mobile;
};

describe('guesses of one account from many addresses', () => {
  it('evaluates 20 of 60 concurrent guesses from 60 addresses', async () => {
    const mobile = await newReader();
    const verify = jest.spyOn(auth.app.get(PasswordHasher), 'verify');
    const answers = await guess(mobile, 60);
    expect(verify).toHaveBeenCalledTimes(FREE);
    verify.mockRestore();
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(FREE);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(60 - FREE);
    expect(answers.find(({ status }) => status === 429)).toMatchObject(captchaRefusal);
    expect(await login(mobile, PASSWORD)).toMatchObject(captchaRefusal);
  });

  it('counts all names of an account together', async () => {
    const mobile = await newReader();
    await rows('users').updateOne({ mobile }, { $set: { identifiers: [mobile, `name-of-${mobile}`] } });
    await guess(mobile, FREE / 2);
    await guess(`name-of-${mobile}`, FREE / 2);
    expect(await login(mobile, PASSWORD)).toMatchObject(captchaRefusal);
  });

  it('treats an unknown name like an account', async () => {
    const answers = await guess('nobody-has-this-name', FREE + 1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(FREE);
    expect(answers.find(({ status }) => status === 429)).toMatchObject(captchaRefusal);
  });

  it('spares known addresses and open sessions', async () => {
    const mobile = await newReader();
    const home = { ip: client.newAddress() };
    const token = await client.token(mobile, PASSWORD, home);
    await guess(mobile, FREE + 5);
    expect((await login(mobile, PASSWORD)).status).toBe(429);
    expect((await login(mobile, PASSWORD, home)).status).toBe(200);
    expect(await client.resolve(token)).not.toBeNull();
  });

  it('does not count successful sign-ins', async () => {
    const mobile = await newReader();
    for (let index = 0; index < FREE + 2; index += 1) {
      expect((await login(mobile, PASSWORD)).status).toBe(200);
    }
  });

  it('uses up a captcha for each further guess, then locks, until a reset of the password', async () => {
    const mobile = await newReader();
    await guess(mobile, FREE);
    const headers = await solvedCaptcha();
    expect((await login(mobile, 'guess-with-captcha', { headers })).status).toBe(401);
    expect(await login(mobile, PASSWORD, { headers })).toMatchObject(captchaRefusal);
    expect((await login(mobile, 'guess-with-captcha', { headers: await solvedCaptcha() })).status).toBe(401);
    const locked = await login(mobile, PASSWORD, { headers: await solvedCaptcha() });
    expect(locked).toMatchObject({ status: 429, body: { code: 'AUTH.ACCOUNT_LOCKED' } });
    expect(Number(locked.headers['retry-after'])).toBeLessThanOrEqual(3_600);

    const { body } = await client.call(
      'user/password/forget/',
      { username: mobile },
      { headers: await solvedCaptcha() },
    );
    const form = {
      username: mobile,
      request_id: String(body.request_id),
      verification_code: await client.codeFor(mobile),
      password1: 'quite-another-9',
      password2: 'quite-another-9',
    };
    expect((await client.call('user/password/forget/reset/', form)).status).toBe(200);
    expect((await login(mobile, 'quite-another-9')).status).toBe(200);
  });

  it('forgets known addresses when the password is reset', async () => {
    const mobile = await newReader();
    const thief = { ip: client.newAddress() };
    await client.token(mobile, PASSWORD, thief);
    const { body } = await client.call(
      'user/password/forget/',
      { username: mobile },
      { headers: await solvedCaptcha() },
    );
    const password = 'quite-another-9';
    const form = {
      username: mobile,
      request_id: String(body.request_id),
      verification_code: await client.codeFor(mobile),
      password1: password,
      password2: password,
    };
    await client.call('user/password/forget/reset/', form);
    await guess(mobile, FREE);
    expect(await login(mobile, 'one-more-guess', thief)).toMatchObject(captchaRefusal);
  });
});
