import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { DocumentRequestsResponse, MetadataResponse } from '@hamkhan/contracts/http/documents';
import { DOCUMENT_STATUSES } from '@hamkhan/contracts/statuses';
import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { documentsService } from '../../src/service-options.js';
import { LibraryBuilder, type Uploaded } from './support/library-builder.js';

jest.setTimeout(30_000);

let stack: TestStack;
let service: TestService;
let probe: KafkaProbe;
let library: LibraryBuilder;
const made: Record<string, Uploaded> = {};

/** The owner's documents by name: number of pages and title in the file. */
const DOCUMENTS: [fileName: string, totalPages: number, title: string | null][] = [
  ['zebra.pdf', 41, 'زبان و اندیشه'],
  ['article.pdf', 40, 'Ångström units'],
  ['کتاب‌های_كهن.pdf', 300, null],
  ['short.pdf', 1, 'ب ۱۲'],
];

beforeAll(async () => {
  stack = await TestStack.create();
  service = await startTestService(stack, documentsService);
  probe = new KafkaProbe(stack);
  library = new LibraryBuilder(service, probe);
  for (const [fileName, totalPages, title] of DOCUMENTS) {
    const document = await library.upload('owner', fileName);
    made[fileName] = document;
    await probe.publish(library.inspected(document.id, totalPages, title));
    await library.settled('owner', document.id, { total_pages: totalPages });
  }
  made['waiting.pdf'] = await library.upload('owner', 'waiting.pdf');
  made['foreign.pdf'] = await library.upload('other', 'foreign.pdf');
}, 90_000);

afterAll(async () => {
  await probe.close();
  await service.stop();
  await stack.drop();
}, 60_000);

const names = async (query: string, userId = 'owner'): Promise<string[]> =>
  (await library.list(userId, query)).documents.map((document) => document.source_filename);

describe('the library list', () => {
  it('counts documents and pages [ACC-LIBRARY-19]', async () => {
    const list = await library.list('owner', '?per_page=10&page=1');
    expect(list).toMatchObject({ total_documents: 5, total_pages: 1, current_page: 1 });
    const far = await library.list('owner', '?page=9');
    expect(far).toMatchObject({ documents: [], total_documents: 5, current_page: 9 });
    expect(await library.list('nobody')).toEqual({
      documents: [],
      total_documents: 0,
      total_pages: 0,
      current_page: 1,
    });
  });

  it("returns only the caller's documents, and requires a user [ACC-LIBRARY-29]", async () => {
    expect(await names('', 'other')).toEqual(['foreign.pdf']);
    expect(await names('')).not.toContain('foreign.pdf');
    expect((await library.call('document/user/document/list/', null)).status).toBe(401);
  });

  it('returns statuses in the library and the reader, newest documents first [ACC-STATUS-01] [RDR-STATUS-01]', async () => {
    const { documents } = await library.list('owner');
    expect(documents.map((document) => document.source_filename)).toEqual([
      'waiting.pdf',
      'short.pdf',
      'کتاب‌های_كهن.pdf',
      'article.pdf',
      'zebra.pdf',
    ]);
    expect(DOCUMENT_STATUSES).toHaveLength(9);
    for (const { key, status } of documents) {
      expect(DOCUMENT_STATUSES).toContain(status);
      const { metadata } = await library.json<MetadataResponse>(`document/metadata/${key}/`, {
        userId: 'owner',
      });
      expect(metadata.status).toBe(status);
    }
  });

  it('separates books from articles at 40 pages [ACC-LIBRARY-18]', async () => {
    expect((await names('?type=books')).toSorted()).toEqual(['zebra.pdf', 'کتاب‌های_كهن.pdf'].toSorted());
    expect((await names('?type=articles')).toSorted()).toEqual(['article.pdf', 'short.pdf', 'waiting.pdf']);
  });

  it.each([
    ['کتابهای', 'کتاب‌های_كهن.pdf'],
    ['كتاب هاي کهن', 'کتاب‌های_كهن.pdf'],
    ['انديشه', 'zebra.pdf'],
    ['angstrom', 'article.pdf'],
    ['ب 12', 'short.pdf'],
    ['WAITING', 'waiting.pdf'],
  ])('finds %s [ACC-LIBRARY-18]', async (search, expected) => {
    expect(await names(`?search=${encodeURIComponent(search)}`)).toEqual([expected]);
  });

  it('treats a regular expression as literal text', async () => {
    expect(await names(`?search=${encodeURIComponent('.*')}`)).toEqual([]);
    expect(
      (await library.call(`document/user/document/list/?search[$ne]=x`, { userId: 'owner' })).status,
    ).toBe(200);
  });

  it('sorts by each column in both directions, and by the default for an unknown one [ACC-LIBRARY-18]', async () => {
    const byPages = ['waiting.pdf', 'short.pdf', 'article.pdf', 'zebra.pdf', 'کتاب‌های_كهن.pdf'];
    expect(await names('?sort_by=total_pages&sort_order=asc')).toEqual(byPages);
    expect(await names('?sort_by=total_pages&sort_order=desc')).toEqual(byPages.toReversed());
    expect((await names('?sort_by=status&sort_order=desc'))[0]).toBe('waiting.pdf');
    expect((await names('?sort_by=title&sort_order=asc'))[0]).toBe('article.pdf');
    expect(await names('?sort_by=nonsense')).toEqual(await names(''));
  });

  it('accepts only the page sizes of the menu [ACC-LIBRARY-17]', async () => {
    for (const size of [10, 25, 50, 100]) expect(await names(`?per_page=${size}`)).toHaveLength(5);
    const response = await library.call('document/user/document/list/?per_page=7', { userId: 'owner' });
    expect(response.status).toBe(400);
  });

  it('lists the documents that wait in the queue [ACC-LIBRARY-21]', async () => {
    const queue = (query = '') =>
      library.json<DocumentRequestsResponse>(`untranslated/document-requests/${query}`, { userId: 'owner' });
    const { id, key } = made['waiting.pdf'] ?? { id: '', key: '' };
    expect(await queue()).toEqual({
      status: 'success',
      requests: [{ id, key, title: 'waiting', status: 'pending' }],
    });
    expect((await queue('?search=zebra')).requests).toEqual([]);
  });
});
