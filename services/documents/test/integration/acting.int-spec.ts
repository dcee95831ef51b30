import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EventEnvelope } from '@hamkhan/contracts/events/envelope';
import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { waitFor } from '@hamkhan/testing/wait-for';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { documentsService } from '../../src/service-options.js';
import { LibraryBuilder, type Caller } from './support/library-builder.js';

jest.setTimeout(60_000);

const reader = { userId: 'reader' };
/** An administrator who acts as the reader. */
const acting = { userId: 'reader', sessionId: 'session-of-admin', impersonatedBy: 'admin' };

let stack: TestStack;
let documents: TestService;
let probe: KafkaProbe;
let library: LibraryBuilder;

beforeAll(async () => {
  stack = await TestStack.create();
  documents = await startTestService(stack, documentsService);
  probe = new KafkaProbe(stack);
  library = new LibraryBuilder(documents, probe);
}, 120_000);

afterAll(async () => {
  await probe?.close();
  await documents?.stop();
  await stack?.drop();
}, 60_000);

const rows = (name: string) => documents.app.get<Connection>(getConnectionToken()).collection(name);
const eventsOf = async (type: string): Promise<EventEnvelope[]> =>
  (await rows('outbox').find({ type }).toArray()).map(
    ({ payload }) => JSON.parse(String(payload)) as EventEnvelope,
  );
const post = (path: string, caller: Caller, body: object = {}): Promise<Response> =>
  library.call(path, caller, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.5' },
  });

/** A document of the reader, uploaded by `uploader`, with one translated page; and the id of that page. */
async function translatedDocument(uploader: Caller) {
  const form = new FormData();
  form.append('language', 'en');
  form.append('file', new Blob([`%PDF-1.7 ${Math.random()}`]), 'book.pdf');
  const init = { method: 'POST', body: form };
  const { id, key } = await library.json<{ id: string; key: string }>('document/upload/', uploader, init);
  await probe.publish(library.inspected(id, 1), ...library.pageEvents(id, 0));
  await library.settled('reader', id, { status: 'translated' });
  const page = await rows('pages').findOne({ documentId: id });
  return { id, key, pageId: String(page?._id) };
}

describe('what an administrator does as a reader', () => {
  it('is stored with the administrator: upload, publication, note and edit', async () => {
    const { id, key, pageId } = await translatedDocument(acting);
    expect(await rows('documents').findOne({ key })).toMatchObject({
      ownerId: 'reader',
      uploadedBy: 'admin',
    });
    const [uploaded] = (await eventsOf('documents.document.uploaded')).filter(
      ({ aggregateId }) => aggregateId === id,
    );
    expect(uploaded).toMatchObject({ actor: 'reader', impersonatedBy: 'admin' });

    const edit = {
      translation_version: '0',
      content: JSON.stringify({
        items: [{ id: 'x', type: 'text', content: 'changed by the administrator' }],
      }),
    };
    const edited = await post(`document/page/${pageId}/update/`, acting, edit);
    expect([edited.status, await edited.text()]).toEqual([200, expect.any(String)]);
    expect(await rows('suggestions').findOne({ documentId: id })).toMatchObject({
      authorId: 'reader',
      impersonatedBy: 'admin',
      appliedBy: 'reader',
      appliedImpersonatedBy: 'admin',
    });
    const [published] = await eventsOf('documents.page.edited');
    expect(published).toMatchObject({ actor: 'reader', impersonatedBy: 'admin' });

    expect((await post(`document/user/document/${key}/publish/`, acting)).status).toBe(200);
    expect(await rows('documents').findOne({ key })).toMatchObject({ publishedBy: 'admin' });
  });

  it('is reported to the security log; what the reader does is not', async () => {
    const { key } = await translatedDocument(reader);
    expect((await post(`document/user/document/${key}/publish/`, acting)).status).toBe(200);
    const reports = async () =>
      (await eventsOf('documents.request.audited'))
        .map(({ data }) => data as Record<string, unknown>)
        .filter(({ path }) => String(path).includes(key));
    const [report, ...more] = await waitFor('the report', async () => {
      const found = await reports();
      return found.length > 0 && found;
    });
    expect(report).toEqual({
      action: 'loginas.acted',
      userId: 'reader',
      sessionId: 'session-of-admin',
      impersonatedBy: 'admin',
      ip: '203.0.113.5',
      method: 'POST',
      path: `/api/document/user/document/${key}/publish/`,
    });
    expect(more).toEqual([]);
    expect(await rows('documents').findOne({ key })).toMatchObject({ uploadedBy: 'reader' });
  });
});

describe('downloads of originals', () => {
  it('are reported once, not for each part', async () => {
    const { key } = await translatedDocument(reader);
    const path = `document/original/${key}/`;
    for (const range of ['bytes=0-3', 'bytes=4-7'])
      expect((await library.call(path, reader, { headers: { range } })).status).toBe(206);
    await waitFor('the report', async () =>
      (await eventsOf('documents.request.audited')).some(
        ({ data }) => (data as { action: string }).action === 'original.downloaded',
      ),
    );
    const all = (await eventsOf('documents.request.audited')).filter(
      ({ data }) => (data as { action: string }).action === 'original.downloaded',
    );
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({ data: { userId: 'reader', impersonatedBy: null } });
  });
});
