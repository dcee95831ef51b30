import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import katex from 'katex';
import { PageContent, type ContentItem } from '@hamkhan/contracts/content';
import { corpusFile, HAS_CORPUS } from '@hamkhan/testing/corpus-files';
import type { ConverterContext, ExtractedPage } from '../../src/converter.js';
import { isFailedPage } from '../../src/converter.js';
import { EpubConverter } from '../../src/epub/epub-converter.js';

const describeCorpus = HAS_CORPUS ? describe : describe.skip;
const TIMEOUT_MS = 180_000;

describeCorpus('EPUB files of the corpus', () => {
  let workDir = '';
  beforeAll(async () => {
    workDir = await mkdtemp(join(tmpdir(), 'corpus-epub-'));
  });
  afterAll(() => rm(workDir, { recursive: true, force: true }));

  const refuse = () => Promise.reject(new Error('an EPUB needs no tools and no recognition'));
  const context = (): ConverterContext => ({
    language: 'en',
    workDir,
    tools: { run: refuse, has: refuse },
    ocr: { recognise: refuse, close: refuse },
    limits: { maxPages: 3000, maxPixels: 100_000_000, maxInflatedBytes: 512 * 1024 * 1024 },
    signal: new AbortController().signal,
  });
  const inspect = (name: string) => new EpubConverter().inspect(corpusFile(name), context());
  const pagesOf = async (name: string, range = { from: 0, to: 9999 }): Promise<ExtractedPage[]> => {
    const pages: ExtractedPage[] = [];
    for await (const page of new EpubConverter().extract(corpusFile(name), range, context())) {
      if (isFailedPage(page)) throw page.error;
      pages.push(page);
    }
    return pages;
  };
  const itemsOf = (pages: readonly ExtractedPage[]): ContentItem[] =>
    pages.flatMap((page) => page.content.items);
  const contents = (items: readonly ContentItem[], type: ContentItem['type']) =>
    items.filter((item) => item.type === type).map((item) => item.content);

  it.each([
    ['epub/ar-epub3-wikipedia-rtl.epub', 21, 'ar', 8],
    ['epub/en-epub2-winter-sports.epub', 192, 'en', 29],
    ['epub/en-epub3-linear-algebra-mathml.epub', 441, 'en', 94],
    ['epub/en-epub3-poetry.epub', 13, 'en-US', 19],
    ['epub/he-epub3-israelsailing-rtl.epub', 34, 'he', 12],
    ['epub/pt-epub3-javascript-code.epub', 371, 'en-US', 23],
    ['epub/zh-epub3-wikipedia.epub', 10, 'zh', 6],
  ])(
    '%s becomes %i pages that follow the content model, the same in any range',
    async (name, totalPages, language, outline) => {
      const inspection = await inspect(name);
      expect(inspection).toMatchObject({ kind: 'epub', totalPages, declaredLanguage: language });
      expect(inspection.outline).toHaveLength(outline);
      expect(inspection.sample.length).toBeGreaterThan(500);
      const pages = await pagesOf(name);
      expect(pages.map((page) => page.pageNumber)).toEqual(Array.from({ length: totalPages }, (_, i) => i));
      for (const page of pages) {
        PageContent.parse(page.content);
        const ids = page.content.items.map((item) => item.id);
        expect(new Set(ids).size).toBe(ids.length);
        const named = page.content.items.flatMap((item) => (item.type === 'figure' ? [item.src] : []));
        expect(new Set(named)).toEqual(new Set(page.images.map((image) => image.name)));
      }
      const middle = Math.floor(totalPages / 2);
      expect(await pagesOf(name, { from: middle, to: middle + 1 })).toEqual(pages.slice(middle, middle + 2));
    },
    TIMEOUT_MS,
  );

  it.each<[string, Record<string, unknown>]>([
    [
      'epub/en-epub3-poetry.epub',
      {
        summary: 'A collection of poems by Sarah Louisa Forten Purvis.',
        tags: ['African American women', 'Poetry', 'Slavery', 'United States', 'Antislavery movements'],
      },
    ],
    [
      'epub/en-epub2-winter-sports.epub',
      { tags: ['Switzerland', 'Description and travel', 'Winter sports', 'Winter resorts'] },
    ],
    [
      'epub/he-epub3-israelsailing-rtl.epub',
      {
        summary: expect.stringMatching(/^כשנתיים לאחר .* הארץ\.\n.* על ההגהה\.$/su),
        tags: ['פרוזה'],
      },
    ],
    ['epub/pt-epub3-javascript-code.epub', {}],
    ['epub/zh-epub3-wikipedia.epub', {}],
  ])(
    '%s says what it is about as its publisher does, or nothing',
    async (name, about) => {
      const { summary, tags } = await inspect(name);
      expect({ ...(summary && { summary }), ...(tags && { tags }) }).toEqual(about);
    },
    TIMEOUT_MS,
  );

  it(
    'keeps the lines of poems, each under its own heading',
    async () => {
      const items = itemsOf(await pagesOf('epub/en-epub3-poetry.epub'));
      expect(contents(items, 'text')).toContain(
        'The cold storms of winter shall chill him no more,\nHis woes and his sorrows, his pains are all o’er;\nThe sod of the valley now covers his form,\nHe is safe in his last home, he feels not the storm.',
      );
      expect(contents(items, 'heading')).toEqual(
        expect.arrayContaining(['The Grave of the Slave', 'To the *Hibernia*', 'Hours of Childhood']),
      );
    },
    TIMEOUT_MS,
  );

  it(
    'turns every formula into LaTeX that KaTeX reads',
    async () => {
      const items = itemsOf(await pagesOf('epub/en-epub3-linear-algebra-mathml.epub'));
      const inline = contents(items, 'text').flatMap((text) =>
        [...text.matchAll(/(?<!\\)\$((?:\\.|[^$\\])+)\$/g)].map((match) => match[1] ?? ''),
      );
      const display = contents(items, 'math');
      expect(display.length).toBeGreaterThan(1500);
      expect(inline.length).toBeGreaterThan(6000);
      const broken = [...new Set([...inline, ...display])].filter((latex) => {
        try {
          katex.renderToString(latex, { throwOnError: true, strict: false });
          return false;
        } catch {
          return true;
        }
      });
      expect(broken).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'keeps code as code, whole and in its language',
    async () => {
      const items = itemsOf(await pagesOf('epub/pt-epub3-javascript-code.epub'));
      const code = items.filter((item) => item.type === 'code');
      expect(code).toHaveLength(556);
      expect(code.filter((item) => item.language === 'javascript').length).toBeGreaterThan(400);
      expect(code.map((item) => item.content)).toContain(
        'let total = 0, count = 1;\nwhile (count <= 10) {\n  total += count;\n  count += 1;\n}\nconsole.log(total);\n// → 55',
      );
    },
    TIMEOUT_MS,
  );

  it(
    'reads right-to-left and Chinese text in logical order, without invented spaces',
    async () => {
      const arabic = contents(itemsOf(await pagesOf('epub/ar-epub3-wikipedia-rtl.epub')), 'text').join('\n');
      expect(arabic).toContain('هي أكثر اللغات تحدثاً ونطقاً ضمن مجموعة اللغات السامية');
      const hebrew = contents(itemsOf(await pagesOf('epub/he-epub3-israelsailing-rtl.epub')), 'text').join(
        '\n',
      );
      expect(hebrew).toContain('אבישי נכנס לבניין מנהלת המרינה.');
      const chinese = contents(itemsOf(await pagesOf('epub/zh-epub3-wikipedia.epub')), 'text').join('\n');
      expect(chinese).toContain('汉语是世界上最古老和通用时间最长的语言之一');
    },
    TIMEOUT_MS,
  );

  it(
    'cuts an old book where its printed pages began',
    async () => {
      const pages = await pagesOf('epub/en-epub2-winter-sports.epub');
      const chapter = pages.find((page) =>
        page.content.items.some((item) => item.type === 'heading' && item.content.startsWith('CHAPTER VIII')),
      );
      expect(chapter?.content.items[0]).toMatchObject({ type: 'heading', level: 1 });
      expect(JSON.stringify(pages)).not.toMatch(/\[Pg \d+\]/);
    },
    TIMEOUT_MS,
  );

  it('finds a picture behind a path that climbs above the root, inside the container', async () => {
    const [page] = await pagesOf('malformed/path-leak-relative-url.epub');
    expect(page?.content.items.map((item) => item.type)).toEqual(['text', 'figure']);
    expect(page?.images).toMatchObject([{ mediaType: 'image/jpeg' }]);
  });

  it('says that half a file is damaged', async () => {
    await expect(inspect('malformed/truncated-zip.epub')).rejects.toMatchObject({ reason: 'damaged' });
  });
});
