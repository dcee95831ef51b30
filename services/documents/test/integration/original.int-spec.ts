import { randomBytes } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { pipeline, Transform, type Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { MetadataResponse, UploadResponse } from '@hamkhan/contracts/http/documents';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { identityHeader, startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { waitFor } from '@hamkhan/testing/wait-for';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { documentsService } from '../../src/service-options.js';
import { LibraryBuilder, type Caller, type Uploaded } from './support/library-builder.js';

jest.setTimeout(120_000);

const MIB = 1024 * 1024;
const PDF = Buffer.concat([Buffer.from('%PDF-1.7 '), randomBytes(5_000)]);
const LARGE_BYTES = 64 * MIB;
const OWNER = { userId: 'owner' };
const OTHER = { userId: 'other' };
const STAFF = { userId: 'staff', isStaff: true };
const SUBSCRIBER = { userId: 'subscriber', hasActiveSubscription: true };

let stack: TestStack;
let service: TestService;
let probe: KafkaProbe;
let library: LibraryBuilder;
/** `own` is private; the others are published in the catalogue; `blocked` belongs to the owner. */
let own: Uploaded, paid: Uploaded, free: Uploaded, blocked: Uploaded;

const upload = async (bytes: Buffer, fileName: string): Promise<Uploaded> => {
  const form = new FormData();
  form.append('language', 'en');
  form.append('file', new Blob([new Uint8Array(bytes)]), fileName);
  return UploadResponse.parse(await library.json('document/upload/', OWNER, { method: 'POST', body: form }));
};
const change = async ({ id }: Uploaded, facts: Record<string, unknown>): Promise<void> => {
  const documents = service.app
    .get<Connection>(getConnectionToken())
    .collection<{ _id: string }>('documents');
  await documents.updateOne({ _id: id }, { $set: facts });
};

beforeAll(async () => {
  stack = await TestStack.create();
  service = await startTestService(stack, documentsService);
  probe = new KafkaProbe(stack);
  library = new LibraryBuilder(service, probe);
  const make = async (bytes: Buffer, facts: Record<string, unknown>): Promise<Uploaded> => {
    const document = await upload(bytes, 'The Lighthouse.pdf');
    await change(document, facts);
    return document;
  };
  const another = () => Buffer.concat([PDF, randomBytes(10)]);
  const catalogue = { visibility: 'catalogue', published: true, totalPages: 15 };
  [own, paid, free, blocked] = [
    await make(PDF, {}),
    await make(another(), { ...catalogue, accessType: 'paid', price: 90_000 }),
    await make(another(), { ...catalogue, accessType: 'free' }),
    await make(another(), { status: 'blocked' }),
  ];
}, 120_000);

afterEach(() => void jest.restoreAllMocks());

afterAll(async () => {
  await probe.close();
  await service.stop();
  await stack.drop();
}, 180_000);

const original = (
  { key }: Pick<Uploaded, 'key'>,
  caller: Caller,
  headers: Record<string, string> = {},
): Promise<Response> => library.call(`document/original/${key}/`, caller, { headers });
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

describe('downloading the original file (G39)', () => {
  it('returns the uploaded bytes as an attachment named by the title', async () => {
    const response = await original(own, OWNER);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(PDF.length),
      'content-disposition': `attachment; filename="The Lighthouse.pdf"; filename*=UTF-8''The%20Lighthouse.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
    });
    expect((await bytesOf(response)).equals(PDF)).toBe(true);
    expect((await bytesOf(await original({ key: own.id }, OWNER))).equals(PDF)).toBe(true);
  });

  it.each<[string, Buffer, string]>([
    [
      'a.djvu',
      Buffer.concat([Buffer.from('AT&TFORM\0\0\x10\0DJVM', 'latin1'), randomBytes(99)]),
      'image/vnd.djvu',
    ],
    [
      'a.epub',
      Buffer.concat([
        Buffer.from('PK\x03\x04', 'latin1'),
        Buffer.alloc(22),
        Buffer.from([8, 0, 0, 0]),
        Buffer.from('mimetypeapplication/epub+zip'),
        randomBytes(99),
      ]),
      'application/epub+zip',
    ],
  ])('has the media type and extension of its format: %s', async (name, bytes, type) => {
    const response = await original(await upload(bytes, name), OWNER);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect(response.headers.get('content-disposition')).toContain(`filename="${name}"`);
    expect((await bytesOf(response)).equals(bytes)).toBe(true);
  });

  it('has a safe single-line file name for any title', async () => {
    const document = await upload(Buffer.concat([PDF, randomBytes(9)]), 'a.pdf');
    await change(document, { title: `\u202e"فانوس\r\nset-cookie: a=1;\u0000 ../${'دریا '.repeat(500)}` });
    const response = await original(document, OWNER);
    expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null]);
    const [, name = ''] =
      /^attachment; filename="document\.pdf"; filename\*=UTF-8''([\w.%-]+)$/.exec(
        response.headers.get('content-disposition') ?? '',
      ) ?? [];
    expect(decodeURIComponent(name)).toMatch(/^فانوس set-cookie a=1; \.\. (دریا )+[دریا]+\.pdf$/);
  });

  it.each<[string, number, string | null, number, number]>([
    ['bytes=0-99', 206, 'bytes 0-99/5009', 0, 100],
    ['bytes=4900-', 206, 'bytes 4900-5008/5009', 4_900, 5_009],
    ['bytes=-10', 206, 'bytes 4999-5008/5009', 4_999, 5_009],
    ['bytes=0-9,20-29', 200, null, 0, 5_009],
  ])('serves byte ranges, to resume a download: %s', async (range, status, contentRange, from, to) => {
    const response = await original(own, OWNER, { range });
    expect([response.status, response.headers.get('content-range')]).toEqual([status, contentRange]);
    expect((await bytesOf(response)).equals(PDF.subarray(from, to))).toBe(true);
  });

  it('returns the size for an unsatisfiable range', async () => {
    const response = await original(own, OWNER, { range: 'bytes=5009-' });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */5009']);
  });
});

describe('access to the original file (G05, G39)', () => {
  it.each<[string, () => Uploaded, Caller, number]>([
    ['private, owner', () => own, OWNER, 200],
    ['private, staff', () => own, STAFF, 200],
    ['private, another user', () => own, OTHER, 404],
    ['private, a subscriber', () => own, SUBSCRIBER, 404],
    ['private, a guest', () => own, null, 401],
    ['paid, another user', () => paid, OTHER, 403],
    ['paid, a subscriber', () => paid, SUBSCRIBER, 200],
    ['paid, a guest', () => paid, null, 401],
    ['free, another user', () => free, OTHER, 200],
    ['free, a guest', () => free, null, 401],
    ['blocked, its owner', () => blocked, OWNER, 404],
    ['blocked, staff', () => blocked, STAFF, 200],
    ['a session beyond the third', () => own, { ...OWNER, overSessionLimit: true }, 403],
  ])('%s', async (_, document, caller, status) => {
    const asked: Record<string, string>[] = [{}, { range: 'bytes=0-3' }, { 'if-none-match': '*' }];
    for (const headers of asked) {
      const response = await original(document(), caller, headers);
      expect(response.status).toBe(status === 200 && 'range' in headers ? 206 : status);
      const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
      expect(text.startsWith('%PDF')).toBe(status === 200);
      expect(response.headers.has('content-disposition')).toBe(status === 200);
    }
  });

  it('is linked in the metadata for permitted readers only', async () => {
    const addressFor = async ({ key }: Uploaded, caller: Caller) =>
      MetadataResponse.parse(await library.json(`document/metadata/${key}/`, caller)).metadata.source_file;
    const address = ({ key }: Uploaded) => `/api/document/original/${key}/`;
    expect(await addressFor(own, OWNER)).toBe(address(own));
    expect(await addressFor(own, STAFF)).toBe(address(own));
    expect(await addressFor(paid, SUBSCRIBER)).toBe(address(paid));
    expect(await addressFor(paid, OTHER)).toBeNull();
    expect(await addressFor(paid, null)).toBeNull();
    expect(await addressFor(free, OTHER)).toBe(address(free));
    expect(await addressFor(free, null)).toBeNull();
  });

  it('responds the same for a private document, a missing one and a lost file', async () => {
    const answerFor = async (key: string, caller: Caller) => {
      const response = await original({ key }, caller);
      const { 'x-correlation-id': _, date: __, ...headers } = Object.fromEntries(response.headers);
      return { status: response.status, headers, body: await response.text() };
    };
    const missing = await answerFor('NoSuchKey23', OTHER);
    expect(missing.status).toBe(404);
    expect(await answerFor(own.key, OTHER)).toEqual(missing);
    expect(await answerFor(own.id, OTHER)).toEqual(missing);
    expect(await answerFor('../../x', OTHER)).toMatchObject({ status: 404 });
    const lost = await upload(Buffer.concat([PDF, randomBytes(8)]), 'lost.pdf');
    await change(lost, { objectKey: 'originals/none' });
    expect(await answerFor(lost.key, OWNER)).toEqual(missing);
  });
});

describe('a large file', () => {
  let large: Uploaded;

  beforeAll(async () => {
    large = await upload(
      Buffer.concat([Buffer.from('%PDF-1.7 '), Buffer.alloc(LARGE_BYTES - 9, 'x')]),
      'l.pdf',
    );
  }, 120_000);

  /** Bytes read from the store, and the stream they are read from. */
  const watched = (): { taken: number; source: Readable | null } => {
    const seen: { taken: number; source: Readable | null } = { taken: 0, source: null };
    const store = service.app.get(ObjectStore);
    const getPart = store.getPart.bind(store);
    jest.spyOn(store, 'getPart').mockImplementation(async (...part) => {
      const source = await getPart(...part);
      seen.source = source;
      const counter = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          seen.taken += chunk.length;
          done(null, chunk);
        },
      });
      return pipeline(source, counter, () => undefined);
    });
    return seen;
  };
  /** The response, with an unread body. */
  const begun = (): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const request = httpRequest(
        `${service.url}/api/document/original/${large.key}/`,
        { headers: identityHeader(OWNER) },
        resolve,
      );
      request.on('error', reject).end();
    });

  it('is read from the store no faster than the client reads, and arrives complete', async () => {
    const seen = watched();
    const response = await begun();
    expect(response.headers['content-length']).toBe(String(LARGE_BYTES));
    expect(seen.taken).toBeLessThan(LARGE_BYTES / 2);
    let received = 0;
    let farthest = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      received += chunk.length;
      farthest = Math.max(farthest, seen.taken - received);
    }
    expect([received, seen.taken]).toEqual([LARGE_BYTES, LARGE_BYTES]);
    expect(farthest).toBeLessThan(LARGE_BYTES / 2);
  });

  it('stops reading from the store when the client disconnects', async () => {
    const seen = watched();
    const response = await begun();
    response.on('error', () => undefined).destroy();
    await waitFor('the stream from the store to be closed', () => seen.source?.destroyed === true, 60_000);
    expect(seen.taken).toBeLessThan(LARGE_BYTES);
    expect((await original(own, OWNER)).status).toBe(200);
  });
});
