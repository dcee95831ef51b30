import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { PageContent, type ContentItem } from '@hamkhan/contracts/content';
import type { ConversionReason } from '@hamkhan/contracts/conversion-reasons';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import { CorpusConverter } from '@hamkhan/testing/corpus-converter';
import { corpusFile, HAS_CORPUS } from '@hamkhan/testing/corpus-files';
import { ConversionError } from '../../src/conversion-error.js';
import type { ExtractedPage } from '../../src/converter.js';

const describeCorpus = HAS_CORPUS ? describe : describe.skip;
const TIMEOUT_MS = 300_000;

describeCorpus('PDF files of the corpus', () => {
  const converter = new CorpusConverter();
  const textOf = (items: readonly ContentItem[]): string =>
    items
      .flatMap((item) =>
        item.type === 'list' ? item['list-items'].map((entry) => entry.content) : [item.content],
      )
      .join('\n');
  const headings = (pages: readonly ExtractedPage[]): string[] =>
    pages.flatMap((page) =>
      page.content.items.flatMap((item) =>
        item.type === 'heading' ? [`${item.level} ${item.content}`] : [],
      ),
    );

  it(
    'reads keywords from the file',
    async () => {
      const { summary, tags } = await converter.inspect('pdf/de-book-geotopo-117p.pdf', 'de');
      expect({ summary, tags }).toEqual({ tags: ['Geometrie', 'Topologie'] });
      expect((await converter.inspect('pdf/en-article-2col-tracemonkey.pdf', 'en')).tags).toBeUndefined();
    },
    TIMEOUT_MS,
  );

  it.each<[string, SourceLanguage, number]>([
    ['pdf/ar-math-algebra-rtl.pdf', 'ar', 3],
    ['pdf/ar-report-rtl01-tagged.pdf', 'ar', 1],
    ['pdf/de-book-geotopo-117p.pdf', 'de', 117],
    ['pdf/en-article-2col-tracemonkey.pdf', 'en', 14],
    ['pdf/en-book-freeculture-352p.pdf', 'en', 352],
    ['pdf/en-manual-redp5110.pdf', 'en', 18],
    ['pdf/en-table-otsl-page9.pdf', 'en', 1],
    ['pdf/es-standard-asvs-tagged.pdf', 'es', 74],
    ['pdf/fr-book-algebre-math-246p.pdf', 'fr', 246],
    ['pdf/he-standard-asvs301.pdf', 'he', 29],
    ['pdf/pt-report-malaria-113p.pdf', 'pt', 113],
    ['pdf/ru-lecture-deeplearning-math.pdf', 'ru', 12],
    ['pdf/zh-standard-asvs-tagged.pdf', 'zh', 75],
  ])(
    '%s opens and its pages follow the content model, the same in any range',
    async (name, language, totalPages) => {
      expect(await converter.inspect(name, language)).toMatchObject({ kind: 'pdf', totalPages });
      const last = Math.min(totalPages, 24) - 1;
      const pages = await converter.pages(name, language, 0, last);
      expect(pages.map((page) => page.pageNumber)).toEqual(Array.from({ length: last + 1 }, (_, i) => i));
      for (const { content, images } of pages) {
        PageContent.parse(content);
        const ids = content.items.map((item) => item.id);
        expect(new Set(ids).size).toBe(ids.length);
        const named = content.items.flatMap((item) => ('src' in item && item.src ? [item.src] : []));
        expect(new Set(named)).toEqual(new Set(images.map((image) => image.name)));
      }
      const [again] = await converter.pages(name, language, Math.min(7, last), Math.min(7, last));
      expect(again?.content).toEqual(pages[Math.min(7, last)]?.content);
    },
    TIMEOUT_MS,
  );

  it(
    'reads two columns one after the other, joins paragraphs across columns, and keeps code',
    async () => {
      const [first, second, third] = await converter.pages('pdf/en-article-2col-tracemonkey.pdf', 'en', 0, 2);
      const text = textOf(first?.content.items ?? []);
      expect(text).toContain(
        'the de facto standard for client-side web programming and is used for the application logic',
      );
      expect(text).toContain('more difficult to compile than statically typed ones');
      expect(headings(first ? [first] : [])).toEqual([
        '1 Trace-based Just-in-Time Type Specialization for Dynamic Languages',
        '2 Abstract',
        '2 1. Introduction',
      ]);
      expect(second?.content.items.find((item) => item.type === 'figure')).toBeDefined();
      const code = third?.content.items.find((item) => item.type === 'code');
      expect(code?.content.split('\n')[0]).toMatch(/^v0 := ld state\[748\] +\/\/ load primes from/);
    },
    TIMEOUT_MS,
  );

  it(
    'reads a table of several header rows',
    async () => {
      const [page] = await converter.pages('pdf/en-table-otsl-page9.pdf', 'en', 0, 0);
      const rows = page?.content.items.find((item) => item.type === 'table')?.content.split('\n') ?? [];
      expect(rows).toContain('| 6 | 6 | OTSL | 0.965 | 0.934 | 0.955 | 0.88 | 2.73 |');
      expect(rows).toHaveLength(11);
    },
    TIMEOUT_MS,
  );

  it(
    'reads the tables of a tagged file cell by cell, empty ones included',
    async () => {
      const [page] = await converter.pages('pdf/es-standard-asvs-tagged.pdf', 'es', 16, 16);
      const rows = page?.content.items.find((item) => item.type === 'table')?.content.split('\n') ?? [];
      expect(rows[0]).toBe('| # | Descripción | L1 | L2 | L3 | CWE |');
      expect(rows[3]).toMatch(/^\| 1\.1\.2 \| Verifique el uso .* seguridad\. \| {2}\| ✓ \| ✓ \| 1053 \|$/);
      expect(rows).toHaveLength(5);
    },
    TIMEOUT_MS,
  );

  it(
    'reads right-to-left text in reading order, including Latin words and tables',
    async () => {
      const [report] = await converter.pages('pdf/ar-report-rtl01-tagged.pdf', 'ar', 0, 0);
      const truth = readFileSync(corpusFile('pdf/ar-report-rtl01-tagged.pdf.truth.md'), 'utf8');
      const title = /^#+ (.*)$/m.exec(truth)?.[1]?.trim();
      expect(headings(report ? [report] : [])).toEqual([`1 ${title ?? ''}`]);
      const [hebrew] = await converter.pages('pdf/he-standard-asvs301.pdf', 'he', 3, 3);
      const table = hebrew?.content.items.find((item) => item.type === 'table')?.content ?? '';
      expect(table.split('\n')[0]).toBe('| # | תיאור | 1 | 2 | 3 |');
    },
    TIMEOUT_MS,
  );

  it(
    'separates running heads and page numbers',
    async () => {
      const pages = await converter.pages('pdf/pt-report-malaria-113p.pdf', 'pt', 16, 19);
      const aside = pages.map((page) =>
        page.content.items.filter((item) => item.type === 'abandon').map((item) => item.content),
      );
      expect(aside).toEqual([['Introdução | 1'], ['2 | Introdução'], ['Introdução | 3'], ['4 | Introdução']]);
    },
    TIMEOUT_MS,
  );

  it.each<[string, SourceLanguage, number]>([
    ['scan/en-clean-linn.pdf', 'en', 0.9],
    ['scan/es-book-sioen-7p.pdf', 'es', 0.85],
    ['scan/fr-typescript-4p.pdf', 'fr', 0.8],
    ['scan/ar-page-1p.pdf', 'ar', 0.8],
  ])(
    '%s is recognised word by word',
    async (name, language, least) => {
      const [page] = await converter.pages(name, language, 0, 0);
      expect(page?.content.page_info.page_type).toBe('ocr');
      const words = (text: string): string[] =>
        text
          .normalize('NFKC')
          .split(/[^\p{L}\p{N}]+/u)
          .filter((word) => word.length > 2);
      const truth = readFileSync(corpusFile(`${name}.truth.txt`), 'utf8').split('\f')[0] ?? '';
      const found = new Set(words(textOf(page?.content.items ?? [])));
      const expected = words(truth);
      expect(expected.filter((word) => found.has(word)).length / expected.length).toBeGreaterThan(least);
    },
    TIMEOUT_MS,
  );

  it(
    'does not read the image strips of a scan as figures',
    async () => {
      const [page] = await converter.pages('scan/zh-book-8p.pdf', 'zh', 0, 0);
      expect(page?.content.page_info.page_type).toBe('ocr');
      expect(page?.images).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it.each<[string, ...ConversionReason[]]>([
    // Which limit it meets first depends on how busy the machine is.
    ['malformed/bomb-jbig2-100000x100000.pdf', 'out_of_memory', 'timed_out'],
    ['malformed/empty-0-bytes.pdf', 'empty'],
    ['malformed/encrypted-password-openpassword.pdf', 'encrypted'],
    ['malformed/wrong-extension-png.pdf', 'wrong_type'],
  ])(
    '%s ends with a clear reason within 30 seconds',
    async (name, ...reasons) => {
      const started = Date.now();
      const ending = await converter.inspect(name, 'en').catch((error: unknown) => error);
      expect(ending).toBeInstanceOf(ConversionError);
      expect(reasons).toContain(ending instanceof ConversionError ? ending.reason : ending);
      expect(Date.now() - started).toBeLessThan(30_000);
    },
    TIMEOUT_MS,
  );

  it.each(['malformed/corrupt-one-byte-missing.pdf', 'malformed/owner-password-only.pdf'])(
    '%s is opened and read',
    async (name) => {
      const [page] = await converter.pages(name, 'en', 0, 0);
      expect(page?.content.items.length).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});
