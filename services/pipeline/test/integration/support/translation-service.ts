import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { ContentItem, PageContent, TranslatedContent } from '@hamkhan/contracts/content';
import type { EventData, EventType } from '@hamkhan/contracts/events/registry';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { OUTBOX, type OutboxRow } from '@hamkhan/platform/kafka/outbox.schema';
import { LeaseLostError } from '@hamkhan/platform/lease/hold-lease';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { createLogger } from '@hamkhan/platform/observability/logger';
import { FakeOpenAiServer } from '@hamkhan/testing/fake-openai-server';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack, type TestEnv } from '@hamkhan/testing/test-stack';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { CONFIG, type PipelineConfig } from '../../../src/config.js';
import { CostService } from '../../../src/features/cost/cost.service.js';
import { BookMemoryService } from '../../../src/features/glossary/book-memory.service.js';
import { GlossaryRepository } from '../../../src/features/glossary/glossary.repository.js';
import { TermSearchService } from '../../../src/features/glossary/term-search.service.js';
import { MetadataService } from '../../../src/features/metadata/metadata.service.js';
import { PageTaskRepository } from '../../../src/features/page-tasks/page-task.repository.js';
import { PageContentRepository } from '../../../src/features/pages/page-content.repository.js';
import { PageCostRepository } from '../../../src/features/pages/page-cost.repository.js';
import { PageWorkRepository, type LeasedPage } from '../../../src/features/pages/page-work.repository.js';
import { PAGE, type PageRow } from '../../../src/features/pages/page.schema.js';
import { RunRepository } from '../../../src/features/runs/run.repository.js';
import { RUN, type RunRow } from '../../../src/features/runs/run.schema.js';
import { TranslateStageService } from '../../../src/features/translate/translate-stage.service.js';
import type { MemoryStore } from '../../../src/features/translation-memory/memory-store.js';
import { TranslationMemoryRepository } from '../../../src/features/translation-memory/translation-memory.repository.js';
import { TranslationMemory } from '../../../src/features/translation-memory/translation-memory.service.js';
import type { Translator } from '../../../src/infra/translator/translator.js';
import { TRANSLATOR } from '../../../src/infra/translator/translator.provider.js';
import { pipelineService } from '../../../src/service-options.js';

export let engine: FakeOpenAiServer;
export let service: TestService;
export let runs: RunRepository;
export let runRows: Model<RunRow>;
export let pageRows: Model<PageRow>;
export let outbox: Model<OutboxRow>;
/** A worker that tests call directly. */
export let translate: TranslateStageService;
let pages: PageWorkRepository;
let contents: PageContentRepository;
let unitOfWork: UnitOfWork;

/** Starts the pipeline with a fake language model for the tests of a file. Each test begins without documents. */
export function useTranslationService(settings: TestEnv = {}): void {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await TestStack.create();
    engine = await FakeOpenAiServer.start();
    service = await startTestService(stack, (env) => pipelineService('serve', env), {
      OPENAI_BASE_URL: engine.url,
      OPENAI_MODEL_LEVEL1: 'fake-small',
      OPENAI_MODEL_LEVEL2: 'fake-large',
      OPENAI_PRICES_LEVEL1: '1/2',
      OPENAI_PRICES_LEVEL2: '10/20',
      ...settings,
    });
    const { app } = service;
    runs = app.get(RunRepository);
    pages = app.get(PageWorkRepository);
    contents = app.get(PageContentRepository);
    unitOfWork = app.get(UnitOfWork);
    runRows = app.get<Model<RunRow>>(getModelToken(RUN));
    pageRows = app.get<Model<PageRow>>(getModelToken(PAGE));
    outbox = app.get<Model<OutboxRow>>(getModelToken(OUTBOX));
    translate = createWorker();
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
}

/** Creates a worker like the one of another process. `wrap` can intercept its calls to the stores. */
export function createWorker(
  wrap: <T extends object>(port: T) => T = (port) => port,
  translator: Translator = service.app.get<Translator>(TRANSLATOR),
): TranslateStageService {
  const { app } = service;
  const log = createLogger('translate-test', 'silent');
  const [ownRuns, ownPages, ownContents, ownUnit] = [
    wrap(runs),
    wrap(pages),
    wrap(contents),
    wrap(unitOfWork),
  ];
  const memory = new TranslationMemory(wrap<MemoryStore>(app.get(TranslationMemoryRepository)), {
    pollMs: 20,
  });
  const [glossary, costs, events] = [app.get(GlossaryRepository), app.get(CostService), app.get(Outbox)];
  const metadata = new MetadataService(ownRuns, events);
  const termSearch = new TermSearchService(
    ...([ownRuns, ownContents, glossary, costs, metadata, ownUnit, events, translator, log] as const),
  );
  return new TranslateStageService(
    ownRuns,
    ownPages,
    ownContents,
    wrap(app.get(PageCostRepository)),
    memory,
    new BookMemoryService(ownRuns, ownPages, ownContents, glossary, costs, termSearch, translator),
    costs,
    wrap(app.get(PageTaskRepository)),
    ownUnit,
    events,
    translator,
    app.get<PipelineConfig>(CONFIG),
    log,
  );
}

/** Creates a worker that can crash. After `crash` no call reaches a store or returns, until `end` rejects all of them. */
export function createCrashableWorker(): {
  worker: TranslateStageService;
  crash: () => void;
  end: () => void;
} {
  let hasCrashed = false;
  let hasEnded = false;
  const pending: ((reason: Error) => void)[] = [];
  const hang = () =>
    new Promise<never>((_, reject) => (hasEnded ? reject(new LeaseLostError()) : pending.push(reject)));
  const wrap = <T extends object>(port: T): T =>
    new Proxy(port, {
      get: (target, name) => {
        const own: unknown = Reflect.get(target, name);
        if (typeof own !== 'function') return own;
        return (...args: unknown[]) =>
          hasCrashed
            ? hang()
            : Promise.resolve(Reflect.apply(own, target, args)).then((result: unknown) =>
                hasCrashed ? hang() : result,
              );
      },
    });
  return {
    worker: createWorker(wrap),
    crash: () => (hasCrashed = true),
    end: () => {
      hasEnded = true;
      for (const reject of pending) reject(new LeaseLostError());
    },
  };
}

export type Prompt = {
  document?: { summary?: string; description?: string };
  glossary?: { term: string; translation: string }[];
  candidates?: string[];
  items?: { text: string; draft?: string }[];
};

export const never = new AbortController().signal;

export const contentOf = (...texts: string[]): PageContent => ({
  items: texts.map((content, index): ContentItem => ({ id: `i${index}`, type: 'text', content })),
  page_info: { page_type: 'text' },
});

/**
 * Creates a document with `total` unextracted pages; unless `termsState` says otherwise, its terms are already searched. Its owner has no
 * other document unless given.
 */
export async function createDocument(
  total: number,
  termsState: RunRow['termsState'] = 'ready',
  owner?: { ownerId: string; ownerIsStaff?: boolean },
): Promise<string> {
  const documentId = randomUUID();
  const { ownerId } = owner ?? { ownerId: documentId };
  const document = { documentId, ownerId, ...owner, objectKey: 'k', fileName: 'a.pdf', size: 6 };
  await unitOfWork.run(async (tx) => {
    await runs.create({ ...document, kind: 'pdf', language: 'en', sha256: '0'.repeat(64) }, tx);
    await pages.createAll(documentId, ownerId, total, tx);
  });
  await runRows.updateOne({ _id: documentId }, { termsState });
  return documentId;
}

/** Stores the text of a page. */
export async function extract(documentId: string, pageNumber: number, content: PageContent): Promise<void> {
  const leaseToken = randomUUID();
  const page = await pageRows
    .findOneAndUpdate(
      { documentId, pageNumber, stage: 'extract' },
      { leaseToken },
      { returnDocument: 'after' },
    )
    .lean<LeasedPage>();
  if (!page) throw new Error('the page is extracted already');
  await unitOfWork.run((tx) => contents.saveOriginal(page, content, tx));
}

export const endDelays = (): Promise<unknown> =>
  pageRows.updateMany({ leaseToken: null, availableAt: { $ne: null } }, { availableAt: new Date(0) });

/** Translates until nothing is left, without the delays of a real worker. */
export async function translateAll(documentId: string, by = translate): Promise<void> {
  for (let turn = 0; turn < 4_000; turn += 1) {
    const left = await pageRows.countDocuments({ documentId, stage: { $in: ['translate1', 'translate2'] } });
    if (left === 0) return;
    await endDelays();
    await by.translateNext(never);
  }
  throw new Error('the translation does not end');
}

export async function findPage(documentId: string, pageNumber: number): Promise<PageRow> {
  const found = await pageRows.findOne({ documentId, pageNumber }).lean();
  if (!found) throw new Error('no such page');
  return found;
}

export const textOf = (content: TranslatedContent | null | undefined, item: number): string =>
  content?.items[item]?.content ?? '';

/** How often a text with this part was sent to the engine. */
export const timesRequested = (part: string): number =>
  [...engine.requestedTexts()]
    .filter(([text]) => text.includes(part))
    .reduce((sum, [, times]) => sum + times, 0);

/** The published events of a document, in order. */
export const eventsOf = async <T extends EventType>(documentId: string, type: T): Promise<EventData<T>[]> =>
  (await outbox.find({ key: documentId, type }).sort({ _id: 1 }).lean()).map(
    ({ payload }) => (JSON.parse(payload) as { data: EventData<T> }).data,
  );
