import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { DocumentEventsService } from '../../src/features/document-events/document-events.service.js';
import { PageImageBacklog } from '../../src/features/page-tasks/page-image-backlog.service.js';
import { PageTaskRepository } from '../../src/features/page-tasks/page-task.repository.js';
import { PAGE_TASK, type PageTaskRow } from '../../src/features/page-tasks/page-task.schema.js';
import { PageQueueRepository } from '../../src/features/pages/page-queue.repository.js';
import { PageWorkRepository } from '../../src/features/pages/page-work.repository.js';
import { PAGE, PAGE_CLAIMS, type PageRow, type PageStage } from '../../src/features/pages/page.schema.js';
import { RunRepository } from '../../src/features/runs/run.repository.js';
import { RUN, type RunRow } from '../../src/features/runs/run.schema.js';
import { pipelineService } from '../../src/service-options.js';

/** `hoarder` has many documents waiting; `reader` comes later with one. */
const HOARD = 40;
const PAGES = 3;

let stack: TestStack;
let service: TestService;
let runs: RunRepository;
let pages: PageWorkRepository;
let tasks: PageTaskRepository;
let unitOfWork: UnitOfWork;
let pageRows: Model<PageRow>;
let taskRows: Model<PageTaskRow>;
let runRows: Model<RunRow>;

beforeAll(async () => {
  stack = await TestStack.create();
  service = await startTestService(stack, (env) => pipelineService('serve', env));
  const { app } = service;
  [runs, pages, tasks] = [app.get(RunRepository), app.get(PageWorkRepository), app.get(PageTaskRepository)];
  unitOfWork = app.get(UnitOfWork);
  pageRows = app.get<Model<PageRow>>(getModelToken(PAGE));
  taskRows = app.get<Model<PageTaskRow>>(getModelToken(PAGE_TASK));
  runRows = app.get<Model<RunRow>>(getModelToken(RUN));
}, 60_000);

afterAll(async () => {
  await service?.stop();
  await stack?.drop();
}, 60_000);

beforeEach(async () => {
  await Promise.all([pageRows.deleteMany({}), taskRows.deleteMany({}), runRows.deleteMany({})]);
});

const hoarded = (n: number): string => `hoard${String(n).padStart(3, '0')}`;
/** Adds a document with its pages and their image tasks. */
const add = (documentId: string, ownerId: string, total = PAGES): Promise<void> =>
  unitOfWork.run(async (tx) => {
    await pages.createAll(documentId, ownerId, total, tx);
    await tasks.createImages({ documentId, ownerId }, total, tx);
  });
const addHoard = async (): Promise<void> => {
  for (let n = 0; n < HOARD; n += 1) await add(hoarded(n), 'hoarder');
};
const move = (documentId: string, pageNumber: number): Promise<void> =>
  unitOfWork.run((tx) => service.app.get(DocumentEventsService).moveReader({ documentId, pageNumber }, tx));
/** The ids of the first claims, in order. */
const first = async (count: number, claim: () => Promise<{ _id: string } | null>): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await claim())?._id ?? 'none');
  return ids;
};
const toStage = (stage: PageStage) => pageRows.updateMany({}, { stage });

describe('one owner with many documents waiting', () => {
  it.each<[string, readonly PageStage[]]>([
    ['extract', ['extract']],
    ['translate1', ['translate1', 'translate2']],
    ['translate2', ['translate1', 'translate2']],
  ])('delays a page of another owner by one claim in %s', async (stage, stages) => {
    await addHoard();
    await add('book', 'reader');
    await toStage(stage as PageStage);
    const claims = await first(6, () => pages.claim(stages));
    expect(claims.filter((id) => id.startsWith('book'))).toEqual(['book:0', 'book:1', 'book:2']);
    expect(claims.slice(0, 2)).toContain('book:0');
  });

  it('gets a page of each of its documents before a second page of any', async () => {
    await addHoard();
    const claims = await first(HOARD + 1, () => pages.claim(['extract']));
    expect(claims.slice(0, HOARD)).toEqual(Array.from({ length: HOARD }, (_, n) => `${hoarded(n)}:0`));
    expect(claims.at(-1)).toBe(`${hoarded(0)}:1`);
  });

  it('delays the inspection of another document by one claim', async () => {
    const register = (documentId: string, ownerId: string) =>
      unitOfWork.run((tx) =>
        runs.create(
          {
            ...{ documentId, ownerId, objectKey: 'k', fileName: 'a.pdf', size: 6 },
            ...{ kind: 'pdf', language: 'en', sha256: '0'.repeat(64) },
          },
          tx,
        ),
      );
    for (let n = 0; n < HOARD; n += 1) await register(hoarded(n), 'hoarder');
    await register('book', 'reader');
    const claims = await first(5, () => runs.claim());
    expect(claims.slice(0, 2)).toContain('book');
    expect(claims.filter((id) => id !== 'book')).toEqual([0, 1, 2, 3].map(hoarded));
  });

  it('delays no page that a reader of another document has open, even if all its own documents are open', async () => {
    await addHoard();
    await add('book', 'reader', 40);
    for (let n = 0; n < HOARD; n += 1) await move(hoarded(n), 0);
    await move('book', 20);
    const claims = await first(14, () => pages.claim(['extract']));
    const window = claims.filter((id) => id.startsWith('book:2'));
    expect(window).toEqual([20, 21, 22, 23, 24, 25].map((n) => `book:${n}`));
  });

  it('delays a page that nobody has open by a few claims, even if all its own documents are open', async () => {
    await addHoard();
    await add('book', 'reader');
    for (let n = 0; n < HOARD; n += 1) await move(hoarded(n), 0);
    expect(await first(9, () => pages.claim(['extract']))).toContain('book:0');
  });

  it('delays speech and page images of another owner by one claim', async () => {
    await addHoard();
    await add('book', 'reader');
    for (const documentId of [...Array.from({ length: HOARD }, (_, n) => hoarded(n)), 'book'])
      await unitOfWork.run((tx) =>
        tasks.requestSpeech(
          { documentId, ownerId: documentId === 'book' ? 'reader' : 'hoarder', pageNumber: 0 },
          true,
          tx,
        ),
      );
    const claimTask = async (kind: PageTaskRow['kind']) => (await tasks.claim({ kind }))[0] ?? null;
    for (const kind of ['speech', 'page-image'] as const)
      expect(await first(2, () => claimTask(kind))).toContain(`${kind}:book:0`);
  });

  it('does not keep others from page images while its own text waits', async () => {
    await addHoard();
    await add('book', 'reader');
    await pageRows.updateMany({ ownerId: 'reader' }, { stage: 'done', availableAt: null });
    const backlog = service.app.get(PageImageBacklog);
    expect(await backlog.count(1_000)).toBe(HOARD + PAGES);
    const batches: string[][] = [];
    for (let batch = await backlog.claim(); batch.length > 0; batch = await backlog.claim())
      batches.push(batch.map(({ documentId, pageNumber }) => `${documentId}:${pageNumber}`));
    expect(batches).toContainEqual(['book:0', 'book:1', 'book:2']);
    expect(batches).toHaveLength(HOARD + 1);
    expect(batches.flat().filter((id) => id.startsWith('hoard') && !id.endsWith(':0'))).toEqual([]);
  });
});

describe('page images', () => {
  it('of the pages that a reader has open come first, while text waits too', async () => {
    await add('book', 'reader', 40);
    await move('book', 5);
    await move('book', 20);
    const backlog = service.app.get(PageImageBacklog);
    const numbers = async () => (await backlog.claim()).map(({ pageNumber }) => pageNumber);
    expect(await numbers()).toEqual([20, 21, 22, 23, 24, 25]);
    expect(await numbers()).toEqual([0]);
    expect(await numbers()).toEqual([]);
  });

  it('of an earlier version get their owner, or are deleted with an unknown document', async () => {
    await taskRows.collection.insertMany(
      ['known', 'unknown'].map((documentId) => ({
        ...{ _id: `page-image:${documentId}:0`, kind: 'page-image', documentId, pageNumber: 0 },
        ...{ availableAt: new Date(0), leaseToken: null, attempts: 0 },
      })) as never[],
    );
    await tasks.addOwners((documentId) => Promise.resolve(documentId === 'known' ? 'reader' : null));
    expect(await taskRows.find().lean()).toMatchObject([{ documentId: 'known', ownerId: 'reader', rank: 0 }]);
  });
});

describe('a claim', () => {
  it('examines a few index entries while thousands of pages wait', async () => {
    const total = 5_000;
    for (let n = 0; n < 10; n += 1) await add(hoarded(n), 'hoarder', total / 10);
    await pageRows.updateMany({ pageNumber: { $lt: 300 } }, { availableAt: null });
    await add('book', 'reader');
    type Stats = { executionStats: { totalKeysExamined: number; totalDocsExamined: number } };
    const keysOf = async (query: { explain: (mode: 'executionStats') => unknown }): Promise<number> => {
      const { executionStats } = (await query.explain('executionStats')) as Stats;
      return executionStats.totalKeysExamined;
    };
    const available = { availableAt: { $gte: new Date(0), $lte: new Date() } };
    const stages = { stage: { $in: ['extract' as const, 'translate1' as const] } };
    const claim = pageRows.find({ ...stages, ...available, rank: { $gte: 0 }, ownerId: { $gt: '' } });
    claim.sort({ ownerId: 1, rank: 1, _id: 1 }).limit(1).hint(PAGE_CLAIMS.normal);
    expect(await keysOf(claim.clone())).toBeLessThan(20);
    const urgent = pageRows.find({ ...stages, ...available, rank: { $lt: 0 }, ownerId: { $gt: '' } });
    urgent.sort({ ownerId: 1, rank: 1, _id: 1 }).limit(1).hint(PAGE_CLAIMS.urgent);
    expect(await keysOf(urgent.clone())).toBeLessThan(20);
    const distinct = (await pageRows.db.db?.command({
      explain: { distinct: 'pages', key: 'ownerId', query: { stage: 'extract', ...available } },
      verbosity: 'executionStats',
    })) as Stats;
    expect(distinct.executionStats.totalKeysExamined).toBeLessThan(20);
    expect((await service.app.get(PageQueueRepository).ownersOf('extract')).sort()).toEqual([
      'hoarder',
      'reader',
    ]);
  }, 60_000);
});
