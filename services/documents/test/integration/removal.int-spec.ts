import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { UploadResponse } from '@hamkhan/contracts/http/documents';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { waitFor } from '@hamkhan/testing/wait-for';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection, mongo } from 'mongoose';
import { documentsService } from '../../src/service-options.js';
import { LibraryBuilder, type Caller, type Uploaded } from './support/library-builder.js';

jest.setTimeout(120_000);

const OWNER = { userId: 'owner' };
const OTHER = { userId: 'other' };
const STAFF = { userId: 'staff', isStaff: true };
/** Rows that belong to a document, by its id. */
const DEPENDENT_COLLECTIONS = [
  'pages',
  'search_index',
  'placements',
  'notes',
  'suggestions',
  'media',
  'readings',
];

let stack: TestStack;
let service: TestService;
let probe: KafkaProbe;
let library: LibraryBuilder;

beforeAll(async () => {
  stack = await TestStack.create();
  service = await startTestService(stack, documentsService);
  probe = new KafkaProbe(stack);
  library = new LibraryBuilder(service, probe);
}, 180_000);

afterAll(async () => {
  await probe.close();
  await service.stop();
  await stack.drop();
}, 180_000);

type Row = { _id: string; documentId: string; objectKey: string };
const rows = (collection: string): mongo.Collection<Row> =>
  service.app.get<Connection>(getConnectionToken()).collection<Row>(collection);
const change = async ({ id }: Uploaded, facts: Record<string, unknown>): Promise<void> => {
  await rows('documents').updateOne({ _id: id }, { $set: facts });
};
const send = async (bytes: string, fileName = 'broken.pdf'): Promise<UploadResponse> => {
  const form = new FormData();
  form.append('language', 'en');
  form.append('file', new Blob([bytes]), fileName);
  return UploadResponse.parse(await library.json('document/upload/', OWNER, { method: 'POST', body: form }));
};
const newBytes = (): string => `%PDF-1.7 ${randomBytes(20).toString('hex')}`;
/** Creates a document that the pipeline reports as failed. */
const ended = async (type: 'failed' | 'skipped', bytes = newBytes()): Promise<Uploaded> => {
  const document = await send(bytes);
  const data = { documentId: document.id, reason: 'damaged', params: {} };
  await probe.publish(probe.event(`pipeline.document.${type}`, data, 1));
  await library.settled('owner', document.id, { status: type });
  return document;
};
const remove = async (
  { key }: Pick<Uploaded, 'key'>,
  caller: Caller,
): Promise<{ status: number; code: string | undefined }> => {
  const response = await library.call(`document/user/document/${key}/remove/`, caller, { method: 'POST' });
  const { code } = (await response.json()) as { code?: string };
  return { status: response.status, code };
};
/** Waits until the service has handled each of the events, which come on different topics and thus in any order. */
const projected = async (events: { id: string }[]): Promise<void> => {
  await waitFor(
    'the events to be handled',
    async () => {
      const handled = await rows('inbox').find().toArray();
      return events.every(({ id }) => handled.some(({ _id }) => _id.endsWith(id)));
    },
    90_000,
  );
};
const REMOVED = { status: 200, code: undefined };
const namesIn = async (): Promise<string[]> =>
  (await library.list('owner', '?per_page=100')).documents.map(({ id }) => id);

describe('removing a failed document', () => {
  it('removes its file and dependent data, and publishes the removal', async () => {
    const [document, neighbour] = [await ended('failed'), await ended('failed')];
    const store = service.app.get(ObjectStore);
    for (const { id } of [document, neighbour]) {
      for (const collection of DEPENDENT_COLLECTIONS.filter((one) => one !== 'placements')) {
        const _id = collection === 'readings' ? `owner ${id}` : `${collection}-${id}`;
        const unique = {
          pageId: id,
          objectName: id,
          ownerId: 'owner',
          userId: 'owner',
          authorId: 'owner',
          number: 0,
        };
        await rows(collection).insertOne({ _id, documentId: id, ...unique } as never);
      }
      for (const folder of ['images', 'audio', 'videos'])
        await store.putBytes(`${folder}/${id}/a.bin`, Buffer.from('x'), 'application/octet-stream');
    }
    const original = (await rows('documents').findOne({ _id: document.id }))?.objectKey ?? '';
    const left = async ({ id }: Uploaded) =>
      Promise.all(DEPENDENT_COLLECTIONS.map((one) => rows(one).countDocuments({ documentId: id })));
    expect(await left(document)).toEqual(DEPENDENT_COLLECTIONS.map(() => 1));
    const isOf =
      ({ id }: Uploaded) =>
      (name: string): boolean =>
        name.includes(id) || name === original;
    expect((await stack.objects()).stored.filter(isOf(document))).toHaveLength(4);

    expect(await remove(document, OWNER)).toEqual(REMOVED);

    expect(await namesIn()).not.toContain(document.id);
    expect((await library.call(`document/metadata/${document.key}/`, OWNER)).status).toBe(404);
    expect((await library.call(`document/original/${document.key}/`, OWNER)).status).toBe(404);
    expect(await left(document)).toEqual(DEPENDENT_COLLECTIONS.map(() => 0));
    expect((await stack.objects()).stored.filter(isOf(document))).toEqual([]);
    const isIt = ({ event }: { event: { type: string; aggregateId: string } | null }) =>
      event?.type === 'documents.document.removed' && event.aggregateId === document.id;
    const messages = await probe.read('documents.document.v1', (all) => all.some(isIt));
    expect(messages.find(isIt)?.event?.data).toEqual({ documentId: document.id });

    expect(await namesIn()).toContain(neighbour.id);
    expect(await left(neighbour)).toEqual(DEPENDENT_COLLECTIONS.map(() => 1));
    expect((await stack.objects()).stored.filter((name) => name.includes(neighbour.id))).toHaveLength(3);
  });

  it('allows a new upload of the same bytes (C25)', async () => {
    const bytes = newBytes();
    const skipped = await ended('skipped', bytes);
    expect(await send(bytes)).toMatchObject({ duplicate: true, id: skipped.id });
    expect(await remove(skipped, OWNER)).toEqual(REMOVED);
    const again = await send(bytes);
    expect(again.duplicate).toBe(false);
    expect(again.id).not.toBe(skipped.id);
    expect(await library.item('owner', again.id)).toMatchObject({ status: 'pending' });
  });

  it("removes it from its shelf and the shelf's count", async () => {
    const shelves = async () =>
      (await library.json<{ shelves: { document_count: number }[] }>('document/user/shelf/list/', OWNER))
        .shelves;
    const document = await ended('failed');
    const count = (await shelves()).reduce((sum, shelf) => sum + shelf.document_count, 0);
    expect(await remove(document, OWNER)).toEqual(REMOVED);
    expect((await shelves()).reduce((sum, shelf) => sum + shelf.document_count, 0)).toBe(count - 1);
  });

  it('succeeds once for concurrent requests', async () => {
    const document = await ended('failed');
    const responses = await Promise.all([remove(document, OWNER), remove(document, OWNER)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect(await remove(document, OWNER)).toEqual({ status: 404, code: 'DOCUMENTS.NOT_FOUND' });
  });

  it('removes a document that its owner canceled', async () => {
    const document = await library.upload('owner');
    expect(await remove(document, OWNER)).toEqual({ status: 409, code: 'DOCUMENTS.NOT_REMOVABLE' });
    await library.json(`document/user/document/${document.key}/cancel/`, OWNER, { method: 'POST' });
    expect(await remove(document, OWNER)).toEqual(REMOVED);
    expect(await namesIn()).not.toContain(document.id);
  });

  it('discards late events', async () => {
    const document = await library.upload('owner');
    const early = [
      library.inspected(document.id, 2),
      probe.event('pipeline.page.started', { documentId: document.id, pageNumber: 0 }, 1),
    ];
    await probe.publish(...early);
    await projected(early);
    await change(document, { status: 'failed' });
    expect(await remove(document, OWNER)).toEqual(REMOVED);
    const late = [
      ...library.pageEvents(document.id, 0),
      ...library.pageEvents(document.id, 1),
      library.inspected(document.id, 2, 'A title', 2),
    ];
    await probe.publish(...late);
    await projected(late);
    const counts = await Promise.all(
      ['documents', ...DEPENDENT_COLLECTIONS].map((one) =>
        rows(one).countDocuments({ $or: [{ documentId: document.id }, { _id: document.id }] }),
      ),
    );
    expect(counts).toEqual(counts.map(() => 0));
  });
});

describe('removal is rejected', () => {
  it.each(['pending', 'inprogress', 'converted', 'translated'])(
    'while the document is %s',
    async (status) => {
      const document = await library.upload('owner');
      await change(document, { status });
      expect(await remove(document, OWNER)).toEqual({ status: 409, code: 'DOCUMENTS.NOT_REMOVABLE' });
      expect(await namesIn()).toContain(document.id);
    },
  );

  it('once others can read the document', async () => {
    const document = await ended('failed');
    await change(document, { published: true, visibility: 'catalogue' });
    expect(await remove(document, OWNER)).toEqual({ status: 409, code: 'DOCUMENTS.NOT_REMOVABLE' });
    expect(await namesIn()).toContain(document.id);
  });

  it('for everyone but the owner', async () => {
    const document = await ended('failed');
    expect(await remove(document, null)).toEqual({ status: 401, code: 'AUTH.LOGIN_REQUIRED' });
    expect(await remove(document, OTHER)).toEqual({ status: 404, code: 'DOCUMENTS.NOT_FOUND' });
    expect(await remove({ key: 'NoSuchKey23' }, OTHER)).toEqual({ status: 404, code: 'DOCUMENTS.NOT_FOUND' });
    expect(await remove(document, STAFF)).toEqual({ status: 403, code: 'COMMON.FORBIDDEN' });
    const over = { ...OWNER, overSessionLimit: true };
    expect(await remove(document, over)).toEqual({ status: 403, code: 'AUTH.SESSION_LIMIT' });
    await change(document, { status: 'blocked' });
    expect(await remove(document, OWNER)).toEqual({ status: 404, code: 'DOCUMENTS.NOT_FOUND' });
    expect(await rows('documents').countDocuments({ _id: document.id })).toBe(1);
  });
});
