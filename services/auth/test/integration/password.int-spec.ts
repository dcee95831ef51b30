import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { authService } from '../../src/service-options.js';
import { AuthClient, PASSWORD, wrong, type ApiResponse } from './auth-client.js';

jest.setTimeout(60_000);

let stack: TestStack;
let auth: TestService;
let client: AuthClient;

beforeAll(async () => {
  stack = await TestStack.create();
  auth = await startTestService(stack, authService);
  client = new AuthClient(auth, '0912444');
});

afterAll(async () => {
  await auth?.stop();
  await stack?.drop();
});

const rows = (name: string) => auth.app.get<Connection>(getConnectionToken()).collection(name);

/** A browser without a token; it keeps its cookie. */
class Browser {
  private cookie: string | null = null;

  async call(path: string, fields?: Record<string, string>, options: object = {}): Promise<ApiResponse> {
    const headers: Record<string, string> = this.cookie === null ? {} : { cookie: this.cookie };
    const answer = await client.call(path, fields, { headers, ...options });
    const [set] = answer.cookies;
    if (set) this.cookie = set.split(';')[0] ?? null;
    return answer;
  }

  /** The text of the newest captcha, from the database. */
  async text(): Promise<string> {
    const all = await rows('captchas').find().sort({ textUntil: -1 }).toArray();
    return String(all[0]?.text);
  }

  async solve(): Promise<ApiResponse> {
    await this.call('captcha/init/');
    return this.call('captcha/validate/', { captchaInput: await this.text() });
  }

  forget(username: string, options: object = {}): Promise<ApiResponse> {
    return this.call('user/password/forget/', { username }, options);
  }
}

const NEW = 'new-password-7';
const resetForm = (username: string, requestId: string, code: string) => ({
  username,
  request_id: requestId,
  verification_code: code,
  password1: NEW,
  password2: NEW,
});

/** Creates an account and requests a code to reset its password. */
async function forgotten() {
  const mobile = client.newMobile();
  const id = await client.createUser(mobile);
  const browser = new Browser();
  await browser.solve();
  const { body } = await browser.forget(mobile);
  return { mobile, id, browser, requestId: String(body.request_id), code: await client.codeFor(mobile) };
}

describe('captcha', () => {
  it('serves a JPEG, then reports that it is solved [ACC-FORGOT-05][ACC-FORGOT-07]', async () => {
    const browser = new Browser();
    const { status, body, cookies } = await browser.call('captcha/init/');
    expect({ status, body }).toEqual({ status: 200, body: { verfied: false, image: expect.any(String) } });
    expect(Buffer.from(String(body.image), 'base64').subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(cookies).toEqual([
      expect.stringMatching(/^sessionid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const answer = await browser.call('captcha/validate/', {
      captchaInput: (await browser.text()).toLowerCase(),
    });
    expect(answer.body).toEqual({ isValid: true });
    expect((await browser.call('captcha/init/')).body).toEqual({ verfied: true, image: null });
  });

  it('sets a secure cookie over https', async () => {
    const { cookies } = await client.call('captcha/init/', undefined, {
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(cookies[0]).toMatch(/; Secure$/);
  });

  it('accepts one answer per image, right or wrong [ACC-FORGOT-06]', async () => {
    const browser = new Browser();
    await browser.call('captcha/init/');
    const text = await browser.text();
    expect((await browser.call('captcha/validate/', { captchaInput: 'XXXXX' })).body).toEqual({
      isValid: false,
    });
    expect((await browser.call('captcha/validate/', { captchaInput: text })).body).toEqual({
      isValid: false,
    });
  });

  it('rejects answers to expired images and to images of another browser', async () => {
    const [one, other] = [new Browser(), new Browser()];
    await one.call('captcha/init/');
    const text = await one.text();
    expect((await other.call('captcha/validate/', { captchaInput: text })).body).toEqual({ isValid: false });
    await rows('captchas').updateMany({ text }, { $set: { textUntil: new Date() } });
    expect((await one.call('captcha/validate/', { captchaInput: text })).body).toEqual({ isValid: false });
  });

  it('accepts one of several concurrent answers', async () => {
    const browser = new Browser();
    await browser.call('captcha/init/');
    const captchaInput = await browser.text();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => browser.call('captcha/validate/', { captchaInput })),
    );
    expect(answers.filter(({ body }) => body.isValid === true)).toHaveLength(1);
  });

  it('rejects an empty answer with a field error [ACC-FORGOT-08:partial]', async () => {
    expect(await new Browser().call('captcha/validate/', { captchaInput: '' })).toMatchObject({
      status: 400,
      body: { captchaInput: ['This Field is Required'] },
    });
  });

  it('serves audio to the browser that got the image', async () => {
    const browser = new Browser();
    expect((await browser.call('captcha/audio/?language=fa')).status).toBe(404);
    await browser.call('captcha/init/');
    const { status, headers } = await browser.call('captcha/audio/?language=fa&take=1');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'audio/wav',
      'no-store',
    ]);
    expect((await browser.call('captcha/audio/?language=de')).status).toBe(400);
  });

  it('returns 429 after 30 captcha requests from one address in a minute', async () => {
    const ip = client.newAddress();
    const browser = new Browser();
    for (let index = 0; index < 30; index += 1) {
      const answer =
        index % 2
          ? browser.call('captcha/validate/', { captchaInput: 'X' }, { ip })
          : browser.call('captcha/init/', undefined, { ip });
      expect((await answer).status).toBe(200);
    }
    expect((await browser.call('captcha/init/', undefined, { ip })).status).toBe(429);
    expect((await browser.call('captcha/audio/', undefined, { ip })).status).toBe(429);
  });
});

describe('a forgotten password', () => {
  it('requires a solved captcha [ACC-FORGOT-13]', async () => {
    const mobile = client.newMobile();
    await client.createUser(mobile);
    const refused = {
      status: 400,
      body: { status: 'captcha_required_error', code: 'AUTH.CAPTCHA_REQUIRED' },
    };
    expect(await new Browser().forget(mobile)).toMatchObject(refused);
    const browser = new Browser();
    await browser.call('captcha/init/');
    expect(await browser.forget(mobile)).toMatchObject(refused);
  });

  it('returns a request_id and uses up the captcha [ACC-FORGOT-11]', async () => {
    const { mobile, browser, requestId, code } = await forgotten();
    expect(requestId).toMatch(/^[\w-]{32}$/);
    expect(code).toMatch(/^\d{6}$/);
    expect((await browser.forget(mobile)).body.status).toBe('captcha_required_error');
  });

  it('reports an unknown mobile under the username and keeps the captcha [ACC-FORGOT-18]', async () => {
    const browser = new Browser();
    await browser.solve();
    expect(await browser.forget('09129999999')).toMatchObject({
      status: 400,
      body: { username: ['no account has this mobile number'] },
    });
    const mobile = client.newMobile();
    await client.createUser(mobile);
    expect((await browser.forget(mobile)).status).toBe(200);
  });

  it('loses the solved captcha after five unknown names', async () => {
    const browser = new Browser();
    await browser.solve();
    const mobile = client.newMobile();
    await client.createUser(mobile);
    for (let miss = 0; miss < 5; miss += 1) {
      expect((await browser.forget(client.newMobile())).body).toHaveProperty('username');
    }
    expect((await browser.forget(mobile)).body.status).toBe('captcha_required_error');
  });

  it('rejects an empty username with a field error [ACC-FORGOT-12:partial]', async () => {
    expect((await new Browser().forget('')).body.username).toEqual(['This Field is Required']);
  });

  it('returns 429 after 20 code requests from one address in an hour', async () => {
    const ip = client.newAddress();
    const browser = new Browser();
    for (let index = 0; index < 20; index += 1) {
      if (index % 5 === 0) await browser.solve();
      expect((await browser.forget(client.newMobile(), { ip })).status).toBe(400);
    }
    await browser.solve();
    expect((await browser.forget(client.newMobile(), { ip })).status).toBe(429);
  });

  it('sets the new password and ends every session [ACC-FORGOT-14][ACC-FORGOT-15]', async () => {
    const mobile = client.newMobile();
    await client.createUser(mobile);
    const tokens = [await client.token(mobile), await client.token(mobile)];
    const browser = new Browser();
    await browser.solve();
    const { body } = await browser.forget(mobile);
    const form = resetForm(mobile, String(body.request_id), await client.codeFor(mobile));
    const answer = await browser.call('user/password/forget/reset/', form);
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    for (const token of tokens) expect(await client.resolve(token)).toBeNull();
    const login = (password: string) => client.call('user/login/', { username: mobile, password });
    expect((await login(PASSWORD)).status).toBe(401);
    expect((await login(NEW)).status).toBe(200);
    expect((await browser.call('user/password/forget/reset/', form)).body.verification_code).toBeTruthy();
  });

  it('accepts one of several concurrent forms', async () => {
    const { mobile, requestId, code } = await forgotten();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        client.call('user/password/forget/reset/', resetForm(mobile, requestId, code)),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  it('reports errors by field [ACC-FORGOT-19]', async () => {
    const { mobile, requestId, code } = await forgotten();
    const attempt = async (more: Record<string, string>) => {
      const form = { ...resetForm(mobile, requestId, code), ...more };
      return (await client.call('user/password/forget/reset/', form)).body;
    };
    const codeField = { verification_code: ['wrong verification code'] };
    expect(await attempt({ verification_code: wrong(code) })).toMatchObject(codeField);
    expect(await attempt({ verification_code: '12345' })).toMatchObject(codeField);
    expect(await attempt({ username: '09129999999' })).toMatchObject(codeField);
    expect(await attempt({ request_id: 'other' })).toMatchObject(codeField);
    expect(await attempt({ password1: '12345', password2: '12345' })).toMatchObject({
      password1: ['Fields must be at least 6'],
    });
    expect(await attempt({ password1: '', password2: '' })).toMatchObject({
      password1: ['Fields are required'],
    });
    expect(await attempt({ password2: 'another' })).toMatchObject({ password2: ['Password does not match'] });
  });

  it('rejects a code that was sent for another purpose', async () => {
    const mobile = client.newMobile();
    const { body } = await client.call('user/register/verify/', { mobile });
    const code = await client.codeFor(mobile);
    await client.createUser(mobile);
    const form = resetForm(mobile, String(body.request_id), code);
    expect((await client.call('user/password/forget/reset/', form)).status).toBe(400);
  });

  it('ends sessions that started with the old password during the reset', async () => {
    const { mobile, requestId, code } = await forgotten();
    const logins = Array.from({ length: 6 }, () =>
      client.call('user/login/', { username: mobile, password: PASSWORD }),
    );
    const reset = client.call('user/password/forget/reset/', resetForm(mobile, requestId, code));
    expect((await reset).status).toBe(200);
    const answers = await Promise.all(logins);
    const tokens = answers.flatMap(({ body: { token } }) => (typeof token === 'string' ? token : []));
    const identities = await Promise.all(tokens.map((token) => client.resolve(token)));
    expect(identities).toEqual(tokens.map(() => null));
  });
});

describe('a new password', () => {
  const form = { old_password: PASSWORD, password1: NEW, password2: NEW };

  it('is set with the old password and ends the other sessions [ACC-PROFILE-12]', async () => {
    const mobile = client.newMobile();
    await client.createUser(mobile);
    const here = await client.token(mobile);
    const there = await client.token(mobile);
    const answer = await client.call('user/change-password/', form, {
      headers: await client.headersOf(here),
    });
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect(await client.resolve(here)).not.toBeNull();
    expect(await client.resolve(there)).toBeNull();
    expect(await client.token(mobile, NEW)).toBeTruthy();
  });

  it('reports errors by field and requires a signed-in user', async () => {
    const mobile = client.newMobile();
    await client.createUser(mobile);
    const headers = await client.signIn(mobile);
    const attempt = async (more: object) =>
      (await client.call('user/change-password/', { ...form, ...more }, { headers })).body;
    expect(await attempt({ old_password: 'wrong-one' })).toMatchObject({
      old_password: ['the current password is not right'],
    });
    expect(await attempt({ old_password: '' })).toMatchObject({ old_password: ['Fields are required'] });
    expect(await attempt({ password1: '12345', password2: '12345' })).toMatchObject({
      password1: ['Fields must be at least 6'],
    });
    expect(await attempt({ password2: 'another' })).toMatchObject({ password2: ['Password does not match'] });
    expect((await client.call('user/change-password/', form)).status).toBe(401);
  });

  describe.each([
    ['one of the most common', 'password1', 'this password is used by many people and easy to guess'],
    ['a common one in other letters', 'QwErTy123', 'this password is used by many people and easy to guess'],
    ['the mobile number', '%mobile%', 'the password must not contain your mobile number'],
    ['the mobile number with more', '%mobile%!x', 'the password must not contain your mobile number'],
  ])('that is %s', (_, chosen, text) => {
    const formOf = (mobile: string) => {
      const password = chosen.replace('%mobile%', mobile);
      return { password1: password, password2: password };
    };
    const refusal = { status: 400, body: { password1: [expect.stringContaining(text)] } };

    it('is refused at registration, change and reset, and the code stays valid', async () => {
      const mobile = client.newMobile();
      const { body } = await client.call('user/register/verify/', { mobile });
      const registration = {
        mobile,
        username: mobile,
        code: await client.codeFor(mobile),
        request_id: String(body.request_id),
        first_name: 'سارا',
        last_name: 'نمونه',
        language: 'fa',
        timezone: 'Asia/Tehran',
        account_type: 'reader',
      };
      const weak = { ...registration, ...formOf(mobile) };
      expect(await client.call('user/register/', weak)).toMatchObject(refusal);
      const strong = { ...registration, password1: PASSWORD, password2: PASSWORD };
      expect((await client.call('user/register/', strong)).status).toBe(200);

      const headers = await client.signIn(mobile);
      const change = { old_password: PASSWORD, ...formOf(mobile) };
      expect(await client.call('user/change-password/', change, { headers })).toMatchObject(refusal);

      const other = await forgotten();
      const reset = resetForm(other.mobile, other.requestId, other.code);
      const refused = await client.call('user/password/forget/reset/', { ...reset, ...formOf(other.mobile) });
      expect(refused).toMatchObject(refusal);
      expect((await client.call('user/password/forget/reset/', reset)).status).toBe(200);
    });
  });

  it('needs 12 characters for staff', async () => {
    const mobile = client.newMobile();
    await client.createUser(mobile);
    await rows('users').updateOne({ mobile }, { $set: { isStaff: true } });
    const headers = await client.signIn(mobile);
    const change = (password: string) =>
      client.call(
        'user/change-password/',
        { old_password: PASSWORD, password1: password, password2: password },
        { headers },
      );
    expect((await change('eleven-char')).body.password1).toEqual(['Fields must be at least 12']);
    expect((await change('twelve-chars')).status).toBe(200);
  });

  it('is rejected after 10 wrong old passwords', async () => {
    const mobile = client.newMobile();
    await client.createUser(mobile);
    const headers = await client.signIn(mobile);
    const attempt = async (old_password: string) =>
      (await client.call('user/change-password/', { ...form, old_password }, { headers })).status;
    const statuses = await Promise.all(Array.from({ length: 12 }, () => attempt('wrong-one')));
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    expect(await attempt(PASSWORD)).toBe(429);
  });
});
