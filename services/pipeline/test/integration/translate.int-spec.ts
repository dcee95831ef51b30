import { describe, expect, it } from '@jest/globals';
import { pseudoPersian } from '@hamkhan/testing/pseudo-persian';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { PageContent } from '@hamkhan/contracts/content';
import {
  CLAIM_MODEL,
  MEMORY_MODEL,
  type MemoryClaim,
  type MemoryRow,
} from '../../src/features/translation-memory/translation-memory.schema.js';
import {
  contentOf,
  createCrashableWorker,
  createDocument,
  createWorker,
  endDelays,
  engine,
  eventsOf,
  extract,
  findPage,
  never,
  pageRows,
  runRows,
  service,
  textOf,
  timesRequested,
  translate,
  translateAll,
  useTranslationService,
} from './support/translation-service.js';

useTranslationService();

const FIRST = 'It was late when they came. The travellers followed the long road through the forest until';
const SECOND = 'evening fell over the valley and the lamps were lit. Then they slept.';

describe('a paragraph that continues on the next page', () => {
  const before = contentOf('A page of its own.', FIRST);
  const after = contentOf(SECOND, 'Another day began for them.');

  it('is translated whole, once per level, and split between the pages', async () => {
    const id = await createDocument(2);
    await extract(id, 0, before);
    await extract(id, 1, after);
    await translateAll(id);
    const whole = `${FIRST} ${SECOND}`;
    expect([...engine.requestedTexts().keys()]).toEqual(expect.arrayContaining([whole]));
    expect(timesRequested('The travellers followed')).toBe(2);
    expect(timesRequested('Then they slept')).toBe(2);
    const [one, two] = [await findPage(id, 0), await findPage(id, 1)];
    expect(`${textOf(one.level1, 1)} ${textOf(two.level1, 0)}`).toBe(pseudoPersian(whole));
    expect(`${textOf(one.level2, 1)} ${textOf(two.level2, 0)}`).toBe(pseudoPersian(whole, 'refined'));
    expect(textOf(one.level1, 1).startsWith(pseudoPersian('It was late when they came.'))).toBe(true);
    expect(textOf(two.level1, 0).endsWith(pseudoPersian('Then they slept.'))).toBe(true);
    const drafts = engine.requests.flatMap(({ items }) => items).filter(({ draft }) => draft !== undefined);
    expect(drafts).toContainEqual(expect.objectContaining({ text: whole, draft: pseudoPersian(whole) }));
  });

  it('waits for the text of the next page, not for its translation', async () => {
    const id = await createDocument(2);
    await extract(id, 0, before);
    await translate.translateNext(never);
    expect(engine.requests).toEqual([]);
    expect(await findPage(id, 0)).toMatchObject({ stage: 'translate1', leaseToken: null, attempts: 0 });
    await extract(id, 1, after);
    await endDelays();
    await translate.translateNext(never);
    expect(await findPage(id, 0)).toMatchObject({ stage: 'translate2' });
    expect(await findPage(id, 1)).toMatchObject({ stage: 'translate1', level1: null });
    expect(timesRequested(SECOND)).toBe(1);
  });

  it('does not wait if the sentence ends with the page', async () => {
    const id = await createDocument(2);
    await extract(id, 0, contentOf('A page of its own.', 'It ends as a page should end, with a full stop.'));
    await translate.translateNext(never);
    expect(await findPage(id, 0)).toMatchObject({ stage: 'translate2' });
  });

  it('stops waiting after a time, and is joined at no cost when the text comes later', async () => {
    const id = await createDocument(2);
    await extract(id, 0, before);
    await translate.translateNext(never);
    await pageRows.updateOne({ documentId: id, pageNumber: 0 }, { heldSince: new Date(0) });
    await translateAll(id);
    expect(await findPage(id, 0)).toMatchObject({ stage: 'done', joined: { head: false, tail: false } });
    await extract(id, 1, after);
    await translateAll(id);
    const [one, two] = [await findPage(id, 0), await findPage(id, 1)];
    expect(one).toMatchObject({ stage: 'done', joined: { tail: true } });
    expect(`${textOf(one.level2, 1)} ${textOf(two.level2, 0)}`).toBe(
      pseudoPersian(`${FIRST} ${SECOND}`, 'refined'),
    );
    expect([...engine.requestedTexts().values()].every((times) => times <= 2)).toBe(true);
  });

  it('is joined if the second page was translated before the first is extracted', async () => {
    const id = await createDocument(2);
    await extract(id, 1, after);
    await translateAll(id);
    expect(await findPage(id, 1)).toMatchObject({ stage: 'done', joined: { head: false } });
    await extract(id, 0, before);
    await translateAll(id);
    const [one, two] = [await findPage(id, 0), await findPage(id, 1)];
    expect(two).toMatchObject({ stage: 'done', joined: { head: true } });
    expect(`${textOf(one.level1, 1)} ${textOf(two.level1, 0)}`).toBe(pseudoPersian(`${FIRST} ${SECOND}`));
  });

  it('is joined if the first page is extracted while the second is being translated', async () => {
    const id = await createDocument(2);
    await extract(id, 1, after);
    engine.reset({ holdText: 'Another day began' });
    const slow = translate.translateNext(never);
    while (engine.requests.length === 0) await new Promise((done) => setImmediate(done));
    await extract(id, 0, before);
    await createWorker().translateNext(never);
    expect(await findPage(id, 1)).toMatchObject({ stage: 'translate1', rejoin: { head: true, tail: false } });
    engine.settings.holdText = undefined;
    await slow;
    expect(await findPage(id, 1)).toMatchObject({ stage: 'translate1', rejoin: null });
    await translateAll(id);
    const [one, two] = [await findPage(id, 0), await findPage(id, 1)];
    expect(`${textOf(one.level1, 1)} ${textOf(two.level1, 0)}`).toBe(pseudoPersian(`${FIRST} ${SECOND}`));
  });

  it('spans a page that holds nothing else', async () => {
    const id = await createDocument(3);
    const middle = contentOf(
      'came on over the hills. They talked for a while in the dark. But nobody could say when the',
    );
    await extract(id, 0, contentOf(FIRST));
    await extract(id, 1, middle);
    await extract(id, 2, contentOf('morning would come. It came.'));
    await translateAll(id);
    const [one, two, three] = [await findPage(id, 0), await findPage(id, 1), await findPage(id, 2)];
    const text = [one, two, three].map(({ level1 }) => textOf(level1, 0)).join(' ');
    expect(text).toBe(
      [
        `${FIRST} came on over the hills. They talked for a while in the dark.`,
        'But nobody could say when the morning would come. It came.',
      ]
        .map((part) => pseudoPersian(part))
        .join(' '),
    );
  });
});

describe('a translated item', () => {
  it('pairs its sentences with those of the original, also in a part of a paragraph', async () => {
    const id = await createDocument(2);
    await extract(id, 0, contentOf(FIRST));
    await extract(id, 1, contentOf(SECOND, 'One more.'));
    await translateAll(id);
    const { content, level2 } = await findPage(id, 1);
    const [source, target] = [content?.items[0]?.content ?? '', textOf(level2, 0)];
    const pairs = level2?.items[0]?.sentence_pairs?.['content'] ?? [];
    expect(pairs.map(([from, to]) => source.slice(from, to))).toEqual([
      'evening fell over the valley and the lamps were lit.',
      'Then they slept.',
    ]);
    expect(target.slice(pairs[1]?.[2], pairs[1]?.[3])).toBe(pseudoPersian('Then they slept.', 'refined'));
    expect(level2?.items[1]).not.toHaveProperty('sentence_pairs');
    const events = await eventsOf(id, 'pipeline.page.translated');
    const last = events.find((data) => data.level === 2 && data.pageNumber === 1);
    expect(last?.content.items[0]?.sentence_pairs).toEqual({ content: pairs });
  });

  it('carries its quality problems, also when it comes from the memory', async () => {
    engine.reset({
      faultFor: (texts) => (texts.some((text) => text.includes('1860')) ? 'lose_number' : undefined),
    });
    const id = await createDocument(2);
    await extract(id, 0, contentOf('The winter of 1860 was cold.'));
    await extract(id, 1, contentOf('Something else first.', 'The winter of 1860 was cold.'));
    await translateAll(id);
    expect((await findPage(id, 0)).level1?.items[0]).toMatchObject({
      translation_problems: ['numbers'],
      confidence: 0.6,
    });
    expect((await findPage(id, 1)).level1?.items[1]).toMatchObject({ translation_problems: ['numbers'] });
    expect((await findPage(id, 1)).level1?.items[0]).not.toHaveProperty('translation_problems');
    const level1 = engine.requests.filter(({ model }) => model === 'fake-small');
    expect(level1.flatMap(({ items }) => items).filter(({ text }) => text.includes('1860'))).toHaveLength(2);
  });
});

describe('a book with repeated texts', () => {
  const PAGES = 40;
  const PARAGRAPHS = 10;
  /** Each page has a paragraph that other pages have too, and a sentence that continues on the next page. */
  const bookPage = (n: number): PageContent =>
    contentOf(
      ...(n === 0
        ? []
        : [`went down to the water and looked at the ships of day ${1_000 + n}. Then it was evening.`]),
      ...Array.from(
        { length: PARAGRAPHS - 3 },
        (_, k) => `Paragraph ${n}-${k} tells of the harbour on day ${100 + n}.`,
      ),
      `This is what every chapter of the book says for the ${10 + (n % 6)}th time about the sea.`,
      `On the evening of day ${1_001 + n} the keeper of the old light house by the sea`,
    );
  const LEVEL_OF: Record<string, 1 | 2> = { 'fake-small': 1, 'fake-large': 2 };
  /** The page of a text, from the day in it; empty for repeated paragraphs. */
  const pageOf = (text: string): number[] => {
    const day = Number(/day (\d+)/.exec(text)?.[1] ?? NaN);
    return Number.isNaN(day) ? [] : [day > 1_000 ? day - 1_001 : day - 100];
  };
  const byLevel = (): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const { model, items } of engine.requests)
      for (const { text } of items) counts.set(`${model} ${text}`, (counts.get(`${model} ${text}`) ?? 0) + 1);
    return counts;
  };
  const createBook = async (): Promise<string> => {
    const id = await createDocument(PAGES, 'pending');
    for (let n = 0; n < PAGES; n += 1) await extract(id, n, bookPage(n));
    // No page is awaited, so none is translated before the term search.
    await pageRows.updateMany({ documentId: id }, { $inc: { rank: 1 } });
    return id;
  };

  it('is translated once by any number of workers', async () => {
    const id = await createBook();
    await Promise.all([0, 1, 2, 3].map(() => translateAll(id, createWorker())));
    const counts = byLevel();
    expect([...counts].filter(([, times]) => times > 1)).toEqual([]);
    expect([...counts.keys()].filter((text) => text.includes('every chapter'))).toHaveLength(2 * 6);
    expect(await pageRows.countDocuments({ documentId: id, stage: 'done' })).toBe(PAGES);
  }, 120_000);

  it('repeats only the running requests when a worker crashes', async () => {
    const id = await createBook();
    engine.reset({ latencyMs: 100 });
    const { worker: crashing, crash, end } = createCrashableWorker();
    const crashed = [0, 1, 2].map(() => translateAll(id, crashing).catch(() => undefined));
    while (engine.requests.length < 40 || engine.running() === 0)
      await new Promise((done) => setTimeout(done, 5));
    crash();
    const before = engine.requests.length;
    engine.settings.latencyMs = 0;
    const memoryRows = service.app.get<Model<MemoryRow>>(getModelToken(MEMORY_MODEL));
    const known = await memoryRows.find({ ownerId: id }).lean();
    const stored = new Set(known.map(({ level, text }) => `${level} ${text}`));
    // The leases of the crashed process expire at once.
    await pageRows.updateMany({ documentId: id, leaseToken: { $ne: null } }, { availableAt: new Date(0) });
    await service.app
      .get<Model<MemoryClaim>>(getModelToken(CLAIM_MODEL))
      .updateMany({}, { expiresAt: new Date(0) });
    await runRows.updateMany({ termsLeaseToken: { $ne: null } }, { termsAvailableAt: new Date(0) });
    await Promise.all([0, 1].map(() => translateAll(id, createWorker())));
    end();
    await Promise.all(crashed);
    const requested = engine.requests.map(({ model, items }) =>
      items.map(({ text }) => `${LEVEL_OF[model]} ${text}`),
    );
    const seen = new Set(requested.slice(0, before).flat());
    // A request runs until its response is stored, so responses that were not stored yet count as running.
    const lost = [...seen].filter((text) => !stored.has(text));
    const repeated = requested
      .slice(before)
      .flat()
      .filter((text) => seen.has(text));
    expect(repeated.filter((text) => !lost.includes(text))).toEqual([]);
    expect(new Set(lost.flatMap(pageOf)).size).toBeLessThanOrEqual(crashed.length);
    expect([...byLevel().values()].every((times) => times <= 2)).toBe(true);
    expect(await pageRows.countDocuments({ documentId: id, stage: 'done' })).toBe(PAGES);
  }, 120_000);
});
