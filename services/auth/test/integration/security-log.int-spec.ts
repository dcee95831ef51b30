import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { waitFor } from '@hamkhan/testing/wait-for';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { getConnectionToken, getModelToken } from '@nestjs/mongoose';
import type { Connection, Model } from 'mongoose';
import { SECURITY_EVENT } from '../../src/features/security-log/security-event.schema.js';
import { RolesService } from '../../src/features/users/roles.service.js';
import { authService } from '../../src/service-options.js';
import { AuthClient, PASSWORD } from './auth-client.js';

jest.setTimeout(60_000);

const DAY_MS = 86_400_000;
const NEW = 'quite-another-9';

type Entry = Record<string, unknown> & { id: string; action: string };

let stack: TestStack;
let auth: TestService;
let probe: KafkaProbe;
let client: AuthClient;
let staff: Record<string, string>;

beforeAll(async () => {
  stack = await TestStack.create();
  probe = new KafkaProbe(stack);
  auth = await startTestService(stack, authService, { SECURITY_BURST_PER_MINUTE: '30' });
  client = new AuthClient(auth, '0912888');
  const mobile = client.newMobile();
  await client.createUser(mobile);
  await auth.app.get(RolesService).set(mobile, ['staff']);
  staff = await client.signIn(mobile);
});

afterAll(async () => {
  await auth?.stop();
  await probe?.close();
  await stack?.drop();
});

const rows = (name: string) => auth.app.get<Connection>(getConnectionToken()).collection(name);

async function search(query: Record<string, string>): Promise<Entry[]> {
  const path = `user/security-log/?${new URLSearchParams(query).toString()}`;
  const { status, body } = await client.call(path, undefined, { headers: staff });
  expect(status).toBe(200);
  return body.entries as Entry[];
}
const actionsOf = async (query: Record<string, string>): Promise<string[]> =>
  (await search(query)).map(({ action }) => action).toReversed();

async function newReader() {
  const mobile = client.newMobile();
  return { mobile, id: await client.createUser(mobile) };
}

describe('the security log', () => {
  it('has what a user did, in order, found by user and by address', async () => {
    const { mobile, id } = await newReader();
    const ip = client.newAddress();
    const call = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      client.call(path, fields, {
        ip,
        headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', ...headers },
      });
    await call('user/login/', { username: mobile, password: 'wrong-password' });
    const { body } = await call('user/login/', { username: mobile, password: PASSWORD });
    const headers = await client.headersOf(String(body.token));
    const change = { password1: NEW, password2: NEW };
    await call('user/change-password/', { old_password: 'not-this-one', ...change }, headers);
    await call('user/change-password/', { old_password: PASSWORD, ...change }, headers);
    const next = client.newMobile();
    const sent = await call('user/mobile/verify/request/', { mobile: next }, headers);
    const code = await client.codeFor(next);
    const form = { mobile: next, code, request_id: String(sent.body.request_id) };
    await call('user/mobile/update/', { ...form, code: '000000' === code ? '000001' : '000000' }, headers);
    await call('user/mobile/update/', form, headers);
    await call('user/logout/', {}, headers);

    const expected = [
      'login.failed',
      'login.succeeded',
      'password.failed',
      'password.changed',
      'code.sent',
      'code.failed',
      'mobile.changed',
      'logout',
    ];
    expect(await actionsOf({ user_id: id })).toEqual(expected);
    expect(await actionsOf({ ip })).toEqual(expected);
    const [failed] = await search({ ip, action: 'login.failed' });
    expect(failed).toMatchObject({ user_id: id, ip, device: 'Firefox, Linux', count: 1 });
  });

  it('contains no password, code, token, name or number', async () => {
    const { mobile } = await newReader();
    const token = await client.token(mobile);
    await client.call('user/login/', { username: 'my-secret-typed-here', password: PASSWORD });
    const stored = JSON.stringify(await rows('security_events').find().toArray());
    for (const secret of [mobile, token, PASSWORD, NEW, 'my-secret-typed-here']) {
      expect(stored).not.toContain(secret);
    }
  });

  it('records roles, impersonation and who acted, also when the session of the administrator ends', async () => {
    const admin = await newReader();
    const reader = await newReader();
    await auth.app.get(RolesService).set(admin.mobile, ['superuser']);
    const headers = await client.signIn(admin.mobile);
    const { body } = await client.call('user/loginas/', { user_id: reader.id }, { headers });
    const acting = await client.headersOf(String(body.token));
    await client.call('user/logout/', {}, { headers: acting });
    expect(await actionsOf({ user_id: admin.id })).toEqual(['roles.changed', 'login.succeeded']);
    expect(await actionsOf({ actor_id: admin.id })).toEqual(['loginas.started', 'loginas.ended', 'logout']);
    const audit = await rows('audit').find().toArray();
    expect(audit.map(({ action }) => String(action))).toEqual(['loginas.started', 'loginas.ended']);

    const stranger = await newReader();
    const refused = await client.signIn(stranger.mobile);
    await client.call('user/loginas/', { user_id: reader.id }, { headers: refused });
    expect(await actionsOf({ actor_id: stranger.id })).toEqual(['loginas.refused']);
  });

  it('takes over what gateway and documents report', async () => {
    const { id } = await newReader();
    const ip = '203.0.113.9';
    const refusal = {
      ip,
      userId: id,
      impersonatedBy: null,
      method: 'GET',
      route: '/api/x/:id/',
      status: 403,
    };
    const act = {
      action: 'original.downloaded' as const,
      userId: id,
      impersonatedBy: null,
      sessionId: 's',
      ip,
      method: 'GET',
      path: '/api/document/original/key/',
    };
    await probe.publish(
      probe.event('gateway.request.refused', { ...refusal, count: 40 }, 1),
      probe.event('documents.request.audited', act, 1),
    );
    const entries = await waitFor('the reports', async () => {
      const found = await search({ ip });
      return found.length === 2 && found;
    });
    expect(entries.find(({ action }) => action === 'request.refused')).toMatchObject({
      user_id: id,
      count: 40,
      details: { method: 'GET', route: '/api/x/:id/', status: 403 },
    });
    expect(await actionsOf({ user_id: id, action: 'original.downloaded' })).toEqual(['original.downloaded']);
    const metrics = await (await fetch(`${auth.adminUrl}/metrics`)).text();
    expect(metrics).toMatch(/^app_security_bursts_total\{.*action="request.refused".*\} [12]$/m);
  });

  it('is for staff only, and not while they act as a user', async () => {
    const { mobile } = await newReader();
    const headers = await client.signIn(mobile);
    expect((await client.call('user/security-log/', undefined, { headers })).status).toBe(403);
    expect((await client.call('user/security-log/')).status).toBe(401);
    for (const query of ['ip=nonsense', 'user_id=me', 'action=none', 'before=1'])
      expect((await client.call(`user/security-log/?${query}`, undefined, { headers: staff })).status).toBe(
        400,
      );
  });

  it('is paged with the id of the last entry', async () => {
    const { mobile, id } = await newReader();
    for (let index = 0; index < 3; index += 1) await client.token(mobile);
    const [newest, middle, oldest] = await search({ user_id: id });
    expect(await search({ user_id: id, before: String(newest?.id) })).toEqual([middle, oldest]);
  });

  it('is append-only and kept for a year', async () => {
    const model = auth.app.get<Model<unknown>>(getModelToken(SECURITY_EVENT));
    await expect(model.updateMany({}, { $set: { action: 'logout' } })).rejects.toThrow('append-only');
    await expect(model.deleteMany({})).rejects.toThrow('append-only');
    const row = await rows('security_events').findOne();
    expect(Number(row?.expiresAt) - Number(row?.at)).toBe(365 * DAY_MS);
    const indexes = await rows('security_events').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
  });
});
