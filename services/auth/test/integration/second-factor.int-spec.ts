import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { SecondFactorService } from '../../src/features/second-factor/second-factor.service.js';
import { codeAt, stepOf } from '../../src/features/second-factor/totp.domain.js';
import { RolesService } from '../../src/features/users/roles.service.js';
import { authService } from '../../src/service-options.js';
import { AuthClient, PASSWORD, wrong } from './auth-client.js';

jest.setTimeout(60_000);

const PRODUCTION = {
  DEPLOYMENT: 'production',
  SMS_PROVIDER: 'kavenegar',
  KAVENEGAR_API_KEY: 'key',
  KAVENEGAR_TEMPLATE: 'code',
  KAVENEGAR_NOTICE_TEMPLATE: 'notice',
  PASSWORD_HASH_MEMORY_KIB: '19456',
  PASSWORD_HASH_PASSES: '2',
  SECOND_FACTOR_KEY: 'a key of the tests, long enough to be accepted',
  SECOND_FACTOR_GUESSES_PER_HOUR: '4',
};
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

let stack: TestStack;
let auth: TestService;
let client: AuthClient;

beforeAll(async () => {
  stack = await TestStack.create();
  auth = await startTestService(stack, authService, PRODUCTION);
  client = new AuthClient(auth, '0912777');
});

afterAll(async () => {
  await auth?.stop();
  await stack?.drop();
});

type Row = Record<string, unknown> & { _id: string };
const rows = (name: string) => auth.app.get<Connection>(getConnectionToken()).collection<Row>(name);
const actionsOf = async (userId: string) =>
  (await rows('security_events').find({ userId }).sort({ at: 1, _id: 1 }).toArray()).map(
    ({ action }) => action,
  );
const decode = (text: string): Buffer => {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
};
/** The codes of an authenticator; `later` many steps from now. */
const codeOf = (secret: string, later = 0): string => codeAt(decode(secret), stepOf(Date.now()) + later);
/** Lets the codes of this moment be used again, instead of waiting for the next. */
const forgetUse = (id: string) => rows('second_factors').updateOne({ _id: id }, { $set: { lastStep: 0 } });

async function newUser(...roles: ('staff' | 'superuser')[]) {
  const mobile = client.newMobile();
  const id = await client.createUser(mobile);
  await auth.app.get(RolesService).set(mobile, roles);
  return { mobile, id, headers: await client.signIn(mobile) };
}

/** A staff member whose second factor is on. */
async function enrolled() {
  const user = await newUser('staff');
  const enrolment = await client.call('user/second-factor/enrol/', { password: PASSWORD }, user);
  const secret = String(enrolment.body.secret);
  const { status, body } = await client.call('user/second-factor/confirm/', { code: codeOf(secret) }, user);
  expect(status).toBe(200);
  await forgetUse(user.id);
  const { recovery_codes: recoveryCodes, token } = body as { recovery_codes: string[]; token: string };
  return { ...user, secret, recoveryCodes, token, headers: await client.headersOf(token) };
}
const login = (username: string, code: string, options = {}) =>
  client.call('user/login/second-factor/', { username, password: PASSWORD, code }, options);

describe('a staff member without the second factor that is required', () => {
  it('can do nothing but switch it on', async () => {
    const { headers } = await newUser('superuser');
    const codeFor = async (path: string, fields?: Record<string, string>) => {
      const { status, body } = await client.call(path, fields, { headers });
      return [status, body.code];
    };
    const refused = [403, 'AUTH.SECOND_FACTOR_MISSING'];
    expect(await codeFor('user/profile/')).toEqual(refused);
    expect(await codeFor('user/security-log/')).toEqual(refused);
    expect(await codeFor('user/loginas/', { user_id: 'a'.repeat(24) })).toEqual(refused);
    expect(await codeFor('user/check-sessions/')).toEqual(refused);
    const status = await client.call('user/status/', undefined, { headers });
    expect(status.body).toMatchObject({ is_staff: true, second_factor_missing: true });
    expect((await client.call('user/second-factor/', undefined, { headers })).body).toEqual({
      status: 'success',
      is_on: false,
      is_required: true,
      recovery_codes_left: 0,
    });
    expect((await client.call('user/logout/', {}, { headers })).status).toBe(200);
  });

  it('is a matter of staff: readers sign in and work as before', async () => {
    const { headers, mobile } = await newUser();
    const signIn = await client.call('user/login/', { username: mobile, password: PASSWORD });
    expect([signIn.status, Object.keys(signIn.body)]).toEqual([200, ['token']]);
    expect((await client.call('user/profile/', undefined, { headers })).status).toBe(200);
    const status = await client.call('user/status/', undefined, { headers });
    expect(status.body).not.toHaveProperty('second_factor_missing');
    const enrolment = await client.call('user/second-factor/enrol/', { password: PASSWORD }, { headers });
    expect([enrolment.status, enrolment.body.code]).toEqual([403, 'COMMON.FORBIDDEN']);
  });
});

describe('switching the second factor on', () => {
  it('needs the password and a code of the authenticator', async () => {
    const { headers, id } = await newUser('staff');
    const noPassword = await client.call('user/second-factor/enrol/', { password: 'wrong-one' }, { headers });
    expect([noPassword.status, noPassword.body.password]).toEqual([
      400,
      ['the current password is not right'],
    ]);
    expect((await client.call('user/second-factor/confirm/', { code: '123456' }, { headers })).status).toBe(
      409,
    );
    const { body } = await client.call('user/second-factor/enrol/', { password: PASSWORD }, { headers });
    const secret = String(body.secret);
    expect(body.uri).toContain(`?secret=${secret}&issuer=Hamkhan`);
    const wrongCode = await client.call(
      'user/second-factor/confirm/',
      { code: wrong(codeOf(secret)) },
      { headers },
    );
    expect([wrongCode.status, wrongCode.body]).toEqual([400, { code: ['wrong verification code'] }]);
    expect(await rows('second_factors').findOne({ _id: id })).toMatchObject({ isOn: false });
    expect(await actionsOf(id)).toContain('second-factor.failed');
  });

  it('ends the sessions opened without it, and gives ten recovery codes once; only hashes are stored', async () => {
    const { mobile, id, secret, recoveryCodes, token, headers } = await enrolled();
    expect(recoveryCodes.filter((code) => /^[A-Z2-7]{5}-[A-Z2-7]{5}$/.test(code))).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    const stored = JSON.stringify(await rows('second_factors').findOne({ _id: id }));
    for (const plain of [secret, decode(secret).toString('base64url'), ...recoveryCodes])
      expect(stored).not.toContain(plain.replace('-', ''));
    expect(await client.resolve(token)).not.toHaveProperty('secondFactorMissing');
    expect((await client.call('user/profile/', undefined, { headers })).status).toBe(200);
    const { body } = await client.call('user/second-factor/', undefined, { headers });
    expect(body).toMatchObject({ is_on: true, recovery_codes_left: 10 });
    const again = await client.call('user/second-factor/enrol/', { password: PASSWORD }, { headers });
    expect(again.status).toBe(409);
    expect(await rows('sessions').countDocuments()).toBeGreaterThan(0);
    expect(await actionsOf(id)).toContain('second-factor.enabled');
    expect((await client.call('user/login/', { username: mobile, password: PASSWORD })).status).toBe(403);
  });
});

describe('signing in with a second factor', () => {
  it('asks for the code after the right password only', async () => {
    const { mobile, secret, id } = await enrolled();
    const wrongPassword = { username: mobile, password: 'not-the-password' };
    expect((await client.call('user/login/', wrongPassword)).status).toBe(401);
    const withCode = { ...wrongPassword, code: codeOf(secret) };
    expect((await client.call('user/login/second-factor/', withCode)).status).toBe(401);
    const asked = await client.call('user/login/', { username: mobile, password: PASSWORD });
    expect([asked.status, asked.body.code]).toEqual([403, 'AUTH.SECOND_FACTOR_REQUIRED']);
    expect(asked.body).not.toHaveProperty('token');
    const { status, body } = await login(mobile, codeOf(secret));
    expect([status, Object.keys(body)]).toEqual([200, ['token']]);
    expect(await client.resolve(String(body.token))).toMatchObject({ userId: id, isStaff: true });
  });

  it('accepts a code once, also of two sign-ins at the same time, and one step early or late', async () => {
    const { mobile, secret, id } = await enrolled();
    const code = codeOf(secret);
    const statuses = (await Promise.all([login(mobile, code), login(mobile, code)])).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([200, 400]);
    expect((await login(mobile, codeOf(secret, 1))).status).toBe(200);
    await forgetUse(id);
    expect((await login(mobile, codeOf(secret, 3))).status).toBe(400);
  });

  it('accepts each recovery code once, however it is typed', async () => {
    const { mobile, recoveryCodes, headers, id } = await enrolled();
    const code = String(recoveryCodes[3]);
    expect((await login(mobile, ` ${code.toLowerCase().replace('-', ' ')} `)).status).toBe(200);
    expect((await login(mobile, code)).status).toBe(400);
    expect((await client.call('user/second-factor/', undefined, { headers })).body).toMatchObject({
      recovery_codes_left: 9,
    });
    expect(await actionsOf(id)).toContain('recovery-code.used');
  });

  it('refuses all codes of an account after too many wrong ones, from any address, without counting requests for a code', async () => {
    const { mobile, secret } = await enrolled();
    const ip = client.newAddress();
    for (let asked = 0; asked < 12; asked += 1)
      expect(
        (await client.call('user/login/', { username: mobile, password: PASSWORD }, { ip })).status,
      ).toBe(403);
    for (let guess = 0; guess < 4; guess += 1)
      expect((await login(mobile, wrong(codeOf(secret)))).status).toBe(400);
    const { status, body } = await login(mobile, codeOf(secret));
    expect([status, body.code]).toEqual([429, 'AUTH.TOO_MANY_LOGINS']);
  });

  it('counts wrong codes as failed sign-ins of the name and address', async () => {
    const { mobile, secret } = await enrolled();
    const ip = client.newAddress();
    for (let guess = 0; guess < 10; guess += 1) await login(mobile, wrong(codeOf(secret)), { ip });
    const asked = await client.call('user/login/', { username: mobile, password: PASSWORD }, { ip });
    expect([asked.status, asked.body.code]).toEqual([429, 'AUTH.TOO_MANY_LOGINS']);
  });
});

describe('switching the second factor off', () => {
  it('needs the password and a code', async () => {
    const { mobile, headers, secret, id, token } = await enrolled();
    const disable = (password: string, code: string) =>
      client.call('user/second-factor/disable/', { password, code }, { headers });
    expect((await disable('not-the-password', codeOf(secret))).status).toBe(400);
    expect((await disable(PASSWORD, wrong(codeOf(secret)))).status).toBe(400);
    expect((await disable(PASSWORD, codeOf(secret))).status).toBe(200);
    expect((await disable(PASSWORD, codeOf(secret))).status).toBe(409);
    expect(await rows('second_factors').findOne({ _id: id })).toBeNull();
    expect(await client.resolve(token)).toMatchObject({ secondFactorMissing: true });
    expect((await client.call('user/login/', { username: mobile, password: PASSWORD })).status).toBe(200);
    expect(await actionsOf(id)).toContain('second-factor.disabled');
  });

  it('is possible for an operator when authenticator and recovery codes are lost', async () => {
    const { mobile, token } = await enrolled();
    const factors = auth.app.get(SecondFactorService);
    expect(await factors.reset('nobody')).toBe(false);
    expect(await factors.reset(mobile)).toBe(true);
    expect(await client.resolve(token)).toBeNull();
    expect((await client.call('user/login/', { username: mobile, password: PASSWORD })).status).toBe(200);
  });
});
