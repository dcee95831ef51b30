import '../../../test/web-globals.js';
import {
  MAX_PAGES_PER_CHUNK,
  type PageChangedEvent,
  type PagesResponse,
  type ReaderPage,
} from '@hamkhan/contracts/http/documents';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { emptyPage, paragraph, readerPage } from '../../../test/reader-document.js';
import { ApiError } from '../../../shared/api/api-error.js';
import { DocumentPages } from './document-pages.js';

let server: ReaderPage[];
let asked: string[];
let refuse: (query: string) => ApiError | null;

const load = async ({ page, per_page: size }: { page: number; per_page: number }): Promise<PagesResponse> => {
  const query = `${page}/${size}`;
  asked.push(query);
  await Promise.resolve();
  const error = refuse(query);
  if (error) throw error;
  return {
    pages: server.slice((page - 1) * size, page * size),
    pagination: { page, per_page: size, total_items: server.length },
  };
};
const open = (total: number) => {
  server = Array.from({ length: total }, (_, number) => readerPage(number));
  const pages = new DocumentPages(load);
  pages.setSpan({ from: 0, to: total - 1 });
  return pages;
};
const news = (page: ReaderPage): PageChangedEvent => ({
  document_key: 'k',
  page_number: page.page_number,
  status: page.status,
  translation_status: page.translation_status,
  revision: page.revision,
});
const textOf = (pages: DocumentPages, number: number) =>
  pages.snapshot().pages.get(number)?.translated_content_level2?.items[0]?.content;
const settle = (ms = 20_000) => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  jest.useFakeTimers();
  asked = [];
  refuse = () => null;
});
afterEach(() => void jest.useRealTimers());

describe('DocumentPages', () => {
  it('loads pages in the background, neighbours first, then by the hundred, each once [RDR-READER-48] [RDR-READER-13]', async () => {
    const pages = open(230);
    pages.merge([readerPage(120)]);
    pages.setCurrent(120);
    const seen = new Set([pages.snapshot().pages.size]);
    pages.subscribe(() => seen.add(pages.snapshot().pages.size));
    void pages.loadMissing();
    await settle();
    expect(asked).toEqual(['13/10', '2/100', '1/100', '3/100']);
    expect([...seen]).toEqual([1, 10, 50, 100, 150, 200, 230]);
    expect(pages.snapshot()).toMatchObject({ expected: 230, loadingMissing: false, failed: false });
    void pages.loadMissing();
    await settle();
    expect(asked).toHaveLength(4);
  });

  it('fetches a hundred pages per call and merges fifty at a time, with pauses (G09) [RDR-READER-53]', async () => {
    const called: number[] = [];
    const taken: [number, number][] = [];
    server = Array.from({ length: 230 }, (_, number) => readerPage(number));
    const pages = new DocumentPages((query) => {
      called.push(Date.now());
      return load(query);
    });
    pages.setSpan({ from: 0, to: 229 });
    let before = 0;
    pages.subscribe(() => {
      const { size } = pages.snapshot().pages;
      if (size !== before) taken.push([Date.now(), size - before]);
      before = size;
    });
    void pages.loadMissing();
    await settle();
    expect(MAX_PAGES_PER_CHUNK).toBe(100);
    expect(asked.filter((query) => query.endsWith('/100'))).toEqual(['1/100', '2/100', '3/100']);
    expect(Math.max(...taken.map(([, count]) => count))).toBe(50);
    expect(before).toBe(230);
    const pauses = (times: readonly number[]) => times.slice(1).map((time, at) => time - (times[at] ?? 0));
    expect(Math.min(...pauses(taken.map(([time]) => time)))).toBeGreaterThanOrEqual(50);
    expect(Math.min(...pauses(called))).toBeGreaterThanOrEqual(100);
  });

  it('skips a chunk that failed [RDR-READER-52]', async () => {
    const pages = open(230);
    refuse = (query) => (query === '2/100' ? new ApiError('HTTP', { status: 500 }) : null);
    void pages.loadMissing();
    await settle();
    expect(pages.snapshot().pages.size).toBe(130);
    expect(pages.snapshot().failed).toBe(false);
    refuse = () => null;
    pages.setCurrent(150);
    await settle();
    expect(textOf(pages, 150)).toBe('نهایی 151');
  });

  it('reports a failure when every call fails', async () => {
    const pages = open(230);
    refuse = () => new ApiError('HTTP', { status: 500 });
    void pages.loadMissing();
    await settle();
    expect(pages.snapshot()).toMatchObject({ failed: true, loadingMissing: false });
  });

  it('stops loading after a refusal because of the preview [RDR-READER-49]', async () => {
    const pages = open(230);
    refuse = (query) =>
      query.endsWith('/100')
        ? new ApiError('HTTP', { status: 403, body: { preview_info: { from: 0, to: 10, total_pages: 230 } } })
        : null;
    void pages.loadMissing();
    await settle();
    expect(asked).toEqual(['1/10', '1/100']);
    void pages.loadMissing();
    await settle();
    expect(asked).toHaveLength(2);
    expect(pages.snapshot().failed).toBe(false);
  });

  it('fetches nothing outside the preview', async () => {
    const pages = open(60);
    pages.setSpan({ from: 0, to: 10 });
    pages.setCurrent(50);
    void pages.loadMissing();
    await settle();
    expect(asked).toEqual(['2/10', '1/100']);
    expect(pages.snapshot().expected).toBe(11);
  });

  it('fetches the page on screen if it is missing or not ready, and no other', async () => {
    const pages = open(30);
    pages.setCurrent(7);
    expect(pages.snapshot().loading.has(7)).toBe(true);
    await settle(100);
    expect(asked).toEqual(['8/1']);
    expect(pages.snapshot().loading.size).toBe(0);
    pages.setCurrent(7);
    await settle(100);
    expect(asked).toEqual(['8/1']);
    server[8] = emptyPage(8);
    pages.merge([emptyPage(8)]);
    await settle(5000);
    pages.setCurrent(8);
    await settle(100);
    expect(asked).toEqual(['8/1', '9/1']);
  });

  it('fetches a page again when its image addresses have expired', async () => {
    const pages = open(3);
    const figure = (expires: number): Partial<ReaderPage> => ({
      content: {
        items: [{ id: 'f', type: 'figure', content: '', src: `/a.png?e=${expires}&s=x` }],
        page_info: { page_type: 'text' },
      },
    });
    const soon = Math.floor(Date.now() / 1000) + 300;
    pages.merge([readerPage(1, figure(soon))]);
    pages.setCurrent(1);
    await settle(290_000);
    expect(asked).toEqual([]);
    server[1] = readerPage(1, figure(soon + 600));
    pages.setCurrent(1);
    await settle(100);
    expect(asked).toEqual(['2/1']);
    expect(pages.snapshot().pages.get(1)?.content?.items[0]).toMatchObject({
      src: `/a.png?e=${soon + 600}&s=x`,
    });
  });

  it('keeps the error of a page until it is loaded', async () => {
    const pages = open(3);
    refuse = () => new ApiError('CLIENT.NO_ANSWER');
    pages.setCurrent(2);
    await settle(100);
    expect(pages.snapshot().errors.get(2)?.code).toBe('CLIENT.NO_ANSWER');
    refuse = () => null;
    void pages.fetchPage(2);
    expect(pages.snapshot().errors.has(2)).toBe(false);
    await settle(100);
    expect(textOf(pages, 2)).toBe('نهایی 3');
    server = [];
    void pages.fetchPage(9);
    await settle(100);
    expect(pages.snapshot().errors.get(9)?.status).toBe(404);
  });

  it('never replaces a page by an older revision', () => {
    const pages = open(1);
    pages.merge([readerPage(0, { revision: 7 })]);
    pages.merge([emptyPage(0, { revision: 2 })]);
    expect(pages.snapshot().pages.get(0)?.revision).toBe(7);
  });

  it('shows a new status at once, and fetches the text: now for the page on screen, later for others', async () => {
    const pages = open(30);
    pages.merge(server.map((page) => emptyPage(page.page_number)));
    pages.setCurrent(4);
    await settle(100);
    asked = [];
    server[4] = readerPage(4, { revision: 9 });
    pages.applyPageChanged(news(server[4]));
    expect(pages.snapshot().pages.get(4)?.translation_status).toBe('translated');
    await settle(50);
    expect(asked).toEqual(['5/1']);
    expect(textOf(pages, 4)).toBe('نهایی 5');

    asked = [];
    for (const number of [11, 12, 27]) {
      server[number] = readerPage(number, { revision: 9 });
      pages.applyPageChanged(news(server[number]));
    }
    await settle(1000);
    expect(asked).toEqual([]);
    await settle(2000);
    expect(asked).toEqual(['2/10', '3/10']);
    expect(textOf(pages, 27)).toBe('نهایی 28');
  });

  it('ignores events that are old, repeated or out of order', async () => {
    const pages = open(3);
    pages.merge(server);
    for (const revision of [5, 3, 5]) pages.applyPageChanged({ ...news(server[1]!), revision });
    await settle();
    expect(asked).toEqual([]);
  });

  it('retries while the response is older than the event, up to a limit', async () => {
    const pages = open(3);
    pages.merge(server);
    pages.setCurrent(0);
    pages.applyPageChanged({ ...news(server[0]!), revision: 6 });
    await settle(500);
    server[0] = readerPage(0, {
      revision: 6,
      translated_content_level2: { items: [paragraph('تازه')] },
    });
    await settle(2000);
    expect(textOf(pages, 0)).toBe('تازه');
    asked = [];
    pages.applyPageChanged({ ...news(server[0]), revision: 99 });
    await settle(60_000);
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  it('fetches all pages again when events may have been missed', async () => {
    const pages = open(25);
    pages.merge(server);
    pages.setCurrent(12);
    server[24] = readerPage(24, { revision: 6, translated_content_level2: { items: [paragraph('تازه')] } });
    pages.refreshAll();
    await settle();
    expect(asked).toEqual(['2/10', '1/10', '3/10']);
    expect(textOf(pages, 24)).toBe('تازه');
  });

  it('stops with its screen, and continues when it is shown again', async () => {
    const pages = open(230);
    void pages.loadMissing();
    pages.setCurrent(5);
    pages.stop();
    const before = asked.length;
    await settle();
    expect(asked).toHaveLength(before);
    expect(pages.snapshot()).toMatchObject({ loadingMissing: false, loading: new Set() });
    pages.start();
    void pages.loadMissing();
    await settle();
    expect(pages.snapshot().pages.size).toBe(230);
  });
});
