import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import type { ReadMessage } from '@hamkhan/testing/kafka-probe';
import { waitFor } from '@hamkhan/testing/wait-for';
import type { mongo } from 'mongoose';
import { ErasureTask } from '../../src/features/account-erasure/erasure-task.js';
import { EditingHarness, line, OTHER, OWNER } from './support/editing-harness.js';
import type { Uploaded } from './support/library-builder.js';

jest.setTimeout(120_000);

const HOUR_MS = 3_600_000;
const GONE = 'a'.repeat(24);
const DOCUMENT_COLLECTIONS = ['pages', 'search_index', 'placements', 'readings', 'media', 'suggestions'];
const PERSONAL_COLLECTIONS = ['notes', 'note_tags', 'shelves', 'shelf_subscriptions', 'reports'];

let harness: EditingHarness;
let kept: Uploaded;

beforeAll(async () => {
  harness = await EditingHarness.open();
  const isPublic = { published: true, visibility: 'catalogue', accessType: 'free' };
  kept = await harness.document(1, () => [line('a', 'first'), line('b', 'second')], isPublic);
}, 180_000);

afterAll(() => harness.close(), 180_000);

type Row = Record<string, unknown> & { _id: string; documentId: string };
const rows = (collection: string): mongo.Collection<Row> => harness.database.collection<Row>(collection);
const insert = (collection: string, row: Record<string, unknown>) =>
  rows(collection).insertOne({ _id: `${collection}-${Object.values(row).join(' ')}`, ...row } as never);
const run = (afterMs = 0) => harness.service.app.get(ErasureTask).run(new Date(Date.now() + afterMs));
const announce = (userId: string) => {
  const { probe } = harness;
  return probe.publish(probe.event('auth.user.deleted', { userId }, 9));
};
const pending = (userId: string) => rows('account_erasures').findOne({ _id: userId });

/** What a user has: a published document that others read, and notes, shelves and suggestions on a document of someone else. */
async function populate(userId: string): Promise<Uploaded> {
  const { library, probe } = harness;
  const document = await library.translated(userId, 1);
  const documentId = document.id;
  await rows('documents').updateOne(
    { _id: documentId },
    { $set: { published: true, visibility: 'catalogue' } },
  );
  await insert('placements', { documentId, userId: 'other', shelfId: `s-${userId}`, order: 1 });
  await insert('readings', { documentId, userId: 'other' });
  await insert('media', { documentId, objectName: userId });
  await insert('suggestions', { documentId, pageId: documentId, authorId: 'other', status: 'applied' });
  for (const folder of ['images', 'audio', 'videos'])
    await harness.service.app
      .get(ObjectStore)
      .putBytes(`${folder}/${documentId}/a.bin`, Buffer.from('x'), 'application/octet-stream');
  await probe.publish(
    probe.event('auth.user.registered', { ...known, userId, username: userId, fullName: 'سارا نمونه' }, 1),
  );
  await insert('notes', { ownerId: userId, documentId: kept.id });
  await insert('note_tags', { ownerId: userId, folded: 'x' });
  await insert('shelves', { ownerId: userId, key: `key-${userId}`, nameKey: 'n' });
  await insert('shelf_subscriptions', { userId: 'other', shelfId: `shelves-${userId} key-${userId} n` });
  await insert('shelf_subscriptions', { userId, shelfId: 'of-someone' });
  await insert('reports', { userId, documentId: kept.id, day: '2026-01-01' });
  for (const status of ['pending', 'applied', 'cancelled'])
    await insert('suggestions', {
      documentId: kept.id,
      pageId: 'p',
      editType: 'content',
      authorId: userId,
      status,
    });
  await waitFor('the name of the user', async () => (await rows('users').findOne({ _id: userId })) !== null);
  return document;
}
const known = { language: 'fa', isStaff: false, isSuperuser: false, isCreator: false } as const;

const countOf = (collection: string, documentId: string) => rows(collection).countDocuments({ documentId });
const personal = (userId: string) =>
  Promise.all(
    PERSONAL_COLLECTIONS.map((one) => rows(one).countDocuments({ $or: [{ userId }, { ownerId: userId }] })),
  );
const storedOf = async ({ id }: Uploaded) =>
  (await harness.stack.objects()).stored.filter((name) => name.includes(id));

describe('the deletion of a user', () => {
  it('removes their documents with all files, and everything that was theirs alone', async () => {
    const document = await populate(GONE);
    const original = String((await rows('documents').findOne({ _id: document.id }))?.['objectKey']);
    const neighbour = await harness.library.translated('neighbour', 1);
    await insert('notes', { ownerId: 'neighbour', documentId: kept.id });
    expect(await personal(GONE)).toEqual([1, 1, 1, 1, 1]);
    expect(await storedOf(document)).toHaveLength(3);

    await announce(GONE);
    await waitFor('the first removal', async () => (await pending(GONE))?.['isLast'] === true);
    await run();

    expect(await rows('documents').countDocuments({ ownerId: GONE })).toBe(0);
    for (const collection of DOCUMENT_COLLECTIONS)
      expect([collection, await countOf(collection, document.id)]).toEqual([collection, 0]);
    expect(await rows('status_changes').countDocuments({ documentId: document.id })).toBe(0);
    expect(await personal(GONE)).toEqual([0, 0, 0, 0, 0]);
    expect(await rows('shelf_subscriptions').countDocuments({ shelfId: /^shelves-a/ })).toBe(0);
    await waitFor(
      'the name to be removed',
      async () => (await rows('users').findOne({ _id: GONE })) === null,
    );
    expect(await storedOf(document)).toEqual([]);
    expect((await harness.stack.objects()).stored).not.toContain(original);
    expect((await harness.library.call(`document/metadata/${document.key}/`, OTHER)).status).toBe(404);

    expect(await rows('documents').countDocuments({ _id: { $in: [kept.id, neighbour.id] } })).toBe(2);
    expect(await personal('neighbour')).toEqual([1, 0, 0, 0, 0]);
  });

  it('leaves what they contributed to documents of others in its history, without them', async () => {
    const { id: documentId } = kept;
    const left = await rows('suggestions').find({ documentId }).toArray();
    expect(left.map(({ authorId, status }) => [authorId, status])).toEqual([['deleted', 'applied']]);
  });

  it('tells the other services about each document, and about the user after the second removal', async () => {
    const user = 'b'.repeat(24);
    const document = await harness.library.upload(user);
    await announce(user);
    await waitFor('the first removal', async () => (await pending(user))?.['isLast'] === true);
    const late = await harness.library.upload(user);
    await run();
    expect(await rows('documents').countDocuments({ _id: late.id })).toBe(1);

    await run(2 * HOUR_MS);

    expect(await rows('documents').countDocuments({ ownerId: user })).toBe(0);
    expect(await pending(user)).toBeNull();
    const told = (messages: readonly ReadMessage[]) =>
      messages
        .filter(({ event }) => event && [user, document.id, late.id].includes(event.aggregateId))
        .flatMap(({ event }) => event?.type ?? [])
        .filter((type) => !type.endsWith('uploaded'));
    // Events of different documents arrive in any order.
    const messages = await harness.probe.read('documents.document.v1', (all) => told(all).length >= 3);
    expect(told(messages).toSorted()).toEqual([
      'documents.account.erased',
      'documents.document.removed',
      'documents.document.removed',
    ]);
  });

  it('is completed after the process died in the middle', async () => {
    const user = 'c'.repeat(24);
    const [first, second] = [await harness.library.upload(user), await harness.library.upload(user)];
    const store = harness.service.app.get(ObjectStore);
    const shelves = rows('shelves');
    const files = jest.spyOn(store, 'remove').mockRejectedValue(new Error('the process dies here'));
    await announce(user);
    await waitFor(
      'the documents to be removed',
      async () => (await rows('documents').countDocuments({ ownerId: user })) === 0,
    );
    await expect(run()).rejects.toThrow('the process dies here');
    expect(await rows('removed_files').countDocuments({ _id: { $in: [first.id, second.id] } })).toBe(2);
    files.mockRestore();

    await run();
    await run(2 * HOUR_MS);

    expect(await rows('removed_files').countDocuments({ _id: { $in: [first.id, second.id] } })).toBe(0);
    expect(await shelves.countDocuments({ ownerId: user })).toBe(0);
    expect(await rows('documents').countDocuments({ ownerId: OWNER.userId })).toBe(1);
  });
});
