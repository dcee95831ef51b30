import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ContentItem } from '@hamkhan/contracts/content';
import { MetadataResponse, PagesResponse } from '@hamkhan/contracts/http/documents';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { identityHeader, startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { waitFor } from '@hamkhan/testing/wait-for';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { DEFAULT_PREVIEW } from '../../src/features/access/access.domain.js';
import { documentsService } from '../../src/service-options.js';
import { LibraryBuilder, text, type Caller, type Uploaded } from './support/library-builder.js';

jest.setTimeout(30_000);

const PNG = Buffer.from('\x89PNG\r\n\x1a\n picture', 'latin1');
const IMAGE = `${createHash('sha256').update(PNG).digest('hex')}.png`;
const PAGES = 15;
const OWNER = { userId: 'owner' };
const OTHER = { userId: 'other' };
const STAFF = { userId: 'staff', isStaff: true };
const SUBSCRIBER = { userId: 'subscriber', hasActiveSubscription: true };
const OVER_LIMIT = { userId: 'owner', overSessionLimit: true };

let stack: TestStack;
let service: TestService;
let probe: KafkaProbe;
let library: LibraryBuilder;
/** `own` is private; the others are published in the catalogue; `blocked` belongs to the owner. */
let own: Uploaded, paid: Uploaded, free: Uploaded, blocked: Uploaded;

/** Pages 1 and 12 show an image; all others are text. */
const itemsOf =
  (documentId: string) =>
  (page: number): ContentItem[] => [
    text(`page ${page} has its own words`),
    ...(page === 1 || page === 12
      ? [
          {
            id: 'f',
            type: 'figure' as const,
            content: '',
            src: `images/${documentId}/${page === 1 ? IMAGE : OTHER_IMAGE}`,
          },
        ]
      : []),
  ];
const OTHER_IMAGE = `${'0'.repeat(64)}.png`;

beforeAll(async () => {
  stack = await TestStack.create();
  service = await startTestService(stack, documentsService);
  probe = new KafkaProbe(stack);
  library = new LibraryBuilder(service, probe);
  const documents = service.app
    .get<Connection>(getConnectionToken())
    .collection<{ _id: string }>('documents');
  const make = async (facts: Record<string, unknown>): Promise<Uploaded> => {
    const document = await library.upload('owner');
    await probe.publish(library.inspected(document.id, PAGES));
    for (let page = 0; page < PAGES; page += 1) {
      await probe.publish(...library.pageEvents(document.id, page, itemsOf(document.id)(page)));
    }
    await service.app.get(ObjectStore).putBytes(`images/${document.id}/${IMAGE}`, PNG, 'image/png');
    await service.app.get(ObjectStore).putBytes(`images/${document.id}/${OTHER_IMAGE}`, PNG, 'image/png');
    await library.settled('owner', document.id, { status: 'translated' });
    await documents.updateOne({ _id: document.id }, { $set: facts });
    return document;
  };
  const catalogue = { visibility: 'catalogue', published: true };
  [own, paid, free, blocked] = [
    await make({}),
    await make({ ...catalogue, accessType: 'paid', price: 90_000 }),
    await make({ ...catalogue, accessType: 'free' }),
    await make({ status: 'blocked' }),
  ];
}, 90_000);

afterAll(async () => {
  await probe.close();
  await service.stop();
  await stack.drop();
}, 60_000);

const pages = (
  name: string,
  caller: Caller,
  query = '',
  headers: Record<string, string> = {},
): Promise<Response> => library.call(`document/pages/${name}/${query}`, caller, { headers });
const metadata = async (name: string, caller: Caller, query = ''): Promise<MetadataResponse> =>
  MetadataResponse.parse(await library.json(`document/metadata/${name}/${query}`, caller));
const numbersOf = async (response: Response): Promise<number[]> =>
  PagesResponse.parse(await response.json()).pages.map((page) => page.page_number);
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

describe('access to documents (G05, G75, C10)', () => {
  it.each<[string, () => Uploaded, Caller, string | null, number[]]>([
    ['private, owner', () => own, OWNER, 'owner', range(0, 14)],
    ['private, staff', () => own, STAFF, 'staff', range(0, 14)],
    ['private, another user', () => own, OTHER, null, []],
    ['private, a subscriber', () => own, SUBSCRIBER, null, []],
    ['private, a guest', () => own, null, null, []],
    ['paid, a guest', () => paid, null, 'none', range(0, 10)],
    ['paid, another user', () => paid, OTHER, 'none', range(0, 10)],
    ['paid, a subscriber', () => paid, SUBSCRIBER, 'subscription', range(0, 14)],
    ['free, a guest', () => free, null, 'free', range(0, 14)],
    ['blocked, its owner', () => blocked, OWNER, null, []],
    ['blocked, staff', () => blocked, STAFF, 'staff', range(0, 14)],
  ])('%s', async (_, which, caller, reason, expected) => {
    const { id, key } = which();
    for (const name of [id, key]) {
      const response = await pages(name, caller);
      const about = await library.call(`document/metadata/${name}/`, caller);
      expect([response.status, about.status]).toEqual(reason === null ? [404, 404] : [200, 200]);
      if (reason === null) continue;
      expect(await numbersOf(response)).toEqual(expected);
      const { metadata: facts, purchased } = MetadataResponse.parse(await about.json());
      expect(facts.access).toEqual({ full: reason !== 'none', reason });
      expect([purchased, facts.purchased]).toEqual([reason !== 'none', reason !== 'none']);
    }
  });

  it('responds exactly the same for a private document and a missing one', async () => {
    const answerFor = async (path: string) => {
      const response = await library.call(path, OTHER);
      const { 'x-correlation-id': _, date: __, ...headers } = Object.fromEntries(response.headers);
      return { status: response.status, headers, body: await response.text() };
    };
    const none = 'NoSuchKey23';
    for (const path of [
      (name: string) => `document/pages/${name}/`,
      (name: string) => `document/metadata/${name}/?with_page=1`,
      (name: string) => `document/image/${name}/${IMAGE}`,
      (name: string) => `document/events/?document=${name}`,
    ]) {
      const missing = await answerFor(path(none));
      expect(missing.status).toBe(404);
      expect(await answerFor(path(own.key))).toEqual(missing);
      expect(await answerFor(path(own.id))).toEqual(missing);
    }
  });

  it("rejects a session beyond the third, even for the user's own documents (C06)", async () => {
    for (const path of [`document/pages/${own.key}/`, `document/metadata/${own.key}/`, `document/events/`]) {
      const response = await library.call(path, OVER_LIMIT);
      expect([path, response.status]).toEqual([path, 403]);
      expect(await response.json()).toMatchObject({
        status: 'session_limit_error',
        code: 'AUTH.SESSION_LIMIT',
      });
    }
  });

  it('returns the pages of a preview, and an error outside it', async () => {
    expect(await numbersOf(await pages(paid.key, null, '?page=2&per_page=8'))).toEqual([8, 9, 10]);
    const outside = await pages(paid.key, null, '?page=3&per_page=8', { 'accept-language': 'en' });
    expect(outside.status).toBe(403);
    expect(await outside.json()).toMatchObject({
      status: 'error',
      code: 'DOCUMENTS.PREVIEW_ONLY',
      preview_info: { ...DEFAULT_PREVIEW, total_pages: PAGES },
    });
    const locked = await metadata(paid.key, OTHER, '?with_page=1&page=11');
    expect(locked).toMatchObject({
      current_page: null,
      current_page_loaded: false,
      preview_info: { ...DEFAULT_PREVIEW, total_pages: PAGES },
    });
    const open = await metadata(paid.key, OTHER, '?with_page=1&page=9');
    expect(open.current_page?.page_number).toBe(9);
    expect(open.current_page_loaded).toBe(true);
  });
});

describe('delivering pages', () => {
  it('returns metadata with the requested page, clamped to existing pages [RDR-READER-31]', async () => {
    const answer = await metadata(own.key, OWNER, '?with_page=1&page=3');
    expect(answer.metadata).toMatchObject({
      key: own.key,
      id: own.id,
      title: 'A title',
      authors: 'An Author, Another',
      year: 1905,
      total_pages: PAGES,
      user: 'owner',
      status: 'translated',
      translated_level2_pages: PAGES,
      tags_list: [],
    });
    expect(answer.current_page?.content?.items[0]).toMatchObject({ content: 'page 3 has its own words' });
    expect(answer.preview_info).toBeUndefined();
    expect((await metadata(own.key, OWNER, '?with_page=1&page=999')).current_page?.page_number).toBe(
      PAGES - 1,
    );
    expect((await metadata(own.key, OWNER)).current_page).toBeNull();
  });

  it('returns chunks in order with pagination', async () => {
    const response = await pages(own.key, OWNER, '?page=2&per_page=10');
    const { pages: found, pagination } = PagesResponse.parse(await response.json());
    expect(found.map((page) => page.page_number)).toEqual(range(10, 14));
    expect(pagination).toEqual({ page: 2, per_page: 10, total_items: PAGES });
    expect(found[0]?.translated_content_level2?.items[0]).toMatchObject({
      content: expect.stringContaining('سطح 2'),
    });
    expect(await numbersOf(await pages(own.key, OWNER, '?page=3&per_page=10'))).toEqual([]);
    for (const query of ['?page=0', '?per_page=101', '?page=x']) {
      expect([query, (await pages(own.key, OWNER, query)).status]).toEqual([query, 400]);
    }
  });

  it('returns 200 with the status and no pages for a pending document (C01)', async () => {
    const { key } = await library.upload('owner');
    expect((await metadata(key, OWNER, '?with_page=1')).metadata.status).toBe('pending');
    expect(await numbersOf(await pages(key, OWNER))).toEqual([]);
  });

  it('sends the same text compressed and plain, each with its own strong ETag', async () => {
    const raw = (encoding: string) =>
      new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
        const request = httpRequest(
          `${service.url}/api/document/pages/${own.key}/`,
          { headers: { ...identityHeader(OWNER), 'accept-encoding': encoding } },
          (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
          },
        );
        request.on('error', reject).end();
      });
    const gzip = await raw('br, gzip');
    const plain = await raw('identity');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(plain.headers.etag).toMatch(/^"[\w-]+"$/);
    expect(gzip.headers.etag).toMatch(/^"[\w.-]+"$/);
    expect(gzip.headers.etag).not.toBe(plain.headers.etag);
    expect(gzip.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: expect.stringContaining('Accept-Encoding'),
    });
  });

  it('returns 304 for a known ETag only after authorisation', async () => {
    for (const path of [
      `document/pages/${own.key}/?page=1&per_page=1`,
      `document/metadata/${own.key}/?with_page=1`,
    ]) {
      const tag = (await library.call(path, OWNER)).headers.get('etag') ?? '';
      const again = (caller: Caller, known: string) =>
        library.call(path, caller, { headers: { 'if-none-match': known } }).then(({ status }) => status);
      expect(await again(OWNER, tag)).toBe(304);
      expect(await again(OWNER, `"other", ${tag}`)).toBe(304);
      expect(await again(OWNER, '"other"')).toBe(200);
      expect(await again(OTHER, tag)).toBe(404);
      expect(await again(null, '*')).toBe(404);
    }
    const preview = (await pages(paid.key, null)).headers.get('etag');
    expect((await pages(paid.key, SUBSCRIBER)).headers.get('etag')).not.toBe(preview);
  });

  it('delivers a changed page at once, with a new ETag', async () => {
    const { id, key } = await library.translated('owner', 2);
    const before = await pages(key, OWNER);
    const changed = probe.event(
      'pipeline.page.translated',
      { documentId: id, pageNumber: 1, level: 2, content: { items: [text('a better translation')] } },
      9,
    );
    await probe.publish(changed);
    const tag = before.headers.get('etag') ?? '';
    const after = await waitFor('a new ETag', async () => {
      const response = await pages(key, OWNER, '', { 'if-none-match': tag });
      return response.status === 200 && response;
    });
    expect(after.headers.get('etag')).not.toBe(tag);
    expect(await after.text()).toContain('a better translation');
  });
});

describe('images (C35)', () => {
  const imageOf = async (document: Uploaded, caller: Caller, page = 1): Promise<string> => {
    const answer = await metadata(document.key, caller, `?with_page=1&page=${page}`);
    const figure = answer.current_page?.content?.items.find((item) => item.type === 'figure');
    return figure?.type === 'figure' ? figure.src.replace(/^\/api\//, '') : '';
  };

  it('are served from their address in the page, without a token', async () => {
    const address = await imageOf(own, OWNER);
    expect(address).toMatch(new RegExp(`^document/image/${own.key}/${IMAGE}/\\?e=\\d+&s=[\\w-]{43}$`));
    const response = await library.call(address, null);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(PNG)).toBe(true);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    const known = { headers: { 'if-none-match': response.headers.get('etag') ?? '' } };
    expect((await library.call(address, null, known)).status).toBe(304);
    const forged = address.replace(/s=.{4}/, 's=AAAA');
    expect((await library.call(forged, null, known)).status).toBe(404);
  });

  it('have the same address in all responses of a signature window', async () => {
    expect(await imageOf(own, OWNER)).toBe(await imageOf(own, STAFF));
  });

  it('are rejected with a signature of another image or document', async () => {
    const query = (await imageOf(own, OWNER)).split('?')[1] ?? '';
    for (const path of [
      `document/image/${own.key}/${OTHER_IMAGE}?${query}`,
      `document/image/${blocked.key}/${IMAGE}?${query}`,
      `document/image/${own.key}/${IMAGE}?${query.replace(/e=\d+/, 'e=4102444800')}`,
      `document/image/${own.key}/..%2f..%2foriginals?${query}`,
    ]) {
      expect([path, (await library.call(path, null)).status]).toEqual([path, 404]);
    }
  });

  it('follow the access rule of their page for requests with a token', async () => {
    const first = `document/image/${paid.key}/${IMAGE}`;
    const beyondPreview = `document/image/${paid.key}/${OTHER_IMAGE}`;
    expect((await library.call(first, OTHER)).status).toBe(200);
    expect((await library.call(beyondPreview, OTHER)).status).toBe(403);
    expect((await library.call(beyondPreview, SUBSCRIBER)).status).toBe(200);
    expect((await library.call(`document/image/${paid.key}/${'f'.repeat(64)}.png`, STAFF)).status).toBe(404);
  });

  it('are not served once their document is blocked', async () => {
    const query = (await imageOf(blocked, STAFF)).split('?')[1] ?? '';
    expect((await library.call(`document/image/${blocked.key}/${IMAGE}?${query}`, null)).status).toBe(404);
  });
});

describe('reader positions', () => {
  it("publishes a reader's position, but not for prefetched pages or finished documents", async () => {
    const { id, key } = await library.upload('owner');
    await probe.publish(library.inspected(id, 150));
    await library.settled('owner', id, { status: 'inprogress' });
    await pages(key, OWNER, '?page=2&per_page=50');
    await pages(own.key, OWNER, '?page=4&per_page=1');
    await metadata(key, OWNER, '?with_page=1&page=41');
    await metadata(key, OWNER, '?with_page=1&page=42');
    await pages(key, OWNER, '?page=44&per_page=1');
    await pages(key, OTHER, '?page=99&per_page=1');
    const messages = await probe.read('documents.reader.v1', (all) => all.length >= 2);
    expect(messages.map(({ event }) => event?.data)).toEqual([
      { documentId: id, pageNumber: 41 },
      { documentId: id, pageNumber: 43 },
    ]);
  });
});
