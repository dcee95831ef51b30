import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EventType } from '@hamkhan/contracts/events/registry';
import { MetadataResponse, type ReaderPage } from '@hamkhan/contracts/http/documents';
import type { SpeechFailure } from '@hamkhan/contracts/statuses';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import { KafkaProbe, type ReadMessage } from '@hamkhan/testing/kafka-probe';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { waitFor } from '@hamkhan/testing/wait-for';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { documentsService } from '../../src/service-options.js';
import { LibraryBuilder, type Caller, type Uploaded } from './support/library-builder.js';

jest.setTimeout(30_000);

const MP3 = randomBytes(5_000);
const NAME = `${createHash('sha256').update(MP3).digest('hex')}.mp3`;
const LATER = `${'0'.repeat(64)}.mp3`;
const ITEMS = [
  { id: 'h', type: 'heading' as const, level: 1, content: 'عنوان', start: 0, end: 1 },
  { id: 'a', type: 'content' as const, content: 'متن.', start: 1.5, end: 4 },
];
const OWNER = { userId: 'owner' };
const OTHER = { userId: 'other' };
const STAFF = { userId: 'staff', isStaff: true };
/** Page 1 is inside the preview of `paid`, page 12 is not. */
const PAGES = 13;
const SPOKEN = [
  [1, NAME],
  [12, LATER],
] as const;

let stack: TestStack;
let service: TestService;
let probe: KafkaProbe;
let library: LibraryBuilder;
let own: Uploaded, paid: Uploaded;

beforeAll(async () => {
  stack = await TestStack.create();
  service = await startTestService(stack, documentsService);
  probe = new KafkaProbe(stack);
  library = new LibraryBuilder(service, probe);
  const make = async (facts: Record<string, unknown>): Promise<Uploaded> => {
    const document = await library.translated('owner', PAGES);
    for (const [page, name] of SPOKEN) {
      const key = `audio/${document.id}/${name}`;
      await service.app.get(ObjectStore).putBytes(key, MP3, 'audio/mpeg');
      await speak(document, page, 6, 'success', key);
    }
    await waitFor('the audio', async () => (await pageOf(document, 12, OWNER)).tts_audio_url);
    await service.app
      .get<Connection>(getConnectionToken())
      .collection<{ _id: string }>('documents')
      .updateOne({ _id: document.id }, { $set: facts });
    return document;
  };
  own = await make({});
  paid = await make({ visibility: 'catalogue', published: true, accessType: 'paid', price: 90_000 });
}, 90_000);

afterAll(async () => {
  await probe.close();
  await service.stop();
  await stack.drop();
}, 60_000);

async function speak(
  document: Uploaded,
  pageNumber: number,
  version: number,
  status: 'inprogress' | 'success' | 'failed',
  key?: string,
  failure?: SpeechFailure,
): Promise<void> {
  const audio = key === undefined ? null : { key, seconds: 4.5, items: ITEMS };
  const data = { documentId: document.id, pageNumber, status, audio, ...(failure ? { failure } : {}) };
  await probe.publish(probe.event('pipeline.page.speech-changed', data, version));
}
const pageOf = async (document: Uploaded, page: number, caller: Caller): Promise<ReaderPage> => {
  const answer = await library.json(`document/metadata/${document.key}/?with_page=1&page=${page}`, caller);
  const { current_page: found } = MetadataResponse.parse(answer);
  if (!found) throw new Error(`no page ${page}`);
  return found;
};
const audioOf = async (document: Uploaded, page = 1, caller: Caller = OWNER): Promise<string> =>
  (await pageOf(document, page, caller)).tts_audio_url?.replace(/^\/api\//, '') ?? '';
const post = async (path: string, caller: Caller): Promise<[number, unknown]> => {
  const response = await library.call(path, caller, { method: 'POST' });
  return [response.status, ((await response.json()) as { code?: string }).code];
};

/** Published events of a type. */
const requested = async (type: EventType): Promise<unknown> => {
  const isIt = ({ event }: ReadMessage) => event?.type === type;
  return (await probe.read('documents.document.v1', (all) => all.some(isIt))).find(isIt)?.event?.data;
};

describe('the audio of a page', () => {
  it('is returned with the page: address, status and spoken items [RDR-READER-36]', async () => {
    const page = await pageOf(own, 1, OWNER);
    expect(page.tts_audio_status).toBe('success');
    expect(page.tts_text).toEqual({ items: ITEMS });
    expect(page.tts_audio_url).toMatch(
      new RegExp(`^/api/document/audio/${own.key}/${NAME}/\\?e=\\d+&s=[\\w-]{43}$`),
    );
    const silent = await pageOf(own, 0, OWNER);
    expect([silent.tts_audio_url, silent.tts_audio_status, silent.tts_text]).toEqual([null, null, null]);
  });

  it('is served from its address without a token', async () => {
    const response = await library.call(await audioOf(own), null);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(MP3)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': '5000',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
    const known = { headers: { 'if-none-match': response.headers.get('etag') ?? '' } };
    expect((await library.call(await audioOf(own), null, known)).status).toBe(304);
  });

  it.each<[string, number, string | null, number, number]>([
    ['bytes=0-99', 206, 'bytes 0-99/5000', 0, 100],
    ['bytes=4900-', 206, 'bytes 4900-4999/5000', 4_900, 5_000],
    ['bytes=-10', 206, 'bytes 4990-4999/5000', 4_990, 5_000],
    ['bytes=0-99,200-299', 200, null, 0, 5_000],
  ])('is served in byte ranges: %s', async (range, status, contentRange, from, to) => {
    const response = await library.call(await audioOf(own), null, { headers: { range } });
    expect([response.status, response.headers.get('content-range')]).toEqual([status, contentRange]);
    expect(Buffer.from(await response.arrayBuffer()).equals(MP3.subarray(from, to))).toBe(true);
  });

  it('returns the size for an unsatisfiable range', async () => {
    const response = await library.call(await audioOf(own), null, { headers: { range: 'bytes=5000-' } });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */5000']);
  });

  it('follows the access rule of its page', async () => {
    const first = `document/audio/${paid.key}/${NAME}`;
    const beyondPreview = `document/audio/${paid.key}/${LATER}`;
    const statusOf = async (path: string, caller: Caller) => (await library.call(path, caller)).status;
    expect(await statusOf(first, OTHER)).toBe(200);
    expect(await statusOf(beyondPreview, OTHER)).toBe(403);
    expect(await statusOf(beyondPreview, null)).toBe(403);
    expect(await statusOf(beyondPreview, STAFF)).toBe(200);
    expect(await statusOf(`document/audio/${own.key}/${NAME}`, OTHER)).toBe(404);
    const query = (await audioOf(own)).split('?')[1] ?? '';
    expect(await statusOf(`document/audio/${own.key}/${LATER}?${query}`, null)).toBe(404);
    expect(await statusOf(`document/audio/${own.key}/..%2f..%2foriginals?${query}`, OWNER)).toBe(404);
  });
});

describe('reprocessing requests', () => {
  const path = async (document: Uploaded, page: number, what = 'reprocess-tts') =>
    `document/page/${(await pageOf(document, page, OWNER)).id}/${what}/`;

  it('publishes a speech request and keeps the old audio until the new one arrives [RDR-READER-67]', async () => {
    const address = await path(own, 1);
    expect(await post(address, OWNER)).toEqual([200, undefined]);
    const busy = await pageOf(own, 1, OWNER);
    expect([busy.tts_audio_status, busy.tts_audio_url]).toEqual([
      'inprogress',
      expect.stringContaining(NAME),
    ]);
    expect(await requested('documents.page.speech-requested')).toEqual({
      documentId: own.id,
      pageNumber: 1,
    });
    expect(await post(address, OWNER)).toEqual([409, 'COMMON.CONFLICT']);
    await speak(own, 1, 7, 'failed', undefined, 'engine_off');
    const failed = await waitFor('the failure', async () => {
      const page = await pageOf(own, 1, OWNER);
      return page.tts_failure === 'engine_off' && page;
    });
    expect([failed.tts_audio_status, failed.tts_audio_url]).toEqual([
      'success',
      expect.stringContaining(NAME),
    ]);
    expect(await post(address, OWNER)).toEqual([200, undefined]);
    expect((await pageOf(own, 1, OWNER)).tts_failure).toBeUndefined();
  });

  it('allows only the owner, and only pages with audio [RDR-READER-26]', async () => {
    const address = await path(own, 12);
    expect(await post(address, null)).toEqual([401, 'AUTH.LOGIN_REQUIRED']);
    expect(await post(address, OTHER)).toEqual([404, 'DOCUMENTS.NOT_FOUND']);
    expect(await post(address, STAFF)).toEqual([403, 'COMMON.FORBIDDEN']);
    expect(await post(await path(paid, 12), OTHER)).toEqual([403, 'COMMON.FORBIDDEN']);
    expect(await post(await path(own, 0), OWNER)).toEqual([400, 'DOCUMENTS.NO_AUDIO']);
    expect(await post(`document/page/${'0'.repeat(24)}/reprocess-tts/`, OWNER)).toEqual([
      404,
      'DOCUMENTS.NOT_FOUND',
    ]);
  });

  it('publishes a reprocess request and keeps the old text until then [RDR-READER-66]', async () => {
    const address = await path(own, 2, 'reprocess');
    expect(await post(address, OTHER)).toEqual([404, 'DOCUMENTS.NOT_FOUND']);
    expect(await post(await path(paid, 2, 'reprocess'), OTHER)).toEqual([403, 'COMMON.FORBIDDEN']);
    expect(await post(address, STAFF)).toEqual([403, 'COMMON.FORBIDDEN']);
    const before = await pageOf(own, 2, OWNER);
    expect(await post(address, OWNER)).toEqual([200, undefined]);
    const waiting = await pageOf(own, 2, OWNER);
    expect([waiting.status, waiting.content]).toEqual(['reparse', before.content]);
    expect(await requested('documents.page.reprocess-requested')).toEqual({
      documentId: own.id,
      pageNumber: 2,
    });
    expect(await post(address, OWNER)).toEqual([409, 'COMMON.CONFLICT']);
    const [started, converted, ...rest] = library.pageEvents(own.id, 2).map((event) => ({
      ...event,
      aggregateVersion: event.aggregateVersion + 10,
    }));
    if (!started || !converted) throw new Error('no story');
    await probe.publish(started, converted, ...rest);
    await library.settled('owner', own.id, { status: 'translated' });
    await waitFor('the page', async () => (await pageOf(own, 2, OWNER)).status === 'success');
  });
});
