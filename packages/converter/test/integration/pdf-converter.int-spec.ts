import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PageContent, type ContentItem } from '@hamkhan/contracts/content';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import { languagesWithFonts } from '@hamkhan/testing/fixtures/fixture-fonts';
import { knownText } from '@hamkhan/testing/fixtures/fixture-text';
import {
  makeEmptyFile,
  makeEncryptedPdf,
  makeHugeImagePdf,
  makeImagePdf,
  makePngNamedPdf,
  makeTruncatedPdf,
  makeWhiteScanPdf,
  type ImageFilter,
} from '@hamkhan/testing/fixtures/make-broken-pdf';
import { makeScannedPdf } from '@hamkhan/testing/fixtures/make-scanned-pdf';
import { makeTextPdf } from '@hamkhan/testing/fixtures/make-text-pdf';
import type { ExtractedPage, FailedPage, PageRange } from '../../src/converter.js';
import { isFailedPage } from '../../src/converter.js';
import { SandboxConverter } from '../../src/sandbox/sandbox-converter.js';

const TIMEOUT_MS = 120_000;

/** End to end: sandbox process, poppler and tesseract; the output is compared with the text of the fixture. */
describe('PdfConverter in the sandbox', () => {
  const converter = new SandboxConverter({
    limits: { maxPages: 40, maxPixels: 50_000_000, maxInflatedBytes: 1024 * 1024 * 1024 },
    ocr: { engine: 'auto', dataDir: process.env['TESSDATA_DIR'] ?? '/usr/share/tesseract-ocr/5/tessdata' },
    memoryMb: 1024,
    inspectMs: 25_000,
    pageMs: 60_000,
  });
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pdf-converter-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const jobFor = async (
    content: Buffer,
    language: SourceLanguage = 'en',
    signal = new AbortController().signal,
  ) => {
    const file = join(folder, `${Math.random().toString(36).slice(2)}.pdf`);
    await writeFile(file, content);
    return { file, kind: 'pdf' as const, language, isAwaited: false, signal };
  };
  const collect = async (
    content: Buffer,
    language: SourceLanguage,
    range: PageRange,
  ): Promise<ExtractedPage[]> => {
    const pages: ExtractedPage[] = [];
    for await (const page of converter.extract(await jobFor(content, language), range)) {
      if (isFailedPage(page)) throw page.error;
      pages.push(page);
    }
    return pages;
  };
  const contents = (items: readonly ContentItem[], type: ContentItem['type']): string[] =>
    items.filter((item) => item.type === type).map((item) => item.content);

  it.each(languagesWithFonts())(
    'reads a born-digital document in %s: heading, paragraphs, list, table, figure, note, columns',
    async (language) => {
      const known = knownText(language);
      const pages = await collect(await makeTextPdf({ language, pages: 3 }), language, { from: 0, to: 2 });
      expect(pages.map((page) => page.pageNumber)).toEqual([0, 1, 2]);
      for (const page of pages) expect(() => PageContent.parse(page.content)).not.toThrow();
      const [first = [], second = [], third = []] = pages.map((page) => page.content.items);

      expect(contents(first, 'heading')).toEqual([known.title]);
      expect(contents(first, 'text')).toEqual(known.paragraphs.slice(0, 2));
      expect(first.find((item) => item.type === 'list')).toMatchObject({
        list_type: 'unordered',
        'list-items': known.list.map((content) => ({ content })),
      });
      expect(contents(first, 'abandon')).toEqual([known.runningHead, '1']);

      const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
      const [head = [], ...body] = known.table;
      expect(contents(second, 'heading')).toEqual([known.section]);
      expect(contents(second, 'table')).toEqual([
        [row(head), '| --- | --- | --- |', ...body.map(row)].join('\n'),
      ]);
      expect(contents(second, 'table_caption')).toEqual([known.tableCaption]);
      expect(contents(second, 'figure_caption')).toEqual([known.figureCaption]);
      expect(contents(second, 'text')).toEqual([known.footnote]);
      const figure = second.find((item) => item.type === 'figure');
      expect(pages[1]?.images.map((image) => image.name)).toEqual([figure?.src]);
      expect(pages[1]?.images[0]?.bytes.subarray(8, 12)).toEqual(new Uint8Array(Buffer.from('WEBP')));

      expect(contents(third, 'text')).toEqual([known.paragraphs[2], known.paragraphs[0]]);
    },
    TIMEOUT_MS,
  );

  it(
    'inspects a document: title, table of contents and a sample of its text',
    async () => {
      const known = knownText('en');
      const inspection = await converter.inspect(await jobFor(await makeTextPdf({ pages: 3 })));
      expect(inspection).toMatchObject({ kind: 'pdf', totalPages: 3, title: known.title });
      expect(inspection.outline).toEqual([
        { title: known.title, level: 1, page: 0 },
        { title: known.section, level: 1, page: 1 },
      ]);
      expect(inspection.sample).toContain('lighthouse');
    },
    TIMEOUT_MS,
  );

  it(
    'returns the same content of a page in any range',
    async () => {
      const content = await makeTextPdf({ pages: 6 });
      const whole = await collect(content, 'en', { from: 0, to: 5 });
      const [alone] = await collect(content, 'en', { from: 4, to: 4 });
      expect(alone?.content).toEqual(whole[4]?.content);
    },
    TIMEOUT_MS,
  );

  it(
    'recognises a scanned page, with the confidence of what it read',
    async () => {
      const known = knownText('en');
      const [page] = await collect(await makeScannedPdf({ pages: 1 }), 'en', { from: 0, to: 0 });
      expect(page?.content.page_info.page_type).toBe('ocr');
      expect(page?.content.page_info.confidence).toBeGreaterThan(0.8);
      const items = page?.content.items ?? [];
      expect(contents(items, 'heading')).toEqual([known.title]);
      expect(contents(items, 'text')).toEqual(known.paragraphs.slice(0, 2));
      expect(items.find((item) => item.type === 'text')?.confidence).toBeGreaterThan(0.8);
    },
    TIMEOUT_MS,
  );

  const reasonOf = async (content: Buffer): Promise<unknown> => {
    const job = await jobFor(content);
    const started = Date.now();
    try {
      await converter.inspect(job);
      const pages: (ExtractedPage | FailedPage)[] = [];
      for await (const page of converter.extract(job, { from: 0, to: 0 })) pages.push(page);
      const [page] = pages;
      return page && isFailedPage(page) && 'reason' in page.error ? page.error.reason : 'none';
    } catch (error) {
      return error instanceof Error && 'reason' in error ? error.reason : error;
    } finally {
      expect(Date.now() - started).toBeLessThan(30_000);
    }
  };

  it(
    'rejects a broken or hostile file with its reason within 30 seconds',
    async () => {
      expect(await reasonOf(makeEmptyFile())).toBe('empty');
      expect(await reasonOf(makePngNamedPdf().content)).toBe('wrong_type');
      expect(await reasonOf(await makeEncryptedPdf())).toBe('encrypted');
      expect(await reasonOf(await makeTruncatedPdf())).toBe('damaged');
      expect(await reasonOf(await makeTextPdf({ pages: 41 }))).toBe('too_many_pages');
      expect(['none', 'page_too_large', 'out_of_memory']).toContain(await reasonOf(makeHugeImagePdf()));
    },
    TIMEOUT_MS,
  );

  it.each<[string, ImageFilter, Buffer]>([
    ['is noise', 'jpeg', Buffer.alloc(5_000, 'noise')],
    ['is empty', 'jpeg', Buffer.alloc(0)],
    ['is JPEG 2000 without a header', 'jpeg2000', Buffer.alloc(5_000, 'noise')],
    ['is JBIG2 without a page', 'jbig2', Buffer.alloc(5_000, 'noise')],
    ['can’t be inflated', 'flate', Buffer.alloc(5_000, 'noise')],
    ['has a filter that there is not', 'unknown', Buffer.alloc(10)],
  ])(
    'fails a page whose picture %s, because it would be blank',
    async (_, filter, image) => {
      expect(await reasonOf(makeImagePdf(filter, image))).toBe('picture_damaged');
    },
    TIMEOUT_MS,
  );

  it(
    'takes the scan of an empty sheet for a blank page',
    async () => {
      const [page] = await collect(makeWhiteScanPdf(), 'en', { from: 0, to: 0 });
      expect(page?.content).toMatchObject({ items: [], page_info: { page_type: 'blank' } });
    },
    TIMEOUT_MS,
  );

  it(
    'stops when the signal is aborted',
    async () => {
      const abort = new AbortController();
      const job = await jobFor(await makeTextPdf({ pages: 30 }), 'en', abort.signal);
      const reason = new Error('cancelled');
      const read = async (): Promise<number> => {
        let count = 0;
        for await (const page of converter.extract(job, { from: 0, to: 29 })) {
          count += page.pageNumber >= 0 ? 1 : 0;
          abort.abort(reason);
        }
        return count;
      };
      await expect(read()).rejects.toBe(reason);
    },
    TIMEOUT_MS,
  );
});
