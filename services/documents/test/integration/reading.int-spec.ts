import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ContentItem } from '@hamkhan/contracts/content';
import { MetadataResponse } from '@hamkhan/contracts/http/documents';
import {
  ContentsResponse,
  FindResponse,
  type FindResult,
  type ReadingState,
  type TocEntry,
} from '@hamkhan/contracts/http/reader';
import { DocumentStatus } from '@hamkhan/contracts/statuses';
import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { DEFAULT_PREVIEW } from '../../src/features/access/access.domain.js';
import { documentsService } from '../../src/service-options.js';
import { LibraryBuilder, type Caller, type Uploaded } from './support/library-builder.js';

jest.setTimeout(30_000);

const PAGES = 14;
const OWNER = { userId: 'owner' };
const OTHER = { userId: 'other' };
const OVER_LIMIT = { userId: 'owner', overSessionLimit: true };

let stack: TestStack;
let service: TestService;
let probe: KafkaProbe;
let library: LibraryBuilder;
/** `own` is private; the others are in the catalogue. */
let own: Uploaded, paid: Uploaded, free: Uploaded;

const itemsOf = (page: number): ContentItem[] => [
  { id: `h${page}`, type: 'heading', content: `**Part** ${page}`, level: page === 0 ? 1 : 2 },
  { id: `t${page}`, type: 'text', content: `canary${page} sings on *page* ${page}, and canary${page} again` },
  { id: `a${page}`, type: 'abandon', content: `running canary head` },
];
const connection = (): Connection => service.app.get<Connection>(getConnectionToken());
const make = async (facts: Record<string, unknown>): Promise<Uploaded> => {
  const document = await library.translated('owner', PAGES, itemsOf);
  await connection()
    .collection<{ _id: string }>('documents')
    .updateOne({ _id: document.id }, { $set: facts });
  return document;
};

beforeAll(async () => {
  stack = await TestStack.create();
  service = await startTestService(stack, documentsService);
  probe = new KafkaProbe(stack);
  library = new LibraryBuilder(service, probe);
  const catalogue = { visibility: 'catalogue', published: true };
  own = await make({});
  paid = await make({ ...catalogue, accessType: 'paid', price: 90_000 });
  free = await make({ ...catalogue, accessType: 'free' });
}, 120_000);

afterAll(async () => {
  await probe.close();
  await service.stop();
  await stack.drop();
}, 60_000);

const contents = async (name: string, caller: Caller): Promise<TocEntry[]> =>
  ContentsResponse.parse(await library.json(`document/contents/${name}/`, caller)).entries;
const find = async (name: string, caller: Caller, q: string, more = ''): Promise<FindResult[]> =>
  FindResponse.parse(await library.json(`document/find/${name}/?q=${encodeURIComponent(q)}${more}`, caller))
    .results;
const metadata = async (name: string, caller: Caller, query = ''): Promise<MetadataResponse> =>
  MetadataResponse.parse(await library.json(`document/metadata/${name}/${query}`, caller));
const post = (path: string, caller: Caller, body: Record<string, unknown>): Promise<Response> =>
  library.call(path, caller, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const shown = (at: number, part: Partial<ReadingState> = {}): ReadingState => ({
  page_number: at,
  layout: 'single',
  texts: 'one',
  translated: true,
  version: 2,
  ...part,
});

describe('the table of contents', () => {
  it('returns the headings of the pages in both languages [RDR-TOC-10] [RDR-TOC-14]', async () => {
    const entries = await contents(own.key, OWNER);
    expect(entries).toHaveLength(PAGES);
    expect(entries[1]).toEqual({
      title: 'سطح 2: Part 1',
      origin_title: 'Part 1',
      level: 2,
      pageNumber: 2,
      headingId: 'heading-2-part-1',
    });
    expect(await contents(own.id, OWNER)).toEqual(entries);
  });

  it('follows a page that is reprocessed', async () => {
    const document = await library.translated('owner', 1, itemsOf);
    const items: ContentItem[] = [{ id: 'n', type: 'heading', content: 'Another', level: 3 }];
    const at = { documentId: document.id, pageNumber: 0 };
    await probe.publish(
      probe.event(
        'pipeline.page.converted',
        { ...at, content: { items, page_info: { page_type: 'text' } } },
        9,
      ),
    );
    await library.settled('owner', document.id, { translated_level2_pages: 0 });
    expect((await contents(document.key, OWNER)).map((one) => one.title)).toEqual(['Another']);
    expect(await find(document.key, OWNER, 'canary')).toEqual([]);
    expect(await find(document.key, OWNER, 'another')).toHaveLength(1);
  });

  it('is limited to the preview, and hidden with the document', async () => {
    expect((await contents(paid.key, OTHER)).map((one) => one.pageNumber)).toEqual(
      Array.from({ length: 11 }, (_, page) => page + 1),
    );
    expect((await contents(paid.key, null)).at(-1)?.pageNumber).toBe(11);
    for (const caller of [OTHER, null]) {
      expect((await library.call(`document/contents/${own.key}/`, caller)).status).toBe(404);
    }
    expect((await library.call(`document/contents/${own.key}/`, OVER_LIMIT)).status).toBe(403);
  });
});

describe('searching in a document', () => {
  it('returns position and version of each match [RDR-SEARCHDOC-03]', async () => {
    const results = await find(own.key, OWNER, 'CANARY3');
    expect(results.map((one) => [one.isTranslated, one.matchIndex])).toEqual([
      [false, 0],
      [false, 1],
      [true, 0],
      [true, 1],
    ]);
    const [first] = results;
    expect(first).toMatchObject({
      pageNumber: 4,
      itemType: 'text',
      headingId: 'heading-4-part-3',
      item_id: 't3',
      snippet: 'canary3 sings on page 3, and canary3 again',
    });
    expect(first?.snippet.slice(...(first.snippet_match ?? [0, 0]))).toBe('canary3');
  });

  it('finds spelling variants of Persian words, and nothing in hidden items', async () => {
    expect((await find(own.key, OWNER, 'سَطح ۲')).length).toBe(2 * PAGES);
    expect(await find(own.key, OWNER, 'running')).toEqual([]);
    expect(await find(own.key, OWNER, 'ca')).toEqual([]);
    expect(
      (await find(own.key, OWNER, 'سطح', '&version=1')).every((one) => one.snippet.includes('سطح 1')),
    ).toBe(true);
  });

  it('finds only matches inside the preview', async () => {
    for (const caller of [OTHER, null]) {
      const pages = (await find(paid.key, caller, 'canary')).map((one) => one.pageNumber);
      expect(Math.max(...pages)).toBe(11);
      expect(await find(paid.key, caller, 'canary12')).toEqual([]);
    }
    expect((await find(paid.key, OWNER, 'canary12')).length).toBe(4);
  });

  it('rejects hidden documents and invalid queries', async () => {
    for (const caller of [OTHER, null]) {
      expect((await library.call(`document/find/${own.key}/?q=canary`, caller)).status).toBe(404);
    }
    expect((await library.call(`document/find/${own.key}/?q=`, OWNER)).status).toBe(400);
    expect((await library.call(`document/find/${own.key}/?q=${'x'.repeat(201)}`, OWNER)).status).toBe(400);
    expect((await library.call(`document/find/${own.key}/?q=canary&version=3`, OWNER)).status).toBe(400);
    expect((await find(own.key, OWNER, '.*(c')).length).toBe(0);
  });
});

describe('the response for readers', () => {
  const rows = async (name: string, caller: Caller): Promise<Record<string, unknown>[]> =>
    (await library.json<{ pages: Record<string, unknown>[] }>(`document/pages/${name}/`, caller)).pages;

  it('has title, price, status and progress of the document [RDR-READER-29] [RDR-READER-30]', async () => {
    const { metadata: facts } = await library.json<{ metadata: Record<string, unknown> }>(
      `document/metadata/${paid.key}/`,
      OTHER,
    );
    for (const key of [
      ...['key', 'id', 'title', 'subtitle', 'original_title', 'original_subtitle', 'summary'],
      ...['original_summary', 'authors', 'year', 'total_pages', 'price', 'access_type', 'published'],
      ...['purchased', 'status', 'preview_pages', 'translated_level2_pages', 'cover', 'cover_thumbnail'],
    ]) {
      expect([key, key in facts]).toEqual([key, true]);
    }
    expect(facts).toMatchObject({ access_type: 'paid', price: 90_000, purchased: false, published: true });
  });

  it('has a preview of pages 0 to 10 by default [RDR-READER-20]', async () => {
    const { metadata: facts } = await metadata(paid.key, OTHER);
    expect(facts.preview_pages).toEqual({ from: 0, to: 10 });
    expect((await rows(paid.key, OTHER)).map((page) => page['page_number'])).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    const outside = await library.call(`document/pages/${paid.key}/?page=12&per_page=1`, OTHER);
    expect(outside.status).toBe(403);
    expect(await outside.json()).toMatchObject({ preview_info: { from: 0, to: 10 } });
  });

  it('has three texts of items on each page [RDR-READER-33] [RDR-READER-34] [RDR-READER-35] [RDR-READER-38]', async () => {
    const pages = await rows(own.key, OWNER);
    expect(pages).toHaveLength(PAGES);
    expect(pages[0]?.['page_number']).toBe(0);
    for (const page of pages) {
      for (const key of ['id', 'page_number', 'status', 'translation_status', 'image']) {
        expect(page).toHaveProperty(key);
      }
      expect(page).toHaveProperty('content.page_info.page_type');
      for (const text of ['content', 'translated_content', 'translated_content_level2']) {
        const { items } = page[text] as { items: Record<string, unknown>[] };
        expect(items).toHaveLength(3);
        for (const item of items)
          expect(Object.keys(item)).toEqual(expect.arrayContaining(['id', 'type', 'content']));
      }
    }
  });

  it('has the requested page with metadata and status [RDR-READER-47] [RDR-STATUS-01]', async () => {
    const answer = await library.json<Record<string, unknown>>(
      `document/metadata/${own.key}/?with_page=1&page=3`,
      OWNER,
    );
    expect(answer).toMatchObject({ current_page_loaded: true, purchased: true });
    expect(answer['current_page']).toMatchObject({ page_number: 3, status: 'success' });
    expect(Date.parse(String(answer['modified_date']))).toBeGreaterThan(0);
    expect(DocumentStatus.options).toEqual([
      ...['pending', 'inprogress', 'converted', 'translated', 'published'],
      ...['failed', 'skipped', 'canceled', 'blocked'],
    ]);
    const facts = answer['metadata'] as Record<string, unknown>;
    expect(facts['status']).toBe('translated');
    const without = await library.json<Record<string, unknown>>(`document/metadata/${own.key}/`, OWNER);
    expect(without).toMatchObject({ current_page_loaded: false, current_page: null });
    const outside = await library.json<Record<string, unknown>>(
      `document/metadata/${paid.key}/?with_page=1&page=12`,
      OTHER,
    );
    expect(outside).toMatchObject({
      current_page_loaded: false,
      current_page: null,
      purchased: false,
      preview_info: { ...DEFAULT_PREVIEW, total_pages: PAGES },
    });
  });

  it('has a list of questions on each page [RDR-READER-37]', async () => {
    for (const page of await rows(own.key, OWNER))
      expect(Array.isArray((page['questions'] as { questions: unknown }).questions)).toBe(true);
  });

  it('gives full access to a published paid document only during a subscription [RDR-READER-83]', async () => {
    expect(await rows(paid.key, { userId: 'reader', hasActiveSubscription: true })).toHaveLength(PAGES);
    expect(await rows(paid.key, { userId: 'reader', hasActiveSubscription: false })).toHaveLength(11);
  });
});

describe('opening a document (G29, C30)', () => {
  const views = (id: string) => connection().collection('document_views').countDocuments({ documentId: id });

  it('counts one visit per user and day, and per address of guests', async () => {
    const document = await make({ visibility: 'catalogue', accessType: 'free' });
    for (const caller of [OTHER, OTHER, null, null]) await metadata(document.key, caller, '?add=1');
    expect(await views(document.id)).toBe(2);
    await library.call(`document/metadata/${document.key}/?add=1`, null, {
      headers: { 'x-forwarded-for': '203.0.113.7' },
    });
    expect(await views(document.id)).toBe(3);
    await metadata(document.key, { userId: 'third' });
    expect(await views(document.id)).toBe(3);
    const rows = await connection().collection('document_views').find().toArray();
    expect(JSON.stringify(rows)).not.toContain('203.0.113.7');
  });

  it('adds a document with full access to the library once, and no preview', async () => {
    const reader = { userId: 'collector' };
    await metadata(free.key, reader, '?add=1');
    const answer = await metadata(free.key, reader, '?add=1');
    expect(answer.metadata.shelf_id).not.toBeNull();
    await metadata(paid.key, reader, '?add=1');
    expect((await library.list('collector')).documents.map((one) => one.id)).toEqual([free.id]);
    expect((await metadata(free.key, { userId: 'passer' })).metadata.shelf_id).toBeNull();
  });
});

describe('the reading position', () => {
  it('is shared between devices, with the reader settings [RDR-READER-58]', async () => {
    const state = shown(7, { layout: 'continuous', texts: 'columns', version: 1 });
    expect((await metadata(own.key, OWNER, '?with_page=1&resume=1')).reading).toBeNull();
    expect((await post(`document/reading/${own.key}/`, OWNER, state)).status).toBe(200);
    const answer = await metadata(own.key, OWNER, '?with_page=1&resume=1');
    expect(answer.reading).toEqual(state);
    expect(answer.current_page?.page_number).toBe(7);
    expect((await metadata(own.key, OWNER, '?with_page=1')).current_page?.page_number).toBe(0);
    expect((await metadata(free.key, OWNER)).reading).toBeNull();
  });

  it('belongs to the user, on permitted pages', async () => {
    expect((await post(`document/reading/${paid.key}/`, OTHER, shown(10))).status).toBe(200);
    expect((await post(`document/reading/${paid.key}/`, OTHER, shown(11))).status).toBe(403);
    expect((await post(`document/reading/${own.key}/`, OTHER, shown(0))).status).toBe(404);
    expect((await post(`document/reading/${free.key}/`, null, shown(0))).status).toBe(401);
    expect((await post(`document/reading/${free.key}/`, OTHER, { page_number: 1 })).status).toBe(400);
    expect((await post(`document/reading/${free.key}/`, OTHER, { ...shown(1), more: 1 })).status).toBe(400);
    expect((await metadata(paid.key, { userId: 'nobody' })).reading).toBeNull();
    expect((await metadata(paid.key, null)).reading).toBeNull();
  });
});

describe('reporting a page', () => {
  const report = (caller: Caller, part: Record<string, unknown> = {}) =>
    post('document/report/', caller, {
      document_id: own.key,
      page_id: 'p',
      page_number: 2,
      content_type: 'content',
      content_id: 't2',
      issue_type: 'translation_error',
      description: 'the second sentence is missing',
      ...part,
    });
  const rows = (filter: object) => connection().collection('reports').find(filter).sort({ _id: 1 }).toArray();

  it('stores the seven fields, once a day per issue type [RDR-READER-63] [RDR-READER-64]', async () => {
    expect((await report(OWNER)).status).toBe(200);
    expect((await report(OWNER)).status).toBe(200);
    expect((await report(OWNER, { issue_type: 'other' })).status).toBe(200);
    const kept = await rows({ documentId: own.id });
    expect(kept).toHaveLength(2);
    expect(kept[0]).toMatchObject({
      userId: 'owner',
      pageId: 'p',
      pageNumber: 2,
      contentType: 'content',
      contentId: 't2',
      issueType: 'translation_error',
      description: 'the second sentence is missing',
    });
  });

  it('rejects an unknown issue type, a guest, a hidden document and a page outside the preview [RDR-READER-63]', async () => {
    expect((await report(OWNER, { issue_type: undefined })).status).toBe(400);
    expect((await report(OWNER, { issue_type: 'bad' })).status).toBe(400);
    expect((await report(OWNER, { description: 'x'.repeat(2001) })).status).toBe(400);
    expect((await report(null)).status).toBe(401);
    expect((await report(OTHER)).status).toBe(404);
    expect((await report(OTHER, { document_id: paid.key, page_number: 12 })).status).toBe(403);
    expect((await report(OTHER, { document_id: paid.key, page_number: 3 })).status).toBe(200);
  });
});
