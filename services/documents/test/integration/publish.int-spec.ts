import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { MetadataResponse } from '@hamkhan/contracts/http/documents';
import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import { waitFor } from '@hamkhan/testing/wait-for';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { documentsService } from '../../src/service-options.js';
import { LibraryBuilder, type Caller, type Uploaded } from './support/library-builder.js';

jest.setTimeout(30_000);

const OWNER = { userId: 'owner' };
const OTHER = { userId: 'other' };
const STAFF = { userId: 'staff', isStaff: true };

let stack: TestStack;
let service: TestService;
let probe: KafkaProbe;
let library: LibraryBuilder;
let ready: Uploaded, waiting: Uploaded;

beforeAll(async () => {
  stack = await TestStack.create();
  service = await startTestService(stack, documentsService);
  probe = new KafkaProbe(stack);
  library = new LibraryBuilder(service, probe);
  [ready, waiting] = [await library.translated('owner', 2), await library.upload('owner')];
}, 90_000);

afterAll(async () => {
  await probe.close();
  await service.stop();
  await stack.drop();
}, 60_000);

const act = async (
  action: 'publish' | 'unpublish',
  document: { id: string },
  caller: Caller,
): Promise<[number, unknown]> => {
  const response = await library.call(`document/user/document/${document.id}/${action}/`, caller, {
    method: 'POST',
  });
  return [response.status, await response.json()];
};
const publish = (document: { id: string }, caller: Caller) => act('publish', document, caller);
const unpublish = (document: { id: string }, caller: Caller) => act('unpublish', document, caller);
const rows = (name: string) =>
  service.app.get<Connection>(getConnectionToken()).collection<{ _id: string }>(name);
const refusal = (status: number, code: string) => [status, expect.objectContaining({ code })];

describe('publishing', () => {
  it('is allowed for owner and staff once all pages are converted', async () => {
    expect(await publish(ready, null)).toEqual(refusal(401, 'AUTH.LOGIN_REQUIRED'));
    expect(await publish(ready, OTHER)).toEqual(refusal(404, 'DOCUMENTS.NOT_FOUND'));
    expect(await publish({ id: '0'.repeat(24) }, STAFF)).toEqual(refusal(404, 'DOCUMENTS.NOT_FOUND'));
    expect(await publish(waiting, OWNER)).toEqual(refusal(400, 'DOCUMENTS.NOT_TRANSLATED'));
  });

  it('makes the document public and keeps its status [RDR-READER-68] [ACC-STATUS-09] [RDR-STATUS-02]', async () => {
    const seenBy = async (caller: Caller) => library.call(`document/metadata/${ready.key}/`, caller);
    expect((await seenBy(null)).status).toBe(404);
    expect(await publish(ready, OWNER)).toEqual([200, { status: 'success', published: true }]);
    const { metadata } = MetadataResponse.parse(await (await seenBy(null)).json());
    expect([metadata.published, metadata.status]).toEqual([true, 'translated']);
    expect(await library.item('owner', ready.id)).toMatchObject({ published: true, status: 'translated' });
    expect(await publish(ready, STAFF)).toEqual([200, { status: 'success', published: true }]);
    expect(await publish(ready, OTHER)).toEqual(refusal(403, 'COMMON.FORBIDDEN'));
  });
});

describe('unpublishing', () => {
  const IMAGE = `${'c'.repeat(64)}.png`;
  const PRIVATE = [200, { status: 'success', published: false }];

  /** A published document with a cover. */
  async function published(): Promise<Uploaded> {
    const document = await library.translated('owner', 2);
    const cover = {
      wide: `images/${document.id}/${IMAGE}`,
      small: `images/${document.id}/${IMAGE}`,
      version: 1,
    };
    await service.app.get(ObjectStore).putBytes(cover.wide, Buffer.from('picture'), 'image/png');
    await rows('documents').updateOne({ _id: document.id }, { $set: { cover, accessType: 'free' } });
    expect(await publish(document, OWNER)).toEqual([200, { status: 'success', published: true }]);
    return document;
  }
  const metadataFor = async ({ key }: Uploaded, caller: Caller) =>
    MetadataResponse.parse(await library.json(`document/metadata/${key}/`, caller)).metadata;

  it('is for the owner and staff', async () => {
    const document = await published();
    expect(await unpublish(document, null)).toEqual(refusal(401, 'AUTH.LOGIN_REQUIRED'));
    expect(await unpublish(document, OTHER)).toEqual(refusal(403, 'COMMON.FORBIDDEN'));
    expect(await unpublish({ id: '0'.repeat(24) }, STAFF)).toEqual(refusal(404, 'DOCUMENTS.NOT_FOUND'));
    expect(await unpublish(document, OWNER)).toEqual(PRIVATE);
    expect(await unpublish(document, OWNER)).toEqual(PRIVATE);
    expect(await unpublish(document, OTHER)).toEqual(refusal(404, 'DOCUMENTS.NOT_FOUND'));
  });

  it('takes access from others at once: pages, original, library and image addresses that they have', async () => {
    const document = await published();
    const paths = [`metadata/${document.key}/?add=1`, `pages/${document.key}/`, `original/${document.key}/`];
    const reader = { userId: 'reader', hasActiveSubscription: true };
    const statuses = async (caller: Caller) =>
      Promise.all(paths.map(async (path) => (await library.call(`document/${path}`, caller)).status));
    expect(await statuses(reader)).toEqual([200, 200, 200]);
    expect((await library.list('reader')).documents.map(({ id }) => id)).toEqual([document.id]);
    const address = (await metadataFor(document, null)).cover?.replace('/api/', '') ?? '';
    expect((await library.call(address, null)).status).toBe(200);
    const stream = await library.call(`document/events/?document=${document.key}`, null);
    expect(stream.status).toBe(200);

    expect(await unpublish(document, OWNER)).toEqual(PRIVATE);

    expect(await statuses(reader)).toEqual([404, 404, 404]);
    expect(await statuses({ userId: 'guest' })).toEqual([404, 404, 404]);
    expect((await library.call(address, null)).status).toBe(404);
    expect((await library.list('reader')).documents).toEqual([]);
    // The stream ends, or this waits until the test fails.
    await stream.text();

    expect(await statuses(OWNER)).toEqual([200, 200, 200]);
    const own = (await metadataFor(document, OWNER)).cover?.replace('/api/', '') ?? '';
    expect((await library.call(own, null)).status).toBe(200);
    expect(await publish(document, OWNER)).toEqual([200, { status: 'success', published: true }]);
    expect(await statuses(reader)).toEqual([200, 200, 200]);
  });

  it('is reported to the security log where staff does it', async () => {
    const document = await published();
    expect(await unpublish(document, STAFF)).toEqual(PRIVATE);
    const event = await waitFor('the report', async () => {
      const reports = await rows('outbox')
        .find({ type: 'documents.request.audited' } as object)
        .toArray();
      return reports
        .map((row) => JSON.parse(String((row as unknown as { payload: string }).payload)) as { data: object })
        .find(({ data }) => JSON.stringify(data).includes(`${document.id}/unpublish/`));
    });
    expect(event.data).toMatchObject({ action: 'staff.acted', userId: 'staff', method: 'POST' });
  });

  it('is offered to the owner and staff for published documents only', async () => {
    const document = await published();
    const offered = async (caller: { userId: string; isStaff?: boolean }) => {
      const { documents } = await library.json<{ documents: { id: string; can_unpublish: boolean }[] }>(
        'document/user/document/list/?per_page=100',
        caller,
      );
      return documents.find(({ id }) => id === document.id)?.can_unpublish;
    };
    for (const caller of [OTHER, STAFF])
      await library.call(`document/metadata/${document.key}/?add=1`, caller);
    expect([await offered(OWNER), await offered(STAFF), await offered(OTHER)]).toEqual([true, true, false]);
    await unpublish(document, OWNER);
    expect(await offered(OWNER)).toBe(false);
  });
});
