import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PageContent } from '@hamkhan/contracts/content';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import { knownText } from '@hamkhan/testing/fixtures/fixture-text';
import { makeDjvu } from '@hamkhan/testing/fixtures/make-djvu';
import { runTool } from '@hamkhan/testing/fixtures/run-tool';
import { LimitedToolRunner } from '../tools/limited-tool-runner.js';
import type { OcrEngine, OcrResult } from '../ocr/ocr-engine.js';
import type { ConverterContext, ExtractedPage } from '../converter.js';
import { isFailedPage } from '../converter.js';
import { DjvuConverter } from './djvu-converter.js';

const TIMEOUT_MS = 60_000;
let folder = '';
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'djvu-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const save = async (bytes: Buffer): Promise<string> => {
  count += 1;
  const file = join(folder, `${count}.djvu`);
  await writeFile(file, bytes);
  return file;
};
const nothing: OcrResult = { width: 1, height: 1, blocks: [] };
const engine = (result: OcrResult = nothing) => {
  const recognise = jest.fn<OcrEngine['recognise']>().mockResolvedValue(result);
  return { recognise, close: () => Promise.resolve() };
};
const context = (ocr: OcrEngine, language: SourceLanguage = 'en', maxPages = 100): ConverterContext => ({
  language,
  workDir: folder,
  tools: new LimitedToolRunner('/usr/bin:/bin'),
  ocr,
  limits: { maxPages, maxPixels: 20_000_000, maxInflatedBytes: 1_000_000 },
  signal: new AbortController().signal,
});
const pagesOf = async (
  file: string,
  using: ConverterContext,
  range = { from: 0, to: 99 },
): Promise<ExtractedPage[]> => {
  const pages: ExtractedPage[] = [];
  for await (const page of new DjvuConverter().extract(file, range, using)) {
    if (isFailedPage(page)) throw page.error;
    pages.push(page);
  }
  return pages;
};

describe('DjvuConverter', () => {
  it.each<SourceLanguage>(['en', 'ru'])(
    'reads the text layer and the outline of a document in %s, without recognising it',
    async (language) => {
      const known = knownText(language);
      const ocr = engine();
      const file = await save(await makeDjvu({ language }));
      const inspection = await new DjvuConverter().inspect(file, context(ocr, language));
      expect(inspection).toMatchObject({
        kind: 'djvu',
        totalPages: 2,
        outline: [{ title: known.title, level: 1, page: 0 }],
      });
      expect(inspection.sample).toContain(known.paragraphs[0].slice(0, 30));

      const pages = await pagesOf(file, context(ocr, language));
      expect(pages.map((page) => page.pageNumber)).toEqual([0, 1]);
      for (const page of pages) PageContent.parse(page.content);
      const items = pages[0]?.content.items ?? [];
      expect(items.find((item) => item.type === 'heading')).toMatchObject({ content: known.title, level: 1 });
      expect(items.map((item) => item.content)).toContain(known.paragraphs[0]);
      expect(items.every((item) => item.confidence === undefined)).toBe(true);
      expect(ocr.recognise).not.toHaveBeenCalled();
    },
    TIMEOUT_MS,
  );

  it(
    'reads the metadata of a document',
    async () => {
      const file = await save(await makeDjvu({ pages: 1 }));
      const meta = join(folder, 'meta.txt');
      const abstract = 'How the keepers of lighthouses lived, what they saw, and why nobody does so today.';
      await writeFile(
        meta,
        `title "The Keepers"\nauthor "A. One; B. Two"\nyear "1912"\nabstract "${abstract}"\nkeywords "fog; Lighthouses; fog; scan.djvu"\n`,
      );
      await runTool('djvused', ['-e', `set-meta ${meta}`, '-s', file]);
      expect(await new DjvuConverter().inspect(file, context(engine()))).toMatchObject({
        ...{ title: 'The Keepers', authors: ['A. One', 'B. Two'], year: 1912 },
        ...{ summary: abstract, tags: ['fog', 'Lighthouses'] },
      });
    },
    TIMEOUT_MS,
  );

  it(
    'gives the same page with the same ids in every range',
    async () => {
      const file = await save(await makeDjvu({ pages: 3 }));
      const all = await pagesOf(file, context(engine()));
      expect(await pagesOf(file, context(engine()), { from: 1, to: 1 })).toEqual(all.slice(1, 2));
    },
    TIMEOUT_MS,
  );

  it(
    'recognises a page without a text layer at the resolution of its image',
    async () => {
      const box = { x0: 100, y0: 100, x1: 700, y1: 140 };
      const words = ['Recognised', 'words', 'of', 'this', 'page'].map((text, i) => ({
        ...box,
        x0: 100 + 120 * i,
        x1: 210 + 120 * i,
        text,
        confidence: 0.9,
      }));
      const ocr = engine({
        width: 1654,
        height: 2339,
        blocks: [{ ...box, paragraphs: [{ ...box, lines: [{ ...box, words }] }] }],
      });
      const file = await save(await makeDjvu({ withText: false }));
      expect((await new DjvuConverter().inspect(file, context(ocr))).sample).toBe('');
      const [page] = await pagesOf(file, context(ocr), { from: 0, to: 0 });
      expect(page?.content.page_info).toMatchObject({ page_type: 'ocr', confidence: 0.9 });
      expect(page?.content.items[0]).toMatchObject({
        content: 'Recognised words of this page',
        confidence: 0.9,
      });
      const [image, options] = ocr.recognise.mock.calls[0] ?? [];
      expect(Buffer.from(image ?? []).toString('latin1', 0, 2)).toBe('P5');
      expect(options).toMatchObject({ language: 'en', dpi: 200 });
    },
    TIMEOUT_MS,
  );

  it(
    'delivers a page as a figure when OCR finds no text',
    async () => {
      const file = await save(await makeDjvu({ withText: false }));
      const [page] = await pagesOf(file, context(engine()), { from: 0, to: 0 });
      expect(page?.images).toMatchObject([{ mediaType: 'image/webp' }]);
      expect(page?.content.items).toMatchObject([
        { type: 'figure', src: page?.images[0]?.name, bbox: [0, 0, 1, 1] },
      ]);
    },
    TIMEOUT_MS,
  );

  it(
    'rejects a truncated file and one with too many pages',
    async () => {
      const whole = await makeDjvu();
      const converter = new DjvuConverter();
      await expect(
        converter.inspect(await save(whole.subarray(0, whole.length / 2)), context(engine())),
      ).rejects.toMatchObject({
        reason: 'damaged',
      });
      await expect(converter.inspect(await save(whole), context(engine(), 'en', 1))).rejects.toMatchObject({
        reason: 'too_many_pages',
        params: { pages: 2, limit: 1 },
      });
    },
    TIMEOUT_MS,
  );

  it(
    'keeps the other pages when one is damaged',
    async () => {
      const bytes = Buffer.from(await makeDjvu());
      const second = bytes.lastIndexOf('DJVUINFO');
      bytes.fill(0, second + 4, second + 60);
      const file = await save(bytes);
      const outcomes: string[] = [];
      for await (const page of new DjvuConverter().extract(file, { from: 0, to: 1 }, context(engine()))) {
        outcomes.push(isFailedPage(page) ? (page.error.message.split(':')[0] ?? '') : 'page');
      }
      expect(outcomes).toEqual(['page', 'damaged']);
    },
    TIMEOUT_MS,
  );
});
