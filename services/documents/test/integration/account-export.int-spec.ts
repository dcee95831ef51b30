import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AccountExportResponse, type AccountExport } from '@hamkhan/contracts/http/account-export';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import { unzip } from '@hamkhan/testing/unzip';
import { waitFor } from '@hamkhan/testing/wait-for';
import { AccountExportService } from '../../src/features/account-export/account-export.service.js';
import { EditingHarness, OTHER } from './support/editing-harness.js';
import type { Caller } from './support/library-builder.js';

jest.setTimeout(120_000);

const PATH = 'document/account-export/';
const HOUR_MS = 3_600_000;

let harness: EditingHarness;

beforeAll(async () => {
  harness = await EditingHarness.open();
}, 180_000);
afterAll(() => harness.close(), 180_000);

type Row = Record<string, unknown> & { _id: string };
const rows = (name: string) => harness.database.collection<Row>(name);
const newUser = () => ({ userId: randomBytes(12).toString('hex'), username: '09120000009' });
const ask = async (caller: Caller, method = 'GET'): Promise<AccountExport | null> =>
  AccountExportResponse.parse(await harness.library.json(PATH, caller, { method })).export;
const finished = (caller: Caller, state: AccountExport['state'] = 'ready') =>
  waitFor(`the export to be ${state}`, async () => {
    const found = await ask(caller);
    return found?.state === state && found;
  });
const download = (id: string, caller: Caller) => harness.library.call(`${PATH}${id}/`, caller);
const archiveKeys = async (id: string) =>
  (await harness.stack.objects()).stored.filter((name) => name.startsWith(`exports/${id}/`));

describe('the export of an account', () => {
  it('has what the user has: JSON files, and each document with its texts and its uploaded file', async () => {
    const user = newUser();
    expect(await ask(user)).toBeNull();
    const document = await harness.library.translated(user.userId, 2);
    await harness.library.translated('somebody-else', 1);
    await rows('notes').insertOne({ _id: `n-${user.userId}`, ownerId: user.userId, userNote: 'یادداشت من' });

    const started = await ask(user, 'POST');
    expect(started?.state).toBe('working');
    const ready = await finished(user);
    expect([ready.done, ready.total]).toEqual([1, 1]);
    const lifetime = (Date.parse(ready.expires_at) - Date.now()) / HOUR_MS;
    expect(Math.round(lifetime)).toBe(24);

    const response = await download(ready.id, user);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBe(ready.size);
    const files = unzip(bytes);
    const read = (name: string) => JSON.parse(files.get(name)?.toString() ?? 'null') as Row[];
    expect(read('account.json')).toMatchObject([{ id: user.userId, username: user.username }]);
    expect(read('notes.json')).toMatchObject([{ userNote: 'یادداشت من' }]);
    expect(read('shelves.json')).toHaveLength(1);
    const folder = `documents/${document.key}/`;
    expect(read(`${folder}document.json`)).toMatchObject([{ key: document.key, ownerId: user.userId }]);
    expect(read(`${folder}pages.json`).map(({ number }) => number)).toEqual([0, 1]);
    const original = [...files].find(([name]) => name.startsWith(folder) && name.endsWith('.pdf'))?.[1];
    expect(original?.toString()).toMatch(/^%PDF-1\.7 /);
    expect([...files.keys()].filter((name) => name.startsWith('documents/'))).toHaveLength(3);
  });

  it('is for the user who requested it, in person', async () => {
    const user = newUser();
    await ask(user, 'POST');
    const { id } = await finished(user);
    const acting = { ...user, impersonatedBy: 'admin' };
    const callers = [null, OTHER, { userId: 'staff', isStaff: true }, acting, user];
    const statuses = await Promise.all(callers.map(async (caller) => (await download(id, caller)).status));
    expect(statuses).toEqual([401, 404, 404, 403, 200]);
    expect(await ask(OTHER)).toBeNull();
  });

  it('is one at a time, and three a day', async () => {
    const user = newUser();
    const [one, two] = await Promise.all([ask(user, 'POST'), ask(user, 'POST')]);
    expect(one?.id).toBe(two?.id);
    await ask(user, 'POST');
    const refused = await harness.library.call(PATH, user, { method: 'POST' });
    expect(refused.status).toBe(429);
  });

  it('ends after its time, with the archive', async () => {
    const user = newUser();
    await ask(user, 'POST');
    const { id } = await finished(user);
    expect(await archiveKeys(id)).toHaveLength(1);
    await rows('account_exports').updateOne({ _id: id }, { $set: { expiresAt: new Date() } });
    expect((await download(id, user)).status).toBe(404);
    expect(await ask(user)).toBeNull();
    await harness.service.app.get(AccountExportService).removeExpired(new Date());
    expect(await archiveKeys(id)).toEqual([]);
    expect(await rows('account_exports').countDocuments({ _id: id })).toBe(0);
  });

  it('is built by another process when one dies, and fails after three attempts', async () => {
    const user = newUser();
    const store = harness.service.app.get(ObjectStore);
    const storing = jest.spyOn(store, 'putStream').mockRejectedValue(new Error('the process dies here'));
    await ask(user, 'POST');
    const row = () => rows('account_exports').findOne({ userId: user.userId });
    await waitFor('the first attempt', () => storing.mock.calls.length === 1);
    expect((await row())?.['state']).toBe('working');
    const retry = async () => {
      await rows('account_exports').updateOne({ userId: user.userId }, { $set: { leaseUntil: new Date(0) } });
      await harness.service.app.get(AccountExportService).buildWaiting(new AbortController().signal);
    };
    await retry();
    expect((await row())?.['state']).toBe('working');
    await retry();
    expect((await row())?.['state']).toBe('failed');
    storing.mockRestore();

    await ask(user, 'POST');
    expect((await finished(user)).done).toBe(0);
  });
});
