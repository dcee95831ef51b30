import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { RolesService } from '../../src/features/users/roles.service.js';
import { authService } from '../../src/service-options.js';
import { AuthClient, PASSWORD } from './auth-client.js';

jest.setTimeout(60_000);

let stack: TestStack;
let auth: TestService;
let probe: KafkaProbe;
let client: AuthClient;

beforeAll(async () => {
  stack = await TestStack.create();
  probe = new KafkaProbe(stack);
  auth = await startTestService(stack, authService);
  client = new AuthClient(auth, '0912666');
});

afterAll(async () => {
  await auth?.stop();
  await probe?.close();
  await stack?.drop();
});

const rows = (name: string) => auth.app.get<Connection>(getConnectionToken()).collection(name);

async function newUser(flags: { isSuperuser?: boolean; isStaff?: boolean } = {}) {
  const mobile = client.newMobile();
  const id = await client.createUser(mobile);
  if (Object.keys(flags).length > 0) await rows('users').updateOne({ mobile }, { $set: flags });
  return { mobile, id };
}
const statusOf = async (token: string) =>
  (await client.call('user/status/', undefined, { headers: await client.headersOf(token) })).body;
const loginAs = (headers: Record<string, string>, user_id: string) =>
  client.call('user/loginas/', { user_id }, { headers });

/** A superuser who acts as a reader. */
async function acting() {
  const admin = await newUser({ isSuperuser: true });
  const reader = await newUser();
  const before = await client.token(admin.mobile);
  const { status, body } = await loginAs(await client.headersOf(before), reader.id);
  expect(status).toBe(200);
  return { admin, reader, before, token: String(body.token) };
}

describe('roles', () => {
  it('are set by the operator and published [ACC-LOGIN-32]', async () => {
    const { mobile, id } = await newUser();
    const roles = auth.app.get(RolesService);
    expect(await roles.set(mobile, ['creator', 'staff'])).toBe(true);
    expect(await statusOf(await client.token(mobile))).toMatchObject({ is_creator: true, is_staff: true });
    expect(await roles.set(mobile, [])).toBe(true);
    expect(await statusOf(await client.token(mobile))).toMatchObject({ is_creator: false, is_staff: false });
    expect(await roles.set('nobody-at-all', ['superuser'])).toBe(false);
    const published = await rows('outbox').find({ type: 'auth.user.changed', key: id }).toArray();
    expect(
      published.map(({ payload }) => (JSON.parse(String(payload)) as { data: unknown }).data),
    ).toMatchObject([
      { isStaff: true, isCreator: true },
      { isStaff: false, isCreator: false },
    ]);
  });
});

describe('impersonation', () => {
  it('shows the reader and names the admin in loggedinas [ACC-LOGIN-35][ACC-PROFILE-15]', async () => {
    const { admin, reader, before, token } = await acting();
    expect(await statusOf(token)).toMatchObject({
      id: reader.id,
      loggedinas: admin.id,
      is_staff: false,
      active_sessions_count: 0,
    });
    expect(await client.resolve(before)).toBeNull();
    expect(await client.resolve(token)).toMatchObject({
      userId: reader.id,
      impersonatedBy: admin.id,
      isSuperuser: false,
      isStaff: false,
    });
  });

  it('stops, and the token belongs to the admin again [ACC-LOGIN-30]', async () => {
    const { admin, token } = await acting();
    const headers = await client.headersOf(token);
    const ended = await client.call('user/loginas/logout/', {}, { headers });
    expect([ended.status, ended.body]).toEqual([200, { status: 'success' }]);
    expect(await statusOf(token)).toMatchObject({ id: admin.id, loggedinas: null, is_staff: true });
    const again = await client.call('user/loginas/logout/', {}, { headers: await client.headersOf(token) });
    expect(again).toMatchObject({ status: 400, body: { code: 'AUTH.NOT_IMPERSONATING' } });
  });

  it('is written to the audit log', async () => {
    const { admin, reader, token } = await acting();
    await client.call('user/loginas/logout/', {}, { headers: await client.headersOf(token) });
    const headers = await client.headersOf(token);
    const { body } = await client.call('user/loginas/audit/', undefined, { headers });
    const entries = (body.entries as Record<string, unknown>[]).filter(
      ({ actor_id }) => actor_id === admin.id,
    );
    expect(entries.map(({ action, user_id }) => [action, user_id])).toEqual([
      ['loginas.ended', reader.id],
      ['loginas.started', reader.id],
    ]);
    expect(entries[0]?.ip).toMatch(/^198\.51\./);
  });

  it('is allowed to superusers only, and not for superusers', async () => {
    const reader = await newUser();
    const admin = await newUser({ isSuperuser: true });
    const other = await newUser({ isSuperuser: true });
    for (const flags of [{}, { isStaff: true }]) {
      const { mobile } = await newUser(flags);
      expect((await loginAs(await client.signIn(mobile), reader.id)).status).toBe(403);
    }
    const headers = await client.signIn(admin.mobile);
    expect((await loginAs(headers, other.id)).status).toBe(403);
    expect(await rows('audit').countDocuments({ action: 'loginas.refused' })).toBe(1);
    expect((await loginAs(headers, '0'.repeat(24))).status).toBe(404);
    expect((await loginAs(headers, 'nonsense')).status).toBe(400);
    expect((await client.call('user/loginas/', { user_id: reader.id })).status).toBe(401);
    expect((await client.call('user/loginas/logout/', {})).status).toBe(401);
    const readerHeaders = await client.signIn(reader.mobile);
    expect((await client.call('user/loginas/audit/', undefined, { headers: readerHeaders })).status).toBe(
      403,
    );
  });

  it('rejects changes of password, sessions and mobile, and nested impersonation', async () => {
    const { reader, token } = await acting();
    const headers = await client.headersOf(token);
    const own = await client.token(reader.mobile);
    const { sessionId } = (await client.resolve(own)) ?? {};
    const calls: [string, Record<string, string>][] = [
      ['user/change-password/', { old_password: PASSWORD, password1: 'another-1', password2: 'another-1' }],
      ['user/terminate-session/', { session_key: String(sessionId) }],
      ['user/mobile/verify/request/', { mobile: client.newMobile() }],
      ['user/mobile/update/', {}],
      ['user/activation/mobile/', {}],
      ['user/loginas/', { user_id: reader.id }],
    ];
    for (const [path, fields] of calls) {
      const answer = await client.call(path, fields, { headers });
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'AUTH.IMPERSONATING']);
    }
    expect(await client.resolve(own)).not.toBeNull();
  });

  it('does not count towards the session limit of the reader', async () => {
    const { reader, token } = await acting();
    for (let index = 0; index < 4; index += 1) await client.token(reader.mobile);
    expect(await client.resolve(token)).toMatchObject({ overSessionLimit: false });
  });

  it('ends when the admin loses the role or signs out', async () => {
    const first = await acting();
    await rows('users').updateOne({ mobile: first.admin.mobile }, { $set: { isSuperuser: false } });
    expect(await client.resolve(first.token)).toBeNull();
    const second = await acting();
    await client.call('user/logout/', {}, { headers: await client.headersOf(second.token) });
    expect(await client.resolve(second.token)).toBeNull();
    const published = await probe.read('auth.session.v1', (messages) =>
      [second.admin.id, second.reader.id].every((id) => messages.some(({ key }) => key === id)),
    );
    expect(published.filter(({ key }) => key === second.reader.id)).toHaveLength(1);
  });
});
