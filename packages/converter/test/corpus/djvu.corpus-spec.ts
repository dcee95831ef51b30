import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PageContent, type ContentItem } from '@hamkhan/contracts/content';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import { corpusFile, HAS_CORPUS, TESSDATA } from '@hamkhan/testing/corpus-files';
import type { ConverterContext, ExtractedPage } from '../../src/converter.js';
import { isFailedPage } from '../../src/converter.js';
import { DjvuConverter } from '../../src/djvu/djvu-converter.js';
import { LimitedToolRunner } from '../../src/tools/limited-tool-runner.js';
import { NativeTesseract } from '../../src/ocr/native-tesseract.js';

const describeCorpus = HAS_CORPUS ? describe : describe.skip;
const TIMEOUT_MS = 300_000;

describeCorpus('DJVU files of the corpus', () => {
  let workDir = '';
  beforeAll(async () => {
    workDir = await mkdtemp(join(tmpdir(), 'corpus-djvu-'));
  });
  afterAll(() => rm(workDir, { recursive: true, force: true }));

  const tools = new LimitedToolRunner('/usr/bin:/bin');
  const context = (language: SourceLanguage): ConverterContext => ({
    language,
    workDir,
    tools,
    ocr: new NativeTesseract(tools, TESSDATA),
    limits: { maxPages: 3000, maxPixels: 50_000_000, maxInflatedBytes: 1_000_000 },
    signal: new AbortController().signal,
  });
  const inspect = (name: string, language: SourceLanguage) =>
    new DjvuConverter().inspect(corpusFile(`djvu/${name}`), context(language));
  const pagesOf = async (
    name: string,
    language: SourceLanguage,
    range = { from: 0, to: 999 },
  ): Promise<ExtractedPage[]> => {
    const pages: ExtractedPage[] = [];
    for await (const page of new DjvuConverter().extract(
      corpusFile(`djvu/${name}`),
      range,
      context(language),
    )) {
      if (isFailedPage(page)) throw page.error;
      PageContent.parse(page.content);
      pages.push(page);
    }
    return pages;
  };
  const itemsOf = (pages: readonly ExtractedPage[]): ContentItem[] =>
    pages.flatMap((page) => page.content.items);
  const textOf = (pages: readonly ExtractedPage[]): string =>
    itemsOf(pages)
      .map((item) =>
        item.type === 'list' ? item['list-items'].map((entry) => entry.content).join('\n') : item.content,
      )
      .join('\n');

  it(
    'reads a text layer that a typesetting program wrote: outline, numbered headings, words made whole',
    async () => {
      const inspection = await inspect('en-bundled-spec-text-outline.djvu', 'en');
      expect(inspection.totalPages).toBe(71);
      expect(inspection.outline.slice(0, 2)).toEqual([
        { title: 'Introduction', level: 1, page: 0 },
        { title: 'Document organization', level: 1, page: 1 },
      ]);
      expect(inspection.outline.map((entry) => entry.title).join('\n')).not.toContain('.djvu');
      const pages = await pagesOf('en-bundled-spec-text-outline.djvu', 'en');
      expect(pages).toHaveLength(71);
      const headings = itemsOf(pages).flatMap((item) =>
        item.type === 'heading' ? [`${item.level} ${item.content}`] : [],
      );
      expect(headings).toEqual(
        expect.arrayContaining([
          '1 1 Introduction',
          '2 3.1 DjVu Images',
          '3 3.2.1 Bundled multi-page documents',
        ]),
      );
      const text = textOf(pages.slice(0, 6));
      expect(text).toContain('defining highlighted zones');
      expect(text).toContain('high-level');
      expect(text).toContain('considerably cheaper, but');
      expect(text).toContain('may be shared by several pages and downloaded on demand');
      expect(text).toContain('The principal imaging model');
      const abandoned = itemsOf(pages).filter((item) => item.type === 'abandon');
      expect(abandoned.filter((item) => /^Page \d+ of 71$/.test(item.content)).length).toBeGreaterThan(65);
    },
    TIMEOUT_MS,
  );

  it(
    'keeps a dirty text layer where recognition is no better, and leaves blank leaves blank',
    async () => {
      const pages = await pagesOf('fr-bundled-conquete-text.djvu', 'fr', { from: 5, to: 12 });
      expect(pages[0]?.content).toMatchObject({ items: [], page_info: { page_type: 'blank' } });
      const verses = pages.slice(4);
      expect(textOf(verses)).toContain("La puissance d'un peuple libre.");
      expect(itemsOf(verses).filter((item) => item.type === 'heading')).toEqual([]);
      expect(textOf(verses)).toContain(
        'Dans les traités franc, et loyal ,\nH honore la République ;\nLa paix , le bonheur général ;\nSont le but de sa politique :\nToujours sage',
      );
    },
    TIMEOUT_MS,
  );

  it(
    'recognises a scan without a text layer',
    async () => {
      const inspection = await inspect('ru-scan-notext-table.djvu', 'ru');
      expect(inspection).toMatchObject({ totalPages: 2, sample: '' });
      const pages = await pagesOf('ru-scan-notext-table.djvu', 'ru');
      expect(pages.map((page) => page.content.page_info.page_type)).toEqual(['ocr', 'ocr']);
      expect(pages[0]?.content.page_info.confidence).toBeGreaterThan(0.85);
      expect(textOf(pages)).toContain('Срок поставки в течении 70 дней');
      expect(textOf(pages)).toContain('СОГЛАСОВАНО');
    },
    TIMEOUT_MS,
  );
});
