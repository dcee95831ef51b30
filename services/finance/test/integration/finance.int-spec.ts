import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { identityHeader, startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { waitFor } from '@hamkhan/testing/wait-for';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import request from 'supertest';
import { financeService } from '../../src/service-options.js';

jest.setTimeout(60_000);

let stack: TestStack;
let finance: TestService;
let probe: KafkaProbe;

beforeAll(async () => {
  stack = await TestStack.create();
  probe = new KafkaProbe(stack);
  finance = await startTestService(stack, financeService);
});
afterAll(async () => {
  await finance?.stop();
  await probe?.close();
  await stack?.drop();
});

const rows = (name: string) => finance.app.get<Connection>(getConnectionToken()).collection(name);
const registered = (userId: string, fullName: string, version: number, id?: string) =>
  probe.event(
    'auth.user.registered',
    {
      userId,
      username: `name-of-${userId}`,
      fullName,
      language: 'fa',
      isStaff: false,
      isSuperuser: false,
      isCreator: false,
    },
    version,
    id,
  );

async function get(path: string, headers: Record<string, string> = {}) {
  const { status, body } = await request(finance.url)
    .get(`/api/finance/${path}`)
    .set({ 'accept-language': 'en', ...headers });
  return { status, body: body as Record<string, unknown> };
}

describe('known users', () => {
  it('stores the newest name when events arrive late, twice or out of order', async () => {
    const second = registered('u1', 'second name', 2);
    await probe.publish(second, registered('u1', 'first name', 1), second, second);
    await probe.publish(registered('u1', 'third name', 3));
    await waitFor('the third name', async () => rows('users').findOne({ fullName: 'third name' }));
    expect(await rows('users').find().toArray()).toEqual([{ _id: 'u1', fullName: 'third name', version: 3 }]);
    await probe.publish(registered('u1', 'late first name', 1), registered('u1', 'last name', 4));
    await waitFor('the last name', async () => rows('users').findOne({ fullName: 'last name', version: 4 }));
    const { data } = registered('u1', 'changed name', 5);
    await probe.publish(probe.event('auth.user.changed', data, 5));
    await waitFor('the changed name', async () =>
      rows('users').findOne({ fullName: 'changed name', version: 5 }),
    );
    expect(await rows('users').countDocuments()).toBe(1);
  });

  it('parks an unreadable event and handles the next one', async () => {
    await probe.publishRaw('auth.user.v1', 'u2', '{"not":"an event"');
    await probe.publish(registered('u2', 'after poison', 1));
    await waitFor('the user after it', async () => rows('users').findOne({ _id: 'u2' as never }));
    const [parked] = await probe.read(
      probe.deadLetters('auth.user.v1', 'finance'),
      (messages) => messages.length > 0,
    );
    expect(parked).toMatchObject({ key: 'u2', value: '{"not":"an event"' });
  });
});

describe('wallet', () => {
  it('is the sum of the ledger entries', async () => {
    const caller = identityHeader({ userId: 'payer' });
    expect(await get('wallet/balance/', caller)).toEqual({
      status: 200,
      body: { status: 'success', balance: 0 },
    });
    await rows('ledger').insertMany([
      { userId: 'payer', amount: 100_000, createdAt: new Date() },
      { userId: 'payer', amount: -30_000, createdAt: new Date() },
      { userId: 'other', amount: 5, createdAt: new Date() },
    ]);
    expect((await get('wallet/balance/', caller)).body.balance).toBe(70_000);
  });

  it('requires a signed-in user', async () => {
    expect(await get('wallet/balance/')).toMatchObject({
      status: 401,
      body: { status: 'error', fields: {} },
    });
    const forged = { 'x-hamkhan-identity': `${Buffer.from('{}').toString('base64url')}.forged` };
    expect((await get('wallet/balance/', forged)).status).toBe(401);
  });

  it('rejects a session over the limit', async () => {
    const response = await get(
      'wallet/balance/',
      identityHeader({ userId: 'payer', overSessionLimit: true }),
    );
    expect(response).toMatchObject({ status: 403, body: { status: 'session_limit_error' } });
  });
});

describe('subscription', () => {
  it('is null without one, after its end and after a cancellation', async () => {
    const day = 86_400_000;
    const base = { plan: 'monthly', status: 'active', isActive: true };
    await rows('subscriptions').insertMany([
      { ...base, userId: 'ended', expiresAt: new Date(Date.now() - 1) },
      {
        ...base,
        userId: 'canceled',
        status: 'canceled',
        isActive: false,
        expiresAt: new Date(Date.now() + day),
      },
    ]);
    for (const userId of ['nobody', 'ended', 'canceled']) {
      expect(await get('subscription/active/', identityHeader({ userId }))).toEqual({
        status: 200,
        body: { status: 'success', subscription: null },
      });
    }
  });

  it('is the active one', async () => {
    const expiresAt = new Date(Date.now() + 6.5 * 86_400_000);
    await rows('subscriptions').insertOne({
      userId: 'reader',
      plan: 'semi',
      status: 'active',
      isActive: true,
      expiresAt,
    });
    expect(
      (await get('subscription/active/', identityHeader({ userId: 'reader' }))).body.subscription,
    ).toEqual({
      plan: 'semi',
      plan_display: 'شش‌ماهه',
      status: 'active',
      is_active: true,
      expires_at: expiresAt.toISOString(),
      remaining_days: 7,
    });
  });
});

describe('service', () => {
  it('answers an unknown route with 404 in its error format', async () => {
    expect(await get('subscription/plans/')).toMatchObject({
      status: 404,
      body: { status: 'error', code: 'COMMON.NOT_FOUND', details: 'not found', fields: {} },
    });
  });

  it('reports ready and live, and counts handled events', async () => {
    await waitFor('readiness', async () => (await fetch(`${finance.adminUrl}/health/ready`)).ok);
    expect((await fetch(`${finance.adminUrl}/health/live`)).status).toBe(200);
    expect(await (await fetch(`${finance.adminUrl}/metrics`)).text()).toContain(
      'app_events_handled_total{type="auth.user.registered",outcome="handled",service="finance"}',
    );
  });
});
