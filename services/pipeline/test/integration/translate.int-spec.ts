import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContentItem, PageContent, TranslatedContent } from '@hamkhan/contracts/content';
import type { EventData } from '@hamkhan/contracts/events/registry';
import type { GlossaryImportResponse, GlossaryResponse } from '@hamkhan/contracts/http/glossary';
import type {
  TranslationBudgetResponse,
  TranslationCostResponse,
} from '@hamkhan/contracts/http/translation-cost';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { OUTBOX, type OutboxRow } from '@hamkhan/platform/kafka/outbox.schema';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { createLogger } from '@hamkhan/platform/observability/logger';
import { FakeOpenAiServer } from '@hamkhan/testing/fake-openai-server';
import { pseudoPersian } from '@hamkhan/testing/pseudo-persian';
import { identityHeader, startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { CONFIG, type PipelineConfig } from '../../src/config.js';
import { MetadataService } from '../../src/features/metadata/metadata.service.js';
import { CostService } from '../../src/features/cost/cost.service.js';
import { BookMemoryService } from '../../src/features/glossary/book-memory.service.js';
import { GlossaryRepository } from '../../src/features/glossary/glossary.repository.js';
import { PageTaskRepository } from '../../src/features/page-tasks/page-task.repository.js';
import { PageRepository } from '../../src/features/pages/page.repository.js';
import { PAGE, type PageRow } from '../../src/features/pages/page.schema.js';
import { RunRepository } from '../../src/features/runs/run.repository.js';
import { LeaseLostError } from '../../src/features/scheduling/keep-lease.js';
import { RUN, type RunRow } from '../../src/features/runs/run.schema.js';
import { TranslateStageService } from '../../src/features/translate/translate-stage.service.js';
import type { MemoryStore } from '../../src/features/translation-memory/memory-store.js';
import { TranslationMemoryRepository } from '../../src/features/translation-memory/translation-memory.repository.js';
import {
  CLAIM_MODEL,
  MEMORY_MODEL,
  type MemoryClaim,
  type MemoryRow,
} from '../../src/features/translation-memory/translation-memory.schema.js';
import { TranslationMemory } from '../../src/features/translation-memory/translation-memory.service.js';
import { MemoryOnlyTranslator } from '../../src/infra/translator/memory-only-translator.js';
import type { Translator } from '../../src/infra/translator/translator.js';
import { TRANSLATOR } from '../../src/infra/translator/translator.provider.js';
import { pipelineService } from '../../src/service-options.js';

let stack: TestStack;
let engine: FakeOpenAiServer;
let service: TestService;
let runs: RunRepository;
let pages: PageRepository;
let unitOfWork: UnitOfWork;
let runRows: Model<RunRow>;
let pageRows: Model<PageRow>;
let memoryRows: Model<MemoryRow>;
let outbox: Model<OutboxRow>;
let translate: TranslateStageService;

beforeAll(async () => {
  stack = await TestStack.create();
  engine = await FakeOpenAiServer.start();
  service = await startTestService(stack, (env) => pipelineService('serve', env), {
    OPENAI_BASE_URL: engine.url,
    OPENAI_MODEL_LEVEL1: 'fake-small',
    OPENAI_MODEL_LEVEL2: 'fake-large',
    OPENAI_PRICES_LEVEL1: '1/2',
    OPENAI_PRICES_LEVEL2: '10/20',
  });
  const { app } = service;
  [runs, pages, unitOfWork] = [app.get(RunRepository), app.get(PageRepository), app.get(UnitOfWork)];
  runRows = app.get<Model<RunRow>>(getModelToken(RUN));
  pageRows = app.get<Model<PageRow>>(getModelToken(PAGE));
  memoryRows = app.get<Model<MemoryRow>>(getModelToken(MEMORY_MODEL));
  outbox = app.get<Model<OutboxRow>>(getModelToken(OUTBOX));
  translate = worker();
}, 60_000);

afterAll(async () => {
  await service?.stop();
  await engine?.close();
  await stack?.drop();
}, 60_000);

beforeEach(async () => {
  await Promise.all([pageRows.deleteMany({}), runRows.deleteMany({})]);
  engine.reset();
});

/** A worker of its own, as another process would be one; `as` stands between it and the servers. */
function worker(
  as: <T extends object>(port: T) => T = (port) => port,
  translator: Translator = service.app.get<Translator>(TRANSLATOR),
): TranslateStageService {
  const { app } = service;
  const log = createLogger('translate-test', 'silent');
  const [ownRuns, ownPages, ownUnit] = [as(runs), as(pages), as(unitOfWork)];
  const memory = new TranslationMemory(as<MemoryStore>(app.get(TranslationMemoryRepository)), { pollMs: 20 });
  const [glossary, costs, events] = [app.get(GlossaryRepository), app.get(CostService), app.get(Outbox)];
  const metadata = new MetadataService(ownRuns, events);
  return new TranslateStageService(
    ownRuns,
    ownPages,
    memory,
    new BookMemoryService(ownRuns, ownPages, glossary, costs, metadata, ownUnit, events, translator, log),
    costs,
    as(app.get(PageTaskRepository)),
    ownUnit,
    events,
    translator,
    app.get<PipelineConfig>(CONFIG),
    log,
  );
}

/** A worker that can die: from then on nothing of it reaches a server, nor does anything come back. */
function mortalWorker(): { worker: TranslateStageService; die: () => void; bury: () => void } {
  let dead = false;
  let buried = false;
  const waiting: ((reason: Error) => void)[] = [];
  const silence = () =>
    new Promise<never>((_, reject) => (buried ? reject(new LeaseLostError()) : waiting.push(reject)));
  const as = <T extends object>(port: T): T =>
    new Proxy(port, {
      get: (target, name) => {
        const own: unknown = Reflect.get(target, name);
        if (typeof own !== 'function') return own;
        return (...given: unknown[]) =>
          dead
            ? silence()
            : Promise.resolve(Reflect.apply(own, target, given)).then((answer: unknown) =>
                dead ? silence() : answer,
              );
      },
    });
  return {
    worker: worker(as),
    die: () => (dead = true),
    bury: () => {
      buried = true;
      for (const end of waiting) end(new LeaseLostError());
    },
  };
}

type Prompt = {
  document?: { summary?: string; description?: string };
  glossary?: { term: string; translation: string }[];
  candidates?: string[];
  items?: { text: string; draft?: string }[];
};

const never = new AbortController().signal;
const contentOf = (...texts: string[]): PageContent => ({
  items: texts.map((content, index): ContentItem => ({ id: `i${index}`, type: 'text', content })),
  page_info: { page_type: 'text' },
});

/** A document of so many pages that wait for their text; its terms have been looked for, where nothing else is said. */
async function open(total: number, bookState: RunRow['bookState'] = 'ready'): Promise<string> {
  const documentId = randomUUID();
  const document = { documentId, ownerId: documentId, objectKey: 'k', fileName: 'a.pdf', size: 6 };
  await unitOfWork.run(async (tx) => {
    await runs.create({ ...document, kind: 'pdf', language: 'en', sha256: '0'.repeat(64) }, tx);
    await pages.createAll(documentId, documentId, total, tx);
  });
  await runRows.updateOne({ _id: documentId }, { bookState });
  return documentId;
}

/** The text of a page is there. */
async function extract(documentId: string, pageNumber: number, content: PageContent): Promise<void> {
  await pageRows.updateOne({ documentId, pageNumber }, { rank: -2_000_000 });
  const page = await pages.claim(['extract']);
  if (page?.pageNumber !== pageNumber) throw new Error('another page was more wanted');
  await unitOfWork.run((tx) => pages.saveContent(page, content, tx));
  await pageRows.updateOne({ documentId, pageNumber }, { rank: pageNumber });
}

const endPauses = (): Promise<unknown> =>
  pageRows.updateMany({ leaseToken: null, availableAt: { $ne: null } }, { availableAt: new Date(0) });

/** Translates until nothing is left to be done, as workers would, without their pauses. */
async function translateAll(documentId: string, by = translate): Promise<void> {
  for (let turn = 0; turn < 4_000; turn += 1) {
    const left = await pageRows.countDocuments({ documentId, stage: { $in: ['translate1', 'translate2'] } });
    if (left === 0) return;
    await endPauses();
    await by.translateNext(never);
  }
  throw new Error('translating does not come to an end');
}

const row = async (documentId: string, pageNumber: number): Promise<PageRow> => {
  const found = await pageRows.findOne({ documentId, pageNumber }).lean();
  if (!found) throw new Error('no such page');
  return found;
};
const textOf = (content: TranslatedContent | null | undefined, item: number): string =>
  content?.items[item]?.content ?? '';
const timesAsked = (part: string): number =>
  [...engine.requestedTexts()]
    .filter(([text]) => text.includes(part))
    .reduce((sum, [, times]) => sum + times, 0);

const FIRST = 'It was late when they came. The travellers followed the long road through the forest until';
const SECOND = 'evening fell over the valley and the lamps were lit. Then they slept.';

describe('a paragraph that a page break cuts', () => {
  const before = contentOf('A page of its own.', FIRST);
  const after = contentOf(SECOND, 'Another day began for them.');

  it('is asked for whole and once for each level, and each page shows its share', async () => {
    const id = await open(2);
    await extract(id, 0, before);
    await extract(id, 1, after);
    await translateAll(id);
    const whole = `${FIRST} ${SECOND}`;
    expect([...engine.requestedTexts().keys()]).toEqual(expect.arrayContaining([whole]));
    expect(timesAsked('The travellers followed')).toBe(2);
    expect(timesAsked('Then they slept')).toBe(2);
    const [one, two] = [await row(id, 0), await row(id, 1)];
    expect(`${textOf(one.level1, 1)} ${textOf(two.level1, 0)}`).toBe(pseudoPersian(whole));
    expect(`${textOf(one.level2, 1)} ${textOf(two.level2, 0)}`).toBe(pseudoPersian(whole, 'refined'));
    expect(textOf(one.level1, 1).startsWith(pseudoPersian('It was late when they came.'))).toBe(true);
    expect(textOf(two.level1, 0).endsWith(pseudoPersian('Then they slept.'))).toBe(true);
    const drafts = engine.requests.flatMap(({ items }) => items).filter(({ draft }) => draft !== undefined);
    expect(drafts).toContainEqual(expect.objectContaining({ text: whole, draft: pseudoPersian(whole) }));
  });

  it('waits for the text of the next page, not for its translation', async () => {
    const id = await open(2);
    await extract(id, 0, before);
    await translate.translateNext(never);
    expect(engine.requests).toEqual([]);
    expect(await row(id, 0)).toMatchObject({ stage: 'translate1', leaseToken: null, attempts: 0 });
    await extract(id, 1, after);
    await endPauses();
    await translate.translateNext(never);
    expect(await row(id, 0)).toMatchObject({ stage: 'translate2' });
    expect(await row(id, 1)).toMatchObject({ stage: 'translate1', level1: null });
    expect(timesAsked(SECOND)).toBe(1);
  });

  it('does not wait where a sentence ends with the page', async () => {
    const id = await open(2);
    await extract(id, 0, contentOf('A page of its own.', 'It ends as a page should end, with a full stop.'));
    await translate.translateNext(never);
    expect(await row(id, 0)).toMatchObject({ stage: 'translate2' });
  });

  it('does not wait for ever, and is joined anew when the text comes after all, without paying again', async () => {
    const id = await open(2);
    await extract(id, 0, before);
    await translate.translateNext(never);
    await pageRows.updateOne({ documentId: id, pageNumber: 0 }, { heldSince: new Date(0) });
    await translateAll(id);
    expect(await row(id, 0)).toMatchObject({ stage: 'done', joined: { head: false, tail: false } });
    await extract(id, 1, after);
    await translateAll(id);
    const [one, two] = [await row(id, 0), await row(id, 1)];
    expect(one).toMatchObject({ stage: 'done', joined: { tail: true } });
    expect(`${textOf(one.level2, 1)} ${textOf(two.level2, 0)}`).toBe(
      pseudoPersian(`${FIRST} ${SECOND}`, 'refined'),
    );
    expect([...engine.requestedTexts().values()].every((times) => times <= 2)).toBe(true);
  });

  it('is joined when the second page is translated long before the text of the first', async () => {
    const id = await open(2);
    await extract(id, 1, after);
    await translateAll(id);
    expect(await row(id, 1)).toMatchObject({ stage: 'done', joined: { head: false } });
    await extract(id, 0, before);
    await translateAll(id);
    const [one, two] = [await row(id, 0), await row(id, 1)];
    expect(two).toMatchObject({ stage: 'done', joined: { head: true } });
    expect(`${textOf(one.level1, 1)} ${textOf(two.level1, 0)}`).toBe(pseudoPersian(`${FIRST} ${SECOND}`));
  });

  it('is joined when the text of the first page comes while the second is being translated', async () => {
    const id = await open(2);
    await extract(id, 1, after);
    engine.reset({ latencyMs: 600 });
    const slow = translate.translateNext(never);
    while (engine.requests.length === 0) await new Promise((done) => setImmediate(done));
    await extract(id, 0, before);
    const other = worker();
    engine.settings.latencyMs = 0;
    await other.translateNext(never);
    expect(await row(id, 1)).toMatchObject({ stage: 'translate1', rejoin: { head: true, tail: false } });
    await slow;
    expect(await row(id, 1)).toMatchObject({ stage: 'translate1', rejoin: null });
    await translateAll(id);
    const [one, two] = [await row(id, 0), await row(id, 1)];
    expect(`${textOf(one.level1, 1)} ${textOf(two.level1, 0)}`).toBe(pseudoPersian(`${FIRST} ${SECOND}`));
  });

  it('goes on over pages that hold nothing else', async () => {
    const id = await open(3);
    const middle = contentOf(
      'came on over the hills. They talked for a while in the dark. But nobody could say when the',
    );
    await extract(id, 0, contentOf(FIRST));
    await extract(id, 1, middle);
    await extract(id, 2, contentOf('morning would come. It came.'));
    await translateAll(id);
    const [one, two, three] = [await row(id, 0), await row(id, 1), await row(id, 2)];
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
  it('pairs its sentences with those of the original, also in a share', async () => {
    const id = await open(2);
    await extract(id, 0, contentOf(FIRST));
    await extract(id, 1, contentOf(SECOND, 'One more.'));
    await translateAll(id);
    const { content, level2 } = await row(id, 1);
    const [source, target] = [content?.items[0]?.content ?? '', textOf(level2, 0)];
    const pairs = level2?.items[0]?.sentence_pairs?.['content'] ?? [];
    expect(pairs.map(([from, to]) => source.slice(from, to))).toEqual([
      'evening fell over the valley and the lamps were lit.',
      'Then they slept.',
    ]);
    expect(target.slice(pairs[1]?.[2], pairs[1]?.[3])).toBe(pseudoPersian('Then they slept.', 'refined'));
    expect(level2?.items[1]).not.toHaveProperty('sentence_pairs');
    const events = await outbox.find({ key: id, type: 'pipeline.page.translated' }).lean();
    const told = events.map(
      ({ payload }) => (JSON.parse(payload) as { data: EventData<'pipeline.page.translated'> }).data,
    );
    const last = told.find((data) => data.level === 2 && data.pageNumber === 1);
    expect(last?.content.items[0]?.sentence_pairs).toEqual({ content: pairs });
  });

  it('says what a check still complains about, also where the memory knows it', async () => {
    engine.reset({
      faultFor: (texts) => (texts.some((text) => text.includes('1860')) ? 'lose_number' : undefined),
    });
    const id = await open(2);
    await extract(id, 0, contentOf('The winter of 1860 was cold.'));
    await extract(id, 1, contentOf('Something else first.', 'The winter of 1860 was cold.'));
    await translateAll(id);
    expect((await row(id, 0)).level1?.items[0]).toMatchObject({
      translation_problems: ['numbers'],
      confidence: 0.6,
    });
    expect((await row(id, 1)).level1?.items[1]).toMatchObject({ translation_problems: ['numbers'] });
    expect((await row(id, 1)).level1?.items[0]).not.toHaveProperty('translation_problems');
    const level1 = engine.requests.filter(({ model }) => model === 'fake-small');
    expect(level1.flatMap(({ items }) => items).filter(({ text }) => text.includes('1860'))).toHaveLength(2);
  });
});

describe('the memory of a book', () => {
  const names = 'Then Edward Casaubon met Dorothea Brooke, and Dorothea Brooke met Edward Casaubon.';

  it('is asked for once, and its terms are in the prompts of both levels', async () => {
    const id = await open(3, 'pending');
    await extract(id, 0, contentOf(names, 'Nothing here.'));
    await extract(id, 1, contentOf('It was Dorothea Brooke who spoke first of all.'));
    await extract(id, 2, contentOf('Nobody else was in the room at that time.'));
    await Promise.all([translateAll(id), translateAll(id, worker()), translateAll(id, worker())]);
    const prompts = engine.requests.map(({ user }) => JSON.parse(user) as Prompt);
    expect(prompts.filter(({ candidates }) => candidates !== undefined)).toHaveLength(1);
    const about = (part: string) =>
      prompts.filter(({ items }) => items?.some(({ text }) => text.includes(part)));
    const levels = about('who spoke first');
    expect(levels).toHaveLength(2);
    for (const { glossary } of levels)
      expect(glossary).toEqual([{ term: 'Dorothea Brooke', translation: pseudoPersian('Dorothea Brooke') }]);
    for (const prompt of about('Nobody else')) expect(prompt.glossary).toBeUndefined();
    expect(levels[1]).toMatchObject({
      document: { summary: expect.stringContaining('A text about') },
      items: [{ draft: expect.any(String) }],
    });
    expect(await runs.find(id)).toMatchObject({
      bookState: 'ready',
      bookHolder: null,
      glossaryRevision: 1,
      bookUsage: { requests: 1 },
    });
  });

  it('tells the title of the document in Persian, where it has one', async () => {
    engine.reset({ title: 'میدل‌مارچ' });
    const id = await open(1, 'pending');
    await runRows.updateOne({ _id: id }, { title: 'Middlemarch' });
    await extract(id, 0, contentOf(names));
    await translateAll(id);
    const told = await outbox.find({ key: id, type: 'pipeline.document.titled' }).lean();
    expect(told).toHaveLength(1);
    expect(JSON.stringify(told)).toContain('میدل‌مارچ');
  });

  describe('says what the document is about', () => {
    const sample = `${names} It was a long winter, and nobody in the town spoke of anything else.`;
    const told = async (id: string) =>
      (await outbox.find({ key: id, type: 'pipeline.document.described' }).sort({ _id: 1 }).lean()).map(
        ({ payload }) => (JSON.parse(payload) as { data: EventData<'pipeline.document.described'> }).data,
      );
    const asked = () => engine.requests.map(({ user }) => JSON.parse(user) as Prompt).filter(isForTerms);
    const isForTerms = ({ candidates }: Prompt) => candidates !== undefined;
    const original = {
      subtitle: 'A Study of Provincial Life',
      summary: 'A long novel of a town and of those who live in it.',
      tags: ['England', 'Marriage'],
    };

    it('in Persian, from the book’s own words, with its terms in one request', async () => {
      const id = await open(1, 'pending');
      await runRows.updateOne({ _id: id }, { title: 'Middlemarch', metadata: { file: original } });
      await extract(id, 0, contentOf(sample));
      await translateAll(id);
      expect(asked()).toMatchObject([
        {
          document: {
            ...{ title: 'Middlemarch', subtitle: original.subtitle, description: original.summary },
            keywords: original.tags,
          },
        },
      ]);
      const persian = {
        subtitle: pseudoPersian(original.subtitle),
        summary: pseudoPersian(original.summary),
        tags: original.tags.map((tag) => pseudoPersian(tag)),
      };
      expect(await told(id)).toEqual([{ documentId: id, original, persian }]);
      const run = await runs.find(id);
      expect(run).toMatchObject({ bookState: 'ready', persianMetadata: persian, bookUsage: { requests: 1 } });
      expect(run?.bookUsage.cost).toBeGreaterThan(0);
    });

    it('from its first pages where it says nothing of itself', async () => {
      const id = await open(1, 'pending');
      await extract(id, 0, contentOf(sample));
      await translateAll(id);
      const [about, ...more] = await told(id);
      expect(more).toEqual([]);
      expect(about).toMatchObject({ original: { summary: '', tags: [] } });
      expect(about?.persian?.summary).toContain(pseudoPersian('Dorothea Brooke'));
      expect(about?.persian?.tags).toContain(pseudoPersian('Dorothea Brooke'));
    });

    it('not at all where the answer is no Persian, too much or of another shape', async () => {
      engine.reset({
        about: {
          description: 'Visit https://example.org for more.',
          subtitle: 7,
          tags: ['<script>', 'x'.repeat(999)],
        },
      });
      const id = await open(1, 'pending');
      await runRows.updateOne({ _id: id }, { metadata: { file: original } });
      await extract(id, 0, contentOf(sample));
      await translateAll(id);
      expect(await told(id)).toEqual([]);
      expect(await runs.find(id)).toMatchObject({ bookState: 'ready', bookUsage: { requests: 1 } });
    });

    it('once a translator is configured, which also gives the terms found before their Persian', async () => {
      engine.reset({ title: 'میدل‌مارچ' });
      const id = await open(2, 'pending');
      await runRows.updateOne({ _id: id }, { title: 'Middlemarch', metadata: { file: original } });
      await extract(id, 0, contentOf(sample));
      await extract(id, 1, contentOf(`And ${names}`));
      const without = worker((port) => port, new MemoryOnlyTranslator());
      for (let turn = 0; turn < 4; turn += 1) {
        await endPauses();
        await without.translateNext(never);
      }
      expect(await runs.find(id)).toMatchObject({ bookState: 'unasked', bookUsage: { requests: 0 } });
      expect((await pageRows.find({ documentId: id }).lean()).map(({ reason }) => reason)).toEqual([
        'not_configured',
        'not_configured',
      ]);
      const glossary = service.app.get(GlossaryRepository);
      expect(await glossary.list(id)).toContainEqual(
        expect.objectContaining({ term: 'Dorothea Brooke', translation: '', origin: 'rules' }),
      );

      await translate.onApplicationBootstrap();
      await translateAll(id);
      expect(asked()).toHaveLength(1);
      expect(await told(id)).toMatchObject([
        { original, persian: { summary: pseudoPersian(original.summary) } },
      ]);
      expect(await outbox.countDocuments({ key: id, type: 'pipeline.document.titled' })).toBe(1);
      expect(await glossary.list(id)).toContainEqual(
        expect.objectContaining({ term: 'Dorothea Brooke', translation: pseudoPersian('Dorothea Brooke') }),
      );
    });
  });

  it('does not hold up the page that somebody waits for, whose second level has it', async () => {
    const id = await open(2, 'pending');
    await extract(id, 0, contentOf(names));
    await translate.translateNext(never);
    expect(await row(id, 0)).toMatchObject({ stage: 'translate2', glossaryRevision: 0 });
    await endPauses();
    await translate.translateNext(never);
    expect(await row(id, 0)).toMatchObject({ stage: 'translate2' });
    await extract(id, 1, contentOf('The end of it.'));
    await translateAll(id);
    expect(await row(id, 0)).toMatchObject({ stage: 'done', glossaryRevision: 1 });
  });

  it('is made by another where a worker died over it', async () => {
    const id = await open(1, 'pending');
    await extract(id, 0, contentOf(names));
    expect(await runs.claimBook(id, 'a worker that died')).toBe(true);
    await translate.translateNext(never);
    await endPauses();
    await translate.translateNext(never);
    expect(await row(id, 0)).toMatchObject({ stage: 'translate2' });
    await runRows.updateOne({ _id: id }, { bookLease: new Date(0) });
    await translateAll(id);
    expect(await runs.find(id)).toMatchObject({ bookState: 'ready' });
  });

  it('is done without where the engine has no answer to it', async () => {
    engine.reset({ faultFor: (texts) => (texts.length === 0 ? 'refuse' : undefined) });
    const id = await open(1, 'pending');
    await extract(id, 0, contentOf(names));
    await translateAll(id);
    expect(await row(id, 0)).toMatchObject({ stage: 'done' });
    const terms = await service.app.get(GlossaryRepository).list(id);
    expect(terms).toMatchObject([
      { term: 'Dorothea Brooke', translation: '', origin: 'rules', count: 2 },
      { term: 'Edward Casaubon', translation: '', origin: 'rules', count: 2 },
    ]);
  });
});

describe('the glossary in the hands of its owner', () => {
  const call = async (path: string, user: string, form?: Record<string, string | Blob>, isStaff = false) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(form ?? {})) body.append(name, value);
    const response = await fetch(`${service.url}/api/document/glossary/${path}`, {
      headers: identityHeader({ userId: user, isStaff }),
      ...(form ? { method: 'POST', body } : {}),
    });
    const text = await response.text();
    return { status: response.status, text, json: () => JSON.parse(text) as Record<string, unknown> };
  };

  it('is listed, changed and emptied, by id or key, by the owner and staff only', async () => {
    const id = await open(1);
    await runRows.updateOne({ _id: id }, { documentKey: 'the-key' });
    const put = await call('the-key/upsert/', id, {
      term: ' Candle  light ',
      translation: 'نور شمع',
      note: 'شعر',
    });
    expect(put.json()).toMatchObject({
      status: 'success',
      revision: 1,
      terms: [{ term: 'Candle light', translation: 'نور شمع', note: 'شعر', origin: 'owner' }],
    });
    await call(`${id}/upsert/`, id, { term: 'candle LIGHT', translation: 'روشنایی شمع' });
    const list = (await call(`${id}/`, 'staff', undefined, true)).json() as GlossaryResponse;
    expect(list.terms).toMatchObject([{ term: 'candle LIGHT', translation: 'روشنایی شمع', note: '' }]);
    for (const path of [`${id}/`, `${id}/export/`]) expect((await call(path, 'stranger')).status).toBe(404);
    expect((await call(`${id}/upsert/`, 'stranger', { term: 'a', translation: 'ب' })).status).toBe(404);
    expect((await call(`${id}/upsert/`, id, { term: 'a', translation: '' })).status).toBe(400);
    expect((await call(`${id}/upsert/`, id, { term: 'a⟦1⟧', translation: 'ب' })).status).toBe(400);
    expect((await call(`${id}/delete/`, id, { id: 'unknown' })).status).toBe(404);
    const emptied = await call(`${id}/delete/`, id, { id: list.terms[0]?.id ?? '' });
    expect(emptied.json()).toMatchObject({ revision: 3, terms: [] });
  });

  it('goes out as CSV and comes in again, without formulas and with the lines that don’t fit', async () => {
    const id = await open(1);
    const file = new Blob([
      'term,translation,note\r\n=1+1,جمع,\r\nwithout,,\r\n"two\nlines",دو خط,"بله، ""درست"""\r\n',
    ]);
    const taken = (await call(`${id}/import/`, id, { file })).json() as GlossaryImportResponse;
    expect(taken).toMatchObject({ imported: 2, skipped_lines: [3] });
    const out = await call(`${id}/export/`, id);
    expect(out.text).toContain("'=1+1,جمع,");
    expect(out.text).toContain('two lines,دو خط,"بله، ""درست"""');
    const other = await open(1);
    const again = (await call(`${other}/import/`, other, { file: new Blob([out.text]) })).json();
    expect(again).toMatchObject({ imported: 2, skipped_lines: [] });
    expect(
      (await call(`${id}/import/`, id, { file: new Blob([new Uint8Array([0xff, 0xfe, 0x41])]) })).status,
    ).toBe(422);
    expect((await call(`${id}/import/`, id, { file: new Blob(['a,"b']) })).json()).toMatchObject({
      code: 'GLOSSARY.INVALID_FILE',
      line: 1,
    });
    const large = new Blob(['a,b\n'.repeat(300_000)]);
    expect((await call(`${id}/import/`, id, { file: large })).status).toBe(413);
  });

  it('is applied to the pages that hold a changed term, and only their texts with it are paid for', async () => {
    const id = await open(2);
    await extract(id, 0, contentOf('The candle was lit by her.', 'Some other words here.'));
    await extract(id, 1, contentOf('Nothing was lit on this page.'));
    await translateAll(id);
    engine.reset();
    const changed = await call(`${id}/upsert/`, id, { term: 'candle', translation: 'شمع' });
    expect(changed.json()).toMatchObject({ outdated_pages: 1 });
    expect((await call(`${id}/apply/`, id, {})).json()).toEqual({ status: 'success', pages: 1 });
    await translateAll(id);
    expect([...engine.requestedTexts()]).toEqual([['The candle was lit by her.', 2]]);
    expect((await call(`${id}/`, id)).json()).toMatchObject({ outdated_pages: 0 });
  });
});

describe('what it costs', () => {
  const call = async <T>(path: string, user: string, form?: Record<string, string>): Promise<T> => {
    const body = new URLSearchParams(form);
    const response = await fetch(`${service.url}/api/document/translation-cost/${path}`, {
      headers: identityHeader({ userId: user }),
      ...(form ? { method: 'POST', body } : {}),
    });
    return { http: response.status, ...((await response.json()) as object) } as T;
  };
  const page = (n: number) =>
    contentOf(`Page number ${n} tells of many things that no other page has told before.`);

  it('is known by page, level and document, and estimated from the first pages', async () => {
    const id = await open(2, 'pending');
    for (const n of [0, 1]) await extract(id, n, page(n));
    await translateAll(id);
    const report = await call<TranslationCostResponse>(`${id}/`, id);
    expect(report).toMatchObject({
      http: 200,
      currency: 'USD',
      paused: false,
      estimate: { basis: 'text', currency: 'USD' },
    });
    expect(report.pages.map(({ page_number }) => page_number)).toEqual([0, 1]);
    const [first] = report.pages;
    const { prompt_tokens = 0, completion_tokens = 0, cost } = first?.level2 ?? {};
    expect(cost).toBeCloseTo((prompt_tokens * 10 + completion_tokens * 20) / 1e6, 12);
    expect(report.spent.requests).toBe(engine.requests.length);
    expect(report.estimate?.cost).toBeGreaterThan(0);
    const told = await outbox.find({ key: id, type: 'pipeline.document.estimated' }).lean();
    expect(told).toHaveLength(1);
    expect(await call(`${id}/`, 'stranger')).toMatchObject({ http: 404 });
  });

  it('never goes beyond the budget: pages wait, and go on when it is raised', async () => {
    const total = 12;
    const id = await open(total);
    for (let n = 0; n < total; n += 1) await extract(id, n, page(n));
    const budget = 0.12;
    expect(await call(`${id}/budget/`, id, { budget: String(budget) })).toMatchObject({
      budget,
      resumed_pages: 0,
    });
    const workers = Array.from({ length: 4 }, () => worker());
    const isOver = async () =>
      (await pageRows.countDocuments({ documentId: id, reason: 'budget_reached' })) > 0 &&
      (await pageRows.countDocuments({ documentId: id, availableAt: { $ne: null } })) === 0;
    for (let turn = 0; turn < 100 && !(await isOver()); turn += 1) {
      await endPauses();
      await Promise.all(workers.map((one) => one.translateNext(never)));
    }
    const paused = await call<TranslationCostResponse>(`${id}/`, id);
    expect(paused.paused).toBe(true);
    expect(paused.spent.cost).toBeGreaterThan(0);
    expect(paused.spent.cost).toBeLessThanOrEqual(budget);
    const waiting = await outbox.find({ key: id, type: 'pipeline.page.translation-waiting' }).lean();
    expect(waiting.every(({ payload }) => payload.includes('"budget_reached"'))).toBe(true);
    const before = engine.requests.length;
    const raised = await call<TranslationBudgetResponse>(`${id}/budget/`, id, { budget: '100' });
    expect(raised.resumed_pages).toBe(waiting.length);
    await translateAll(id);
    expect(engine.requests.length).toBeGreaterThan(before);
    expect([...engine.requestedTexts().values()].every((times) => times === 2)).toBe(true);
    expect(await call(`${id}/`, id)).toMatchObject({ paused: false });
  });

  it('counts what the document is about, which waits until the budget has room for it', async () => {
    const id = await open(3, 'pending');
    await runRows.updateOne(
      { _id: id },
      { metadata: { file: { summary: 'A book about the sea and its people.' } } },
    );
    for (let n = 0; n < 3; n += 1) await extract(id, n, contentOf(`The harbour on day ${100 + n} was full.`));
    await runs.setBudget(id, 0.01);
    for (let turn = 0; turn < 8; turn += 1) {
      await endPauses();
      await translate.translateNext(never);
    }
    expect(await runs.find(id)).toMatchObject({ bookState: 'unasked', bookUsage: { requests: 0 } });
    expect(await outbox.countDocuments({ key: id, type: 'pipeline.document.described' })).toBe(0);
    await call(`${id}/budget/`, id, { budget: '100' });
    await translateAll(id);
    const run = await runs.find(id);
    expect(run).toMatchObject({ bookState: 'ready', bookUsage: { requests: 1 } });
    expect(run?.bookUsage.cost).toBeGreaterThan(0);
    expect(await outbox.countDocuments({ key: id, type: 'pipeline.document.described' })).toBe(1);
  });
});

describe('a book whose text repeats itself', () => {
  const PAGES = 40;
  const PARAGRAPHS = 10;
  /** Each page has one paragraph of ten that stands on other pages too, and a sentence that goes on on the next. */
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
  /** The page a text of the book is on, by the day it tells of; none for what stands on many. */
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
  const book = async (): Promise<string> => {
    const id = await open(PAGES, 'pending');
    for (let n = 0; n < PAGES; n += 1) await extract(id, n, bookPage(n));
    // Nobody waits for a page: not even the first goes ahead of the book's terms.
    await pageRows.updateMany({ documentId: id }, { $inc: { rank: 1 } });
    return id;
  };

  it('is paid for once, however many workers are at it', async () => {
    const id = await book();
    await Promise.all([0, 1, 2, 3].map(() => translateAll(id, worker())));
    const counts = byLevel();
    expect([...counts].filter(([, times]) => times > 1)).toEqual([]);
    expect([...counts.keys()].filter((text) => text.includes('every chapter'))).toHaveLength(2 * 6);
    expect(await pageRows.countDocuments({ documentId: id, stage: 'done' })).toBe(PAGES);
  }, 120_000);

  it('repeats no more than the running calls when a worker dies in the middle', async () => {
    const id = await book();
    engine.reset({ latencyMs: 100 });
    const { worker: mortal, die, bury } = mortalWorker();
    const hands = [0, 1, 2].map(() => translateAll(id, mortal).catch(() => undefined));
    while (engine.requests.length < 40 || engine.running() === 0)
      await new Promise((done) => setTimeout(done, 5));
    die();
    const before = engine.requests.length;
    engine.settings.latencyMs = 0;
    const known = await memoryRows.find({ ownerId: id }).lean();
    const kept = new Set(known.map(({ level, text }) => `${level} ${text}`));
    // What a dead process holds runs out by itself; here at once.
    await pageRows.updateMany({ documentId: id, leaseToken: { $ne: null } }, { availableAt: new Date(0) });
    await service.app
      .get<Model<MemoryClaim>>(getModelToken(CLAIM_MODEL))
      .updateMany({}, { expiresAt: new Date(0) });
    await runRows.updateMany({ bookHolder: { $ne: null } }, { bookLease: new Date(0) });
    await Promise.all([0, 1].map(() => translateAll(id, worker())));
    bury();
    await Promise.all(hands);
    const asked = engine.requests.map(({ model, items }) =>
      items.map(({ text }) => `${LEVEL_OF[model]} ${text}`),
    );
    const seen = new Set(asked.slice(0, before).flat());
    // A call runs until its answer is kept: what was answered and is on its way into the memory counts as running.
    const lost = [...seen].filter((text) => !kept.has(text));
    const repeated = asked
      .slice(before)
      .flat()
      .filter((text) => seen.has(text));
    expect(repeated.filter((text) => !lost.includes(text))).toEqual([]);
    expect(new Set(lost.flatMap(pageOf)).size).toBeLessThanOrEqual(hands.length);
    expect([...byLevel().values()].every((times) => times <= 2)).toBe(true);
    expect(await pageRows.countDocuments({ documentId: id, stage: 'done' })).toBe(PAGES);
  }, 120_000);
});
