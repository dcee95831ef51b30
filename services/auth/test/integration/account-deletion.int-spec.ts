import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { getConnectionToken } from '@nestjs/mongoose';
import { Types, type Connection } from 'mongoose';
import { AccountDeletionService } from '../../src/features/account-deletion/account-deletion.service.js';
import { authService } from '../../src/service-options.js';
import { AuthClient, PASSWORD } from './auth-client.js';

jest.setTimeout(60_000);

const DAY_MS = 86_400_000;
const PATH = 'user/account-deletion/';

let stack: TestStack;
let auth: TestService;
let probe: KafkaProbe;
let client: AuthClient;

beforeAll(async () => {
  stack = await TestStack.create();
  probe = new KafkaProbe(stack);
  auth = await startTestService(stack, authService, { ACCOUNT_DELETION_DAYS: '5' });
  client = new AuthClient(auth, '0912999');
});

afterAll(async () => {
  await auth?.stop();
  await probe?.close();
  await stack?.drop();
});

const rows = (name: string) => auth.app.get<Connection>(getConnectionToken()).collection(name);
const userRow = (id: string) => rows('users').findOne({ _id: new Types.ObjectId(id) });
const actionsOf = async (userId: string) =>
  (await rows('security_events').find({ userId }).sort({ at: 1, _id: 1 }).toArray()).map(
    ({ action }) => action as string,
  );
const deleteDue = (inDays: number): Promise<void> =>
  auth.app.get(AccountDeletionService).deleteDue(new Date(Date.now() + inDays * DAY_MS));

async function newReader() {
  const mobile = client.newMobile();
  const id = await client.createUser(mobile);
  const token = await client.token(mobile);
  return { mobile, id, token, headers: await client.headersOf(token) };
}

describe('the request to delete an account', () => {
  it('needs the password, and the person themselves', async () => {
    const { headers, id } = await newReader();
    const missing = await client.call(PATH, { password: '' }, { headers });
    expect([missing.status, missing.body.password]).toEqual([400, ['Fields are required']]);
    const wrong = await client.call(PATH, { password: 'not-the-password' }, { headers });
    expect([wrong.status, wrong.body.password]).toEqual([400, ['the current password is not right']]);
    expect((await client.call(PATH, { password: PASSWORD })).status).toBe(401);
    expect(await userRow(id)).not.toHaveProperty('deletionDueAt');
    expect(await actionsOf(id)).toEqual(['login.succeeded', 'password.failed']);
  });

  it('states the delay, ends every session and is written to the security log', async () => {
    const { mobile, token, headers, id } = await newReader();
    const other = await client.token(mobile);
    expect((await client.call(PATH, undefined, { headers })).body).toEqual({
      status: 'success',
      delay_days: 5,
    });
    const { status, body } = await client.call(PATH, { password: PASSWORD }, { headers });
    expect(status).toBe(200);
    const days = (Date.parse(String(body.deletes_at)) - Date.now()) / DAY_MS;
    expect(Math.round(days)).toBe(5);
    expect([await client.resolve(token), await client.resolve(other)]).toEqual([null, null]);
    expect(await actionsOf(id)).toContain('account.deletion-requested');
  });

  it('is cancelled by a sign-in, and by no failed one', async () => {
    const { mobile, headers, id } = await newReader();
    await client.call(PATH, { password: PASSWORD }, { headers });
    await client.call('user/login/', { username: mobile, password: 'not-the-password' });
    expect((await userRow(id))?.deletionDueAt).toBeInstanceOf(Date);
    await client.token(mobile);
    expect(await userRow(id)).not.toHaveProperty('deletionDueAt');
    expect(await actionsOf(id)).toContain('account.deletion-canceled');
    await deleteDue(6);
    expect(await userRow(id)).not.toBeNull();
  });
});

describe('the deletion of an account', () => {
  it('happens when it is due: the account is gone, and the other services are told once', async () => {
    const { mobile, headers, id } = await newReader();
    await client.call(PATH, { password: PASSWORD }, { headers });
    await deleteDue(4);
    expect(await userRow(id)).not.toBeNull();

    await Promise.all([deleteDue(6), deleteDue(6)]);

    expect(await userRow(id)).toBeNull();
    const userId = new Types.ObjectId(id);
    expect(await rows('sessions').countDocuments({ userId })).toBe(0);
    expect(await rows('known_addresses').countDocuments({ userId: id })).toBe(0);
    expect((await client.call('user/login/', { username: mobile, password: PASSWORD })).status).toBe(401);
    expect((await client.call('user/check/username/', { username: mobile })).body).toEqual({ valid: false });
    const isIt = ({ event }: { event: { type: string; aggregateId: string } | null }) =>
      event?.type === 'auth.user.deleted' && event.aggregateId === id;
    const events = (await probe.read('auth.user.v1', (all) => all.some(isIt))).filter(isIt);
    expect(events.map(({ event }) => event?.data)).toEqual([{ userId: id }]);
    expect(events[0]?.event?.aggregateVersion).toBeGreaterThan(1);
    expect((await actionsOf(id)).at(-1)).toBe('account.deleted');
  });

  it('removes the picture, also when the process dies before it came to that', async () => {
    const { headers, id } = await newReader();
    const avatarKey = `avatars/${id}`;
    const store = auth.app.get(ObjectStore);
    await store.putBytes(avatarKey, Buffer.from('picture'), 'image/webp');
    await rows('users').updateOne({ _id: new Types.ObjectId(id) }, { $set: { avatarKey } });
    await client.call(PATH, { password: PASSWORD }, { headers });

    const removal = jest.spyOn(store, 'remove').mockRejectedValueOnce(new Error('the process dies here'));
    await expect(deleteDue(6)).rejects.toThrow('the process dies here');
    removal.mockRestore();
    expect(await userRow(id)).toBeNull();
    expect(await store.find(avatarKey)).not.toBeNull();

    await deleteDue(6);
    expect(await store.find(avatarKey)).toBeNull();
    expect(await rows('removed_files').countDocuments()).toBe(0);
  });
});
