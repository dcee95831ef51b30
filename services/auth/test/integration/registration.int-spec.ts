import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { SmsError, SmsSender } from '../../src/infra/sms/sms-sender.js';
import { authService } from '../../src/service-options.js';
import { AuthClient, PASSWORD, wrong, type ApiResponse } from './auth-client.js';

jest.setTimeout(60_000);

let stack: TestStack;
let auth: TestService;
let twin: TestService;
let probe: KafkaProbe;
let client: AuthClient;

beforeAll(async () => {
  stack = await TestStack.create();
  probe = new KafkaProbe(stack);
  auth = await startTestService(stack, authService);
  twin = await startTestService(stack, authService);
  client = new AuthClient(auth, '0912333');
});

afterAll(async () => {
  await auth?.stop();
  await twin?.stop();
  await probe?.close();
  await stack?.drop();
});

const rows = (name: string) => auth.app.get<Connection>(getConnectionToken()).collection(name);

const verify = (mobile: string, options: object = {}): Promise<ApiResponse> =>
  client.call('user/register/verify/', { mobile }, options);

async function requestIdFor(mobile: string): Promise<string> {
  const { status, body } = await verify(mobile);
  expect(status).toBe(200);
  return String(body.request_id);
}

const formOf = (mobile: string, requestId: string, code: string) => ({
  mobile,
  username: mobile,
  code,
  request_id: requestId,
  first_name: ' سارا ',
  last_name: 'نمونه‌ای',
  password: PASSWORD,
  password1: PASSWORD,
  password2: PASSWORD,
  language: 'fa',
  timezone: 'Asia/Tehran',
  account_type: 'reader',
});
type Form = Record<string, string | undefined>;

/** Registers an account and returns the last response. */
async function register(mobile: string, more: Form = {}, options: object = {}): Promise<ApiResponse> {
  const requestId = await requestIdFor(mobile);
  const form = { ...formOf(mobile, requestId, await client.codeFor(mobile)), ...more };
  return client.call('user/register/', form, options);
}

describe('code request', () => {
  it('returns a request_id and sends a code [ACC-REGISTER-23]', async () => {
    const mobile = client.newMobile();
    expect((await verify(mobile)).body).toEqual({
      status: 'success',
      request_id: expect.stringMatching(/^[\w-]{32}$/),
    });
    expect(await client.codeFor(mobile)).toMatch(/^\d{6}$/);
  });

  it('does not store the code', async () => {
    const mobile = client.newMobile();
    await requestIdFor(mobile);
    const code = await client.codeFor(mobile);
    expect(JSON.stringify(await rows('codes').find({ mobile }).toArray())).not.toContain(code);
  });

  it('reports `exist` for a mobile that has an account [ACC-REGISTER-24]', async () => {
    const mobile = client.newMobile();
    await client.createUser(mobile);
    expect(await verify(mobile)).toMatchObject({
      status: 400,
      body: { exist: true, mobile: ['there is an account with this mobile number already'] },
    });
  });

  it.each([
    ['', 'This Field is Required'],
    ['0812345678', 'Insert a valid Mobile Number'],
    ['091233300', 'Insert a valid Mobile Number'],
    ['{"$ne":1}', 'Insert a valid Mobile Number'],
  ])('rejects the mobile %j [ACC-REGISTER-13]', async (mobile, text) => {
    expect(await verify(mobile)).toMatchObject({ status: 400, body: { mobile: [text] } });
  });

  it('answers in Persian when the request asks for it', async () => {
    expect((await verify('1', { language: 'fa' })).body.mobile).toEqual([
      'شمارهٔ موبایل را درست بنویسید؛ ۱۱ رقم که با ۰۹ آغاز می‌شود.',
    ]);
  });

  it('accepts Persian digits and spaces in a mobile [ACC-REGISTER-15]', async () => {
    const mobile = client.newMobile();
    const typed = mobile.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number(digit))).replace('۳', ' ۳');
    expect((await verify(typed)).status).toBe(200);
    expect(await client.codeFor(mobile)).toBeTruthy();
  });

  it('sends one code per minute to a mobile, across processes [ACC-REGISTER-36]', async () => {
    const mobile = client.newMobile();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => verify(mobile, { service: index % 2 ? auth : twin })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({
      code: 'AUTH.TOO_MANY_CODES',
      non_field_errors: ['too many mobile verification requests; try again later'],
    });
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(30);
  });

  it('returns 429 after 20 requests from one address in an hour, for registered mobiles too [ACC-REGISTER-36]', async () => {
    const ip = client.newAddress();
    const known = client.newMobile();
    await client.createUser(known);
    for (let index = 0; index < 20; index += 1) {
      const answer = await verify(index % 2 ? known : client.newMobile(), { ip });
      expect(answer.status).toBe(index % 2 ? 400 : 200);
    }
    expect((await verify(known, { ip })).status).toBe(429);
    expect((await verify(client.newMobile(), { ip, service: twin })).status).toBe(429);
  });

  it('requires a captcha for the fourth code of a mobile in an hour', async () => {
    const own = await startTestService(stack, authService, { CODE_RESEND_SECONDS: '1' });
    const mobile = client.newMobile();
    const again = async (headers: Record<string, string> = {}) => {
      await sleep(1_050);
      return verify(mobile, { service: own, headers });
    };
    for (let code = 0; code < 3; code += 1) expect((await again()).status).toBe(200);
    const refusal = {
      status: 429,
      body: { code: 'AUTH.TOO_MANY_CODES', status: 'captcha_required_error' },
    };
    expect(await again()).toMatchObject(refusal);
    const { cookies } = await client.call('captcha/init/');
    const headers = { cookie: cookies[0]?.split(';')[0] ?? '' };
    const [captcha] = await rows('captchas').find().sort({ textUntil: -1 }).toArray();
    await client.call('captcha/validate/', { captchaInput: String(captcha?.text) }, { headers });
    expect((await verify(mobile, { service: own, headers })).status).toBe(200);
    expect(await again(headers)).toMatchObject(refusal);
    await own.stop();
  });

  it('sends no more codes than the budget of a day', async () => {
    const other = await TestStack.create();
    const strict = await startTestService(other, authService, { CODES_PER_DAY_IN_ALL: '2' });
    const answers = [];
    for (let code = 0; code < 3; code += 1)
      answers.push(await verify(client.newMobile(), { service: strict }));
    await strict.stop();
    await other.drop();
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [200, undefined],
      [200, undefined],
      [503, 'AUTH.SMS_NOT_SENT'],
    ]);
  });

  it('allows a retry at once when the SMS could not be sent', async () => {
    const mobile = client.newMobile();
    const sender = auth.app.get(SmsSender);
    const failing = jest.spyOn(sender, 'sendCode').mockRejectedValueOnce(new SmsError('away'));
    expect(await verify(mobile)).toMatchObject({ status: 503, body: { code: 'AUTH.SMS_NOT_SENT' } });
    failing.mockRestore();
    expect((await verify(mobile)).status).toBe(200);
  });
});

describe('registration', () => {
  it('creates a reader whose username is the mobile, and publishes the event [ACC-REGISTER-27][ACC-REGISTER-28]', async () => {
    const mobile = client.newMobile();
    const { status, body } = await register(mobile);
    expect({ status, body }).toEqual({ status: 200, body: { status: 'success', id: expect.any(String) } });
    const headers = await client.signIn(mobile);
    expect((await client.call('user/status/', undefined, { headers })).body).toMatchObject({
      id: body.id,
      username: mobile,
      mobile,
      full_name: 'سارا نمونه‌ای',
      language: 'fa',
      is_staff: false,
      is_creator: false,
    });
    const published = await probe.read('auth.user.v1', (messages) =>
      messages.some(({ key }) => key === body.id),
    );
    expect(published.find(({ key }) => key === body.id)?.event).toMatchObject({
      type: 'auth.user.registered',
      data: { userId: body.id, username: mobile, invitedBy: null },
    });
  });

  it('rejects the right code after five wrong ones [ACC-REGISTER-35]', async () => {
    const mobile = client.newMobile();
    const requestId = await requestIdFor(mobile);
    const code = await client.codeFor(mobile);
    const attempt = (given: string) => client.call('user/register/', formOf(mobile, requestId, given));
    for (let index = 0; index < 5; index += 1) {
      expect(await attempt(wrong(code))).toMatchObject({
        status: 400,
        body: { code: ['wrong verification code'] },
      });
    }
    expect((await attempt(code)).status).toBe(400);
    expect(await rows('users').countDocuments({ mobile })).toBe(0);
  });

  it('counts concurrent guesses', async () => {
    const mobile = client.newMobile();
    const requestId = await requestIdFor(mobile);
    const code = await client.codeFor(mobile);
    const guesses = Array.from({ length: 30 }, () =>
      client.call('user/register/', formOf(mobile, requestId, wrong(code))),
    );
    expect((await Promise.all(guesses)).every(({ status }) => status === 400)).toBe(true);
    const [row] = await rows('codes').find({ mobile }).toArray();
    expect(row?.attempts).toBe(5);
  });

  it('rejects an expired code and a code of another mobile or request', async () => {
    const [mobile, other] = [client.newMobile(), client.newMobile()];
    const requestId = await requestIdFor(mobile);
    const foreign = await requestIdFor(other);
    const code = await client.codeFor(mobile);
    const attempt = async (name: string, id: string) =>
      (await client.call('user/register/', formOf(name, id, code))).status;
    expect(await attempt(other, requestId)).toBe(400);
    expect(await attempt(mobile, foreign)).toBe(400);
    expect(await attempt(mobile, 'unknown')).toBe(400);
    await rows('codes').updateOne({ mobile }, { $set: { expiresAt: new Date() } });
    expect(await attempt(mobile, requestId)).toBe(400);
  });

  it('reports errors by field [ACC-REGISTER-37]', async () => {
    const { status, body } = await client.call('user/register/', { mobile: client.newMobile() });
    expect(status).toBe(400);
    for (const field of [
      'code',
      'request_id',
      'first_name',
      'last_name',
      'password1',
      'username',
      'language',
    ]) {
      expect(body[field]).toEqual([expect.any(String)]);
    }
  });

  it.each<[string, Form, string, string]>([
    [
      'a short password [ACC-REGISTER-18]',
      { password1: '12345', password2: '12345', password: '12345' },
      'password1',
      'Fields must be at least 6',
    ],
    [
      'a Persian letter in the password [ACC-REGISTER-19]',
      { password1: 'گذرواژه', password2: 'گذرواژه', password: undefined },
      'password1',
      'password invalid characters',
    ],
    [
      'a different repeated password [ACC-REGISTER-22]',
      { password2: 'other-one' },
      'password2',
      'Password does not match',
    ],
    [
      'different values in the two password fields',
      { password: 'other-one' },
      'password1',
      'Password does not match',
    ],
    ['a username that is not the mobile', { username: '09120000009' }, 'username', 'this value is not valid'],
    ['the account type creator', { account_type: 'creator' }, 'account_type', 'choose one of the options'],
    ['an unknown time zone', { timezone: 'Asia/Nowhere' }, 'timezone', 'this value is not valid'],
    [
      'a name of invisible characters',
      { first_name: '\u202e \u200b' },
      'first_name',
      'This Field is Required',
    ],
    ['a too long name', { last_name: 'x'.repeat(61) }, 'last_name', 'at most 60 characters'],
    ['a missing code [ACC-REGISTER-16]', { code: '' }, 'code', 'This Field is Required'],
  ])('rejects %s', async (_, more, field, text) => {
    const mobile = client.newMobile();
    const { status, body } = await client.call('user/register/', {
      ...formOf(mobile, 'r', '123456'),
      ...more,
    });
    expect(status).toBe(400);
    expect(body[field]).toEqual([text]);
  });

  it('accepts a code in Persian digits [ACC-REGISTER-17]', async () => {
    const mobile = client.newMobile();
    const requestId = await requestIdFor(mobile);
    const code = (await client.codeFor(mobile)).replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number(digit)));
    expect((await client.call('user/register/', formOf(mobile, requestId, code))).status).toBe(200);
  });

  it('creates one user for repeated forms', async () => {
    const mobile = client.newMobile();
    const requestId = await requestIdFor(mobile);
    const form = formOf(mobile, requestId, await client.codeFor(mobile));
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        client.call('user/register/', form, { service: index % 2 ? auth : twin }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const refusals = answers.filter(({ status }) => status === 400).map(({ body }) => body);
    expect(refusals).toMatchObject(Array(3).fill({ exist: true }));
    expect(await rows('users').countDocuments({ mobile })).toBe(1);
    expect(await client.call('user/register/', form)).toMatchObject({ status: 400, body: { exist: true } });
  });

  it('publishes the inviter, or none for an unknown referral code [ACC-REGISTER-38:partial]', async () => {
    const inviter = client.newMobile();
    const inviterId = await client.createUser(inviter);
    const { body } = await client.call('user/status/', undefined, { headers: await client.signIn(inviter) });
    const invited = await register(client.newMobile(), { referral_code: String(body.referral_code) });
    const alone = await register(client.newMobile(), { referral_code: 'NOBODYS1' });
    const invitedBy = async (id: unknown) => {
      const published = await rows('outbox').findOne({ type: 'auth.user.registered', key: id });
      return (JSON.parse(String(published?.payload)) as { data: { invitedBy: unknown } }).data.invitedBy;
    };
    expect(await invitedBy(invited.body.id)).toBe(inviterId);
    expect(await invitedBy(alone.body.id)).toBeNull();
  });

  it('returns 429 for the 61st form of an address in an hour', async () => {
    const ip = client.newAddress();
    const attempt = async () =>
      (await client.call('user/register/', formOf(client.newMobile(), 'r', '123456'), { ip })).status;
    const statuses = await Promise.all(Array.from({ length: 61 }, attempt));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});

describe('while Redis is unreachable', () => {
  it('sends no codes and rejects logins, but resolves sessions', async () => {
    const mobile = client.newMobile();
    await client.createUser(mobile);
    const token = await client.token(mobile);
    const cut = await startTestService(stack, authService, { REDIS_URL: 'redis://127.0.0.1:9' });
    try {
      const options = { service: cut };
      expect((await verify(client.newMobile(), options)).status).toBe(503);
      const login = await client.call('user/login/', { username: mobile, password: PASSWORD }, options);
      expect(login).toMatchObject({ status: 503, body: { code: 'COMMON.UNAVAILABLE' } });
      expect(await client.resolve(token, cut)).toMatchObject({ username: mobile });
    } finally {
      await cut.stop();
    }
  });
});
