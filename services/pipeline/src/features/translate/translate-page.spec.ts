import { beforeEach, describe, expect, it } from '@jest/globals';
import { PageContent, type ContentItem } from '@hamkhan/contracts/content';
import { MapMemoryStore } from '../../../test/builders/map-memory-store.js';
import { MemoryOnlyTranslator } from '../../infra/translator/memory-only-translator.js';
import {
  TranslatorError,
  type TranslationResult,
  type TranslationBatch,
  type TranslationLevel,
  type Translator,
} from '../../infra/translator/translator.js';
import { TranslationMemory } from '../translation-memory/translation-memory.service.js';
import type { TranslatePageInput } from './page-translation.js';
import { translatePage, TRANSLATE_PAGE_LIMITS } from './translate-page.js';

const never = new AbortController().signal;

/** Replaces each word by a Persian one that depends on the level; keeps markers and numbers. */
const pseudo = (text: string, level: number) =>
  text.replace(/⟦\/?\d+⟧|\p{L}[\p{L}'’]*/gu, (word) =>
    word.startsWith('⟦') ? word : `واژه${'ابپتجچ'[(word.length + level) % 6]}`,
  );

class FakeTranslator implements Translator {
  readonly id = 'fake';
  readonly batches: TranslationBatch[] = [];
  spoil: (text: string, times: number) => string | undefined | Error = () => undefined;
  private readonly times = new Map<string, number>();

  constructor(readonly levels: readonly TranslationLevel[] = [1, 2]) {}

  memoryKey(level: TranslationLevel): string {
    return `fake:${level}`;
  }

  async translate(batch: TranslationBatch): Promise<TranslationResult> {
    this.batches.push(batch);
    await new Promise((resolve) => setImmediate(resolve));
    const usage = { requests: 1, promptTokens: 10, completionTokens: 5, cost: 0.5 };
    const items = [];
    const failures = [];
    for (const { id, text } of batch.items) {
      const times = (this.times.get(text) ?? 0) + 1;
      this.times.set(text, times);
      const spoilt = this.spoil(text, times);
      if (spoilt instanceof TranslatorError)
        throw new TranslatorError(spoilt.code, { retryable: true, usage });
      if (spoilt === '') failures.push({ id, code: 'refused' as const });
      else items.push({ id, text: typeof spoilt === 'string' ? spoilt : pseudo(text, batch.level) });
    }
    return { items, failures, usage };
  }

  health() {
    return Promise.resolve({ code: 'ready' as const, params: {} });
  }

  requestedTexts(): string[] {
    return this.batches.flatMap(({ items }) => items.map(({ text }) => text));
  }
}

let store: MapMemoryStore;
let memory: TranslationMemory;
let translator: FakeTranslator;
beforeEach(() => {
  store = new MapMemoryStore();
  memory = new TranslationMemory(store, { pollMs: 5 });
  translator = new FakeTranslator();
});

const pageOf = (...items: Partial<ContentItem>[]): PageContent =>
  PageContent.parse({
    page_info: { page_type: 'text' },
    items: items.map((item, index) => ({ id: `i${index}`, type: 'text', content: '', ...item })),
  });
const text = (...contents: string[]) => pageOf(...contents.map((content) => ({ content })));
const inputOf = (content: PageContent, rest: Partial<TranslatePageInput> = {}): TranslatePageInput => ({
  content,
  source: 'en',
  target: { level: 1 },
  ownerId: 'o',
  context: { title: 'T', glossary: [] },
  digits: 'fa',
  ...rest,
});
const run = async (
  content: PageContent,
  rest: Partial<TranslatePageInput> = {},
  ports: { translator?: Translator } = {},
) => translatePage({ translator, memory, ...ports }, inputOf(content, rest), never);
const done = async (...parameters: Parameters<typeof run>) => {
  const result = await run(...parameters);
  if (result.outcome !== 'translated') throw new Error('the page is waiting');
  return result;
};
const importText = (units: [string, string][], level: TranslationLevel = 1) =>
  memory.importTmx(
    { ownerId: 'o', source: 'en', level },
    (async function* () {
      const body = units
        .map(
          ([en, fa]) =>
            `<tu><tuv xml:lang="en"><seg>${en}</seg></tuv><tuv xml:lang="fa"><seg>${fa}</seg></tuv></tu>`,
        )
        .join('\n');
      yield await Promise.resolve(Buffer.from(`<tmx version="1.4"><header/><body>${body}</body></tmx>`));
    })(),
  );
const contents = (result: { content: { items: readonly { content: string }[] } }) =>
  result.content.items.map(({ content }) => content);

describe('with an engine', () => {
  it('keeps ids, types, order and everything except words', async () => {
    const page = pageOf(
      { type: 'heading', content: 'A Title 12', level: 1 },
      { content: 'See $x^2$ and **bold** words at https://a.example/1.' },
      { type: 'list', list_type: 'unordered', 'list-items': [{ content: 'one entry' }] },
      { type: 'table', content: '| Name | 1,234 |\n|---|---|\n| $y$ | last cell |' },
      { type: 'figure', src: 'k', caption: 'A caption', description: 'Its description' },
      { type: 'math', content: 'x^2' },
      { type: 'code', content: 'let a = 1;', language: 'js' },
      { type: 'abandon', content: 'running head 7' },
    );
    const result = await done(page);
    const { items } = result.content;
    expect(items.map(({ id, type }) => [id, type])).toEqual(page.items.map(({ id, type }) => [id, type]));
    expect(items[0]?.content).toMatch(/^[\u0600-\u06ff ]+ ۱۲$/);
    expect(items[1]?.content).toMatch(/ \$x\^2\$ .*\*\*[\u0600-\u06ff]+\*\* .* https:\/\/a\.example\/1\.$/);
    expect(items[3]?.content).toMatch(
      /^\| [\u0600-\u06ff]+ \| ۱٬۲۳۴ \|\n\|---\|---\|\n\| \$y\$ \| [\u0600-\u06ff ]+ \|$/,
    );
    expect(items.slice(5)).toEqual(page.items.slice(5));
    expect(result.marks).toEqual([]);
    expect(result.usage).toEqual({ requests: 1, promptTokens: 10, completionTokens: 5, cost: 0.5 });
    expect(result.counts).toEqual({ texts: 7, fromMemory: 0, fromDraft: 0, requested: 7, failed: 0 });
    expect(translator.requestedTexts()).toContain('See ⟦1⟧ and ⟦2⟧bold⟦/2⟧ words at ⟦3⟧.');
  });

  it('requests the same text once, within a page and across concurrent pages', async () => {
    const page = text('The same text here.', 'Another text.', 'The same text here.');
    const results = await Promise.all([done(page), done(page), done(text('Another text.'))]);
    expect(translator.requestedTexts().sort()).toEqual(['Another text.', 'The same text here.']);
    expect(contents(results[0])).toEqual(contents(results[1]));
    expect(results.reduce((sum, { usage }) => sum + usage.requests, 0)).toBe(translator.batches.length);
    await done(text('The  same text here.'));
    expect(translator.requestedTexts()).toHaveLength(2);
  });

  it('does not share translations between owners, and requests a text again if one of its glossary terms changed', async () => {
    await done(text('A candle burns.', 'A fire burns.'));
    await done(text('A candle burns.'), { ownerId: 'other' });
    expect(translator.requestedTexts()).toHaveLength(3);
    const glossary = [{ term: 'candle', translation: 'شمع' }];
    await done(text('A candle burns.', 'A fire burns.'), { context: { title: 'T', glossary } });
    expect(translator.requestedTexts().slice(3)).toEqual(['A candle burns.']);
    expect(translator.batches.at(-1)?.context.glossary).toEqual(glossary);
  });

  it('applies Persian typography and sends the neighbouring texts', async () => {
    translator.spoil = (source) =>
      source === 'Middle words here.' ? 'او می رود, "خانه ها" كجاست? 12' : undefined;
    const context = { title: 'T', glossary: [], before: 'Page before.', after: 'Page after.' };
    await done(text('First words here.', 'Last words here.'), { context });
    const result = await done(text('First words here.', 'Middle words here.', 'Last words here.'), {
      context,
    });
    expect(contents(result)[1]).toBe('او می‌رود، «خانه‌ها» کجاست؟ ۱۲');
    expect(translator.batches.map(({ context: { before, after } }) => [before, after])).toEqual([
      ['Page before.', 'Page after.'],
      ['First words here.', 'Last words here.'],
    ]);
  });

  it('splits long texts and many texts into batches', async () => {
    const long = Array.from({ length: 60 }, (_, index) => `Sentence number ${100 + index} goes here.`).join(
      ' ',
    );
    const limits = { ...TRANSLATE_PAGE_LIMITS, batchChars: 500, batchItems: 3 };
    const result = await translatePage(
      { translator, memory, limits },
      inputOf(text(long, 'a b', 'c d', 'e f', 'g h')),
      never,
    );
    if (result.outcome !== 'translated') throw new Error('the page is waiting');
    for (const { items } of translator.batches) {
      expect(items.length).toBeLessThanOrEqual(3);
      expect(items.reduce((sum, { text: { length } }) => sum + length, 0)).toBeLessThanOrEqual(500);
    }
    const numbers = contents(result)[0]?.match(/[۰-۹]+/g);
    expect(numbers).toHaveLength(60);
    expect(numbers?.[59]).toBe('۱۵۹');
    expect(translator.requestedTexts()[0]).toMatch(/^Sentence number 100 goes here\. Sentence number 101/);
  });
});

describe('flawed translations', () => {
  it('are requested once more', async () => {
    translator.spoil = (source, times) => (times === 1 ? 'بدون نشان' : undefined);
    const result = await done(text('A formula $x$ here.'));
    expect(translator.requestedTexts()).toEqual(['A formula ⟦1⟧ here.', 'A formula ⟦1⟧ here.']);
    expect(contents(result)[0]).toContain('$x$');
    expect(result.marks).toEqual([]);
    expect(result.content.items[0]?.confidence).toBeUndefined();
    expect(result.usage.requests).toBe(2);
  });

  it('give way to the source, with a mark, if a marker stays missing', async () => {
    translator.spoil = (source) => (source.includes('formula') ? 'بدون نشان' : undefined);
    const result = await done(text('A formula $x$ here.', 'Good words.'));
    expect(result.content.items[0]).toMatchObject({ content: 'A formula $x$ here.', confidence: 0 });
    expect(result.content.items[1]?.confidence).toBeUndefined();
    expect(result.marks).toEqual([{ itemId: 'i0', path: 'content', problem: 'markers' }]);
    expect(result.counts.failed).toBe(1);
  });

  it('have a lower confidence, also when they come from the memory', async () => {
    translator.spoil = () => 'سال سرد بود.';
    const first = await done(text('The year 1860 was cold.'));
    expect(first.content.items[0]).toMatchObject({ content: 'سال سرد بود.', confidence: 0.6 });
    expect(first.marks[0]?.problem).toBe('numbers');
    const again = await done(text('The year 1860 was cold.'));
    expect(again.content.items[0]?.confidence).toBe(0.6);
    expect(translator.requestedTexts()).toHaveLength(2);
    translator.spoil = () => 'سال ۱۸۶۰ سرد بود.';
    const reprocessed = await done(text('The year 1860 was cold.'), { acceptFlawed: false });
    expect(reprocessed.content.items[0]).toEqual({ id: 'i0', type: 'text', content: 'سال ۱۸۶۰ سرد بود.' });
  });

  it('do not change the confidence that the converter set', async () => {
    const page = pageOf({ content: 'Words of a scan.', confidence: 0.7 });
    expect((await done(page)).content.items[0]?.confidence).toBe(0.7);
  });

  it('fail the page, with its usage, if no text was translated', async () => {
    translator.spoil = () => '';
    await expect(run(text('Some words.'))).rejects.toMatchObject({
      code: 'refused',
      retryable: true,
      usage: { requests: 2, cost: 1 },
    });
  });

  it('does not request again what was translated before the engine failed', async () => {
    const limits = { ...TRANSLATE_PAGE_LIMITS, batchItems: 1 };
    translator.spoil = (source) =>
      source === 'Bad words.' ? new TranslatorError('server_error') : undefined;
    const attempt = () =>
      translatePage({ translator, memory, limits }, inputOf(text('Good words.', 'Bad words.')), never);
    await expect(attempt()).rejects.toMatchObject({ code: 'server_error', usage: { requests: 2 } });
    translator.spoil = () => undefined;
    expect(await attempt()).toMatchObject({ outcome: 'translated', usage: { requests: 1 } });
    expect(translator.requestedTexts()).toEqual(['Good words.', 'Bad words.', 'Bad words.']);
  });
});

describe('level 2', () => {
  const level1Of = async (page: PageContent) => (await done(page)).content;

  it('sends the drafts with the markers of their source', async () => {
    const page = text('See $x$ and **bold** words.', 'Introduction');
    const level1 = await level1Of(page);
    const result = await done(page, { target: { level: 2, level1 } });
    const batch = translator.batches.at(-1);
    expect(batch?.level).toBe(2);
    expect(batch?.items.map((item) => item.text)).toEqual(['See ⟦1⟧ and ⟦2⟧bold⟦/2⟧ words.']);
    expect(batch?.context.drafts?.['1']).toMatch(/⟦1⟧ .*⟦2⟧.*⟦\/2⟧/);
    expect(contents(result)[0]).not.toBe(level1.items[0]?.content);
    expect(contents(result)[1]).toBe(level1.items[1]?.content);
    expect(result.counts).toMatchObject({ requested: 1, fromDraft: 1 });
  });

  it('keeps a sound draft if the refined text is flawed', async () => {
    const page = text('Three words here.');
    const level1 = await level1Of(page);
    translator.spoil = () => 'Three words here.';
    const result = await done(page, { target: { level: 2, level1 } });
    expect(contents(result)).toEqual(contents({ content: level1 }));
    expect(result.content.items[0]?.confidence).toBeUndefined();
  });

  it('equals level 1 with an engine of one level, except for texts from the memory', async () => {
    translator = new FakeTranslator([1]);
    const page = text('Three words here.', 'And four more words.');
    const level1 = await level1Of(page);
    await importText([['And four more words.', 'و چهار واژهٔ دیگر.']], 2);
    const result = await done(page, { target: { level: 2, level1 } });
    expect(contents(result)).toEqual([level1.items[0]?.content, 'و چهار واژهٔ دیگر.']);
    expect(result.usage.requests).toBe(0);
    expect(translator.batches).toHaveLength(1);
  });
});

describe('without an engine', () => {
  const without = { translator: new MemoryOnlyTranslator() };

  it('translates a page from the memory, by whole texts or sentence by sentence', async () => {
    await importText([
      ['A Title', 'یک عنوان'],
      ['First “sentence” of 3.', 'جملهٔ نخستِ 3.'],
      ['Second one? Third one!', 'دومی؟ سومی!'],
      ['And $x$ last.', 'و $x$ آخر.'],
    ]);
    const page = pageOf(
      { type: 'heading', content: '**A Title**', level: 1 },
      { content: 'First "sentence" of 3. Second one? Third one! And $z$ last.' },
      { type: 'abandon', content: 'running head' },
      { content: '42' },
    );
    const result = await done(page, {}, without);
    expect(contents(result)).toEqual([
      '**یک عنوان**',
      'جملهٔ نخستِ ۳. دومی؟ سومی! و $z$ آخر.',
      'running head',
      '۴۲',
    ]);
    expect(result.usage.requests).toBe(0);
    expect(result.counts).toMatchObject({ texts: 2, fromMemory: 2 });
  });

  it('waits with a reason if a text is not in the memory', async () => {
    await importText([['Known.', 'دانسته.']]);
    expect(await run(text('Known.', 'Unknown words.'), {}, without)).toEqual({
      outcome: 'waiting',
      code: 'not_configured',
      missing: 1,
      usage: { requests: 0, promptTokens: 0, completionTokens: 0 },
    });
    const level2 = { target: { level: 2, level1: { items: text('دانسته.').items } } } as const;
    expect(await run(text('Known.'), level2, without)).toMatchObject({ outcome: 'waiting', missing: 1 });
  });

  it('copies a page without words', async () => {
    const result = await done(pageOf({ type: 'math', content: 'x' }), {}, without);
    expect(contents(result)).toEqual(['x']);
  });
});
