import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContentItem } from '@hamkhan/contracts/content';
import type { EventData, EventType } from '@hamkhan/contracts/events/registry';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { OUTBOX, type OutboxRow } from '@hamkhan/platform/kafka/outbox.schema';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import { createLogger } from '@hamkhan/platform/observability/logger';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { ConversionError } from '@hamkhan/converter/conversion-error';
import type { ExtractedPage } from '@hamkhan/converter/converter';
import { MetadataService } from '../../src/features/metadata/metadata.service.js';
import { CostService } from '../../src/features/cost/cost.service.js';
import { ExtractService } from '../../src/features/extract/extract.service.js';
import { InspectService } from '../../src/features/inspect/inspect.service.js';
import { MAX_ATTEMPTS, MAX_CRASHES } from '../../src/features/pages/page.domain.js';
import { PageContentRepository } from '../../src/features/pages/page-content.repository.js';
import { PageQueueRepository } from '../../src/features/pages/page-queue.repository.js';
import { PageWorkRepository } from '../../src/features/pages/page-work.repository.js';
import { PAGE, type PageRow } from '../../src/features/pages/page.schema.js';
import { RunRepository } from '../../src/features/runs/run.repository.js';
import { RUN, type RunRow } from '../../src/features/runs/run.schema.js';
import { SourceFileService } from '../../src/features/source-file/source-file.service.js';
import { PageImageBacklog } from '../../src/features/page-tasks/page-image-backlog.service.js';
import { RenderService } from '../../src/features/render/render.service.js';
import { PageTaskRepository } from '../../src/features/page-tasks/page-task.repository.js';
import { PAGE_TASK, type PageTaskRow } from '../../src/features/page-tasks/page-task.schema.js';
import { pipelineService } from '../../src/service-options.js';
import { imagesOf, inspection, pageOf, ScriptedConverter, TOTAL } from './support/scripted-converter.js';

const OBJECT_KEY = 'originals/a-file';

const outage = (): Error => Object.assign(new Error('outage'), { code: 'ECONNREFUSED' });

let stack: TestStack;
let service: TestService;
let sources: SourceFileService;
let runs: RunRepository;
let pages: PageWorkRepository;
let contents: PageContentRepository;
let unitOfWork: UnitOfWork;
let runRows: Model<RunRow>;
let pageRows: Model<PageRow>;
let outbox: Model<OutboxRow>;
let converter: ScriptedConverter;
let inspect: InspectService;
let extract: ExtractService;
let render: RenderService;
let taskRows: Model<PageTaskRow>;
let objects: ObjectStore;

beforeAll(async () => {
  stack = await TestStack.create();
  service = await startTestService(stack, (env) => pipelineService('serve', env));
  const { app } = service;
  objects = app.get(ObjectStore);
  await objects.putBytes(OBJECT_KEY, Buffer.from('a file'), 'application/pdf');
  sources = new SourceFileService(objects);
  await sources.onModuleInit();
  [runs, pages, unitOfWork] = [app.get(RunRepository), app.get(PageWorkRepository), app.get(UnitOfWork)];
  contents = app.get(PageContentRepository);
  runRows = app.get<Model<RunRow>>(getModelToken(RUN));
  pageRows = app.get<Model<PageRow>>(getModelToken(PAGE));
  outbox = app.get<Model<OutboxRow>>(getModelToken(OUTBOX));
  const events = app.get(Outbox);
  const log = createLogger('stages-test', 'silent');
  const metadata = new MetadataService(runs, events);
  converter = new ScriptedConverter();
  inspect = new InspectService(
    runs,
    pages,
    app.get(PageTaskRepository),
    sources,
    converter,
    app.get(CostService),
    metadata,
    unitOfWork,
    events,
    log,
  );
  extract = new ExtractService(
    ...([runs, pages, app.get(PageQueueRepository), contents, sources, converter, objects] as const),
    ...([metadata, unitOfWork, events, log] as const),
  );
  render = new RenderService(
    app.get(PageImageBacklog),
    app.get(PageTaskRepository),
    pages,
    runs,
    sources,
    converter,
    objects,
    unitOfWork,
    events,
    log,
  );
  taskRows = app.get<Model<PageTaskRow>>(getModelToken(PAGE_TASK));
}, 60_000);

afterAll(async () => {
  await sources?.onModuleDestroy();
  await service?.stop();
  await stack?.drop();
}, 60_000);

beforeEach(async () => {
  await Promise.all([runRows.deleteMany({}), pageRows.deleteMany({}), taskRows.deleteMany({})]);
  Object.assign(converter, new ScriptedConverter());
});

/** Registers a document, as its upload event does. */
async function register(): Promise<string> {
  const documentId = randomUUID();
  const document = { documentId, ownerId: 'owner', objectKey: OBJECT_KEY, fileName: 'a.pdf', size: 6 };
  await unitOfWork.run((tx) =>
    runs.create({ ...document, kind: 'pdf', language: 'en', sha256: '0'.repeat(64) }, tx),
  );
  return documentId;
}

const never = (): AbortSignal => new AbortController().signal;
/** Ends delays between attempts at once. */
const endDelays = async (): Promise<void> => {
  for (const rows of [runRows as Model<RunRow | PageRow>, pageRows as Model<RunRow | PageRow>])
    await rows.updateMany({ leaseToken: null, availableAt: { $ne: null } }, { availableAt: new Date(0) });
};
const eventsOf = async (documentId: string, type: EventType): Promise<{ data: object }[]> =>
  (await outbox.find({ key: documentId, type }).sort({ _id: 1 }).lean()).map(
    ({ payload }) => JSON.parse(payload) as { data: object },
  );
const stagesOf = async (documentId: string): Promise<string[]> =>
  (await pageRows.find({ documentId }).sort({ pageNumber: 1 }).lean()).map(({ stage }) => stage);
/** Extracts until nothing is left, without the delays of a real worker. */
async function extractAll(documentId: string): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) {
    if (!(await stagesOf(documentId)).includes('extract')) return;
    await endDelays();
    await extract.extractNext(never());
  }
  throw new Error(`not all pages were extracted: ${(await stagesOf(documentId)).join()}`);
}

describe('inspect', () => {
  it('creates the pages of a document once and publishes the result', async () => {
    const id = await register();
    await inspect.inspectNext(never());
    await inspect.inspectNext(never());
    expect(converter.inspections).toBe(1);
    expect(await stagesOf(id)).toEqual(Array.from({ length: TOTAL }, () => 'extract'));
    expect(await eventsOf(id, 'pipeline.document.inspected')).toHaveLength(1);
  });

  it('publishes the metadata of the file if it has any', async () => {
    const silent = await register();
    await inspect.inspectNext(never());
    expect(await eventsOf(silent, 'pipeline.document.described')).toEqual([]);
    const file = { subtitle: 'A study', summary: 'What it says of itself.', tags: ['sea', 'fog'] };
    converter.onInspect = () => Promise.resolve({ ...inspection(), ...file });
    const id = await register();
    await inspect.inspectNext(never());
    expect(await eventsOf(id, 'pipeline.document.described')).toMatchObject([
      { data: { documentId: id, original: file, persian: null } },
    ]);
  });

  it('fails at once with the reason if a retry can’t help', async () => {
    const id = await register();
    converter.onInspect = () => Promise.reject(new ConversionError('encrypted'));
    await inspect.inspectNext(never());
    expect(await runRows.findById(id).lean()).toMatchObject({ state: 'failed', leaseToken: null });
    expect(await eventsOf(id, 'pipeline.document.failed')).toMatchObject([{ data: { reason: 'encrypted' } }]);
  });

  it('fails after three crashes of the converter', async () => {
    const id = await register();
    converter.onInspect = () => Promise.reject(new ConversionError('crashed'));
    for (let turn = 0; turn < MAX_ATTEMPTS + 1; turn += 1) {
      await endDelays();
      await inspect.inspectNext(never());
    }
    expect(converter.inspections).toBe(MAX_ATTEMPTS);
    expect(await eventsOf(id, 'pipeline.document.failed')).toMatchObject([{ data: { reason: 'crashed' } }]);
  });

  it('fails without another attempt after crashing several workers', async () => {
    const id = await register();
    for (let death = 0; death < MAX_CRASHES; death += 1) {
      expect(await runs.claim()).toMatchObject({ _id: id, crashes: death });
      await runRows.updateOne({ _id: id }, { availableAt: new Date(0) });
    }
    await inspect.inspectNext(never());
    expect(converter.inspections).toBe(0);
    expect(await eventsOf(id, 'pipeline.document.failed')).toMatchObject([{ data: { reason: 'crashed' } }]);
  });

  it('runs at low priority while other documents of the owner wait', async () => {
    await register();
    await register();
    await inspect.inspectNext(never());
    await inspect.inspectNext(never());
    expect(converter.priorities).toEqual(['low', 'normal']);
  });

  it('waits during an outage and counts no attempt', async () => {
    const id = await register();
    converter.onInspect = () => Promise.reject(outage());
    await inspect.inspectNext(never());
    expect(await runRows.findById(id).lean()).toMatchObject({
      state: 'queued',
      attempts: 0,
      leaseToken: null,
    });
  });
});

describe('extract', () => {
  let id: string;
  beforeEach(async () => {
    id = await register();
    await inspect.inspectNext(never());
  });

  it('processes every page once', async () => {
    await extractAll(id);
    expect(await stagesOf(id)).toEqual(Array.from({ length: TOTAL }, () => 'translate1'));
    const converted = await eventsOf(id, 'pipeline.page.converted');
    expect(converted.map(({ data }) => (data as { pageNumber: number }).pageNumber).sort()).toEqual([
      0, 1, 2, 3, 4,
    ]);
  });

  it('runs at normal priority for the only document of an owner, and for a page that a reader has open', async () => {
    await extract.extractNext(never());
    await extract.extractNext(never());
    expect(converter.priorities.splice(0)).toEqual(['normal', 'normal', 'low']);
    const [one, other] = [await register(), await register()];
    await inspect.inspectNext(never());
    await inspect.inspectNext(never());
    converter.priorities = [];
    await extract.extractNext(never());
    await unitOfWork.run((tx) => pages.moveReader(other, 3, tx));
    await unitOfWork.run((tx) => pages.moveReader(one, 4, tx));
    await extract.extractNext(never());
    expect(converter.priorities).toEqual(['low', 'normal']);
  });

  it('publishes abstract and keywords of a first page, and again only if reprocessing changes them', async () => {
    const abstract =
      'We show how a thing that nobody looked at can be seen by everybody, and what that costs.';
    const items = [
      { id: 'h', type: 'heading', level: 2, content: 'Abstract' },
      { id: 'a', type: 'text', content: abstract },
      { id: 'k', type: 'text', content: 'Keywords: sight; cost' },
    ] satisfies ContentItem[];
    const article = (page: number): ExtractedPage => ({
      ...pageOf(page),
      content: { items, page_info: { page_type: 'text' } },
    });
    converter.onPage = (page) => Promise.resolve(page === 1 ? article(page) : pageOf(page));
    await extractAll(id);
    const described = async () =>
      (await eventsOf(id, 'pipeline.document.described')).map(
        ({ data }) => (data as EventData<'pipeline.document.described'>).original,
      );
    const original = { subtitle: '', summary: abstract, tags: ['sight', 'cost'] };
    expect(await described()).toEqual([original]);

    const again = async () => {
      await unitOfWork.run((tx) => pages.reextract(id, 1, tx));
      await extractAll(id);
    };
    await again();
    expect(await described()).toEqual([original]);
    converter.onPage = (page) => Promise.resolve(pageOf(page));
    await again();
    expect(await described()).toEqual([original, { subtitle: '', summary: '', tags: [] }]);
  });

  it('isolates a page that crashes the converter and fails it alone', async () => {
    converter.onPage = (page) =>
      page === 1 ? Promise.reject(new ConversionError('crashed')) : Promise.resolve(pageOf(page));
    await extractAll(id);
    expect(await stagesOf(id)).toEqual(['translate1', 'failed', 'translate1', 'translate1', 'translate1']);
    expect(converter.requested.filter(({ from, to }) => from === 1 && to === 1)).toHaveLength(MAX_ATTEMPTS);
    expect(await eventsOf(id, 'pipeline.page.failed')).toMatchObject([
      { data: { pageNumber: 1, reason: 'crashed' } },
    ]);
    expect(await eventsOf(id, 'pipeline.page.converted')).toHaveLength(TOTAL - 1);
  });

  it('continues after a page that can’t be read', async () => {
    converter.onPage = (page) =>
      Promise.resolve(
        page === 0 ? { pageNumber: 0, error: new ConversionError('page_too_large') } : pageOf(page),
      );
    await extractAll(id);
    expect((await stagesOf(id))[0]).toBe('failed');
    expect(converter.requested[0]).toEqual({ from: 0, to: 2 });
    expect(await eventsOf(id, 'pipeline.page.failed')).toMatchObject([
      { data: { reason: 'page_too_large' } },
    ]);
  });

  it('fails a page whose text is too large for an event', async () => {
    converter.onPage = (page) => {
      const made = pageOf(page);
      const item = { type: 'text' as const, content: 'x'.repeat(200_000) };
      const items = Array.from({ length: 12 }, (_, n) => ({ ...item, id: String(n) }));
      return Promise.resolve(page === 2 ? { ...made, content: { ...made.content, items } } : made);
    };
    await extractAll(id);
    expect(await stagesOf(id)).toEqual(['translate1', 'translate1', 'failed', 'translate1', 'translate1']);
    expect(await eventsOf(id, 'pipeline.page.failed')).toMatchObject([
      { data: { reason: 'page_too_large' } },
    ]);
  });

  it('releases pages unchanged during an outage', async () => {
    converter.onPage = () => Promise.reject(outage());
    await extract.extractNext(never());
    for (const page of await pageRows.find({ documentId: id }).lean()) {
      expect(page).toMatchObject({
        stage: 'extract',
        attempts: 0,
        crashes: 0,
        alone: false,
        leaseToken: null,
      });
    }
  });

  it('releases pages unchanged when the worker stops', async () => {
    const stopping = new AbortController();
    converter.onPage = () => {
      stopping.abort(new Error('the worker is stopping'));
      return Promise.reject(stopping.signal.reason as Error);
    };
    await extract.extractNext(stopping.signal);
    expect(await pages.countAvailable(['extract'], 10)).toBe(TOTAL);
    expect(await pageRows.countDocuments({ documentId: id, attempts: 0, crashes: 0 })).toBe(TOTAL);
  });

  it('writes nothing after another worker has taken over', async () => {
    converter.onPage = async (pageNumber) => {
      if (pageNumber === 0) {
        await pageRows.updateMany({ documentId: id }, { availableAt: new Date(0) });
        const other = await pages.claim(['extract']);
        if (!other) throw new Error('nothing was left to take over');
        await unitOfWork.run((tx) => contents.saveOriginal(other, pageOf(0, 'the other’s').content, tx));
      }
      return pageOf(pageNumber, 'too late');
    };
    await extract.extractNext(never());
    expect(await eventsOf(id, 'pipeline.page.converted')).toEqual([]);
    expect((await pageRows.findOne({ documentId: id, pageNumber: 0 }).lean())?.content?.items).toMatchObject([
      { content: 'the other’s' },
    ]);
    converter.onPage = (page) => Promise.resolve(pageOf(page));
    await extractAll(id);
    expect(await stagesOf(id)).toEqual(Array.from({ length: TOTAL }, () => 'translate1'));
    expect(await eventsOf(id, 'pipeline.page.converted')).toHaveLength(TOTAL - 1);
  });
});

describe('page images', () => {
  let id: string;
  beforeEach(async () => {
    id = await register();
    await inspect.inspectNext(never());
  });
  const endLeases = () => taskRows.updateMany({}, { availableAt: new Date(0) });
  const numbersOf = async (): Promise<number[]> =>
    (await eventsOf(id, 'pipeline.page.rendered'))
      .map(({ data }) => (data as { pageNumber: number }).pageNumber)
      .sort((a, b) => a - b);

  it('renders the cover while text waits, and the other pages after that', async () => {
    await render.renderNext(never());
    await render.renderNext(never());
    expect(converter.rendered).toEqual([{ from: 0, to: 0 }]);
    await extractAll(id);
    await render.renderNext(never());
    await render.renderNext(never());
    expect(converter.rendered).toEqual([
      { from: 0, to: 0 },
      { from: 1, to: TOTAL - 1 },
    ]);
    expect(await numbersOf()).toEqual([0, 1, 2, 3, 4]);
    expect(await taskRows.countDocuments()).toBe(0);
  });

  it('stores each width and publishes it with an increasing version', async () => {
    await render.renderNext(never());
    const [event] = await eventsOf(id, 'pipeline.page.rendered');
    const [small] = imagesOf(0).images;
    const key = `images/${id}/${small?.name ?? ''}`;
    expect(event).toMatchObject({ aggregateVersion: 1, data: { of: 'page' } });
    expect((event!.data as { pictures: object[] }).pictures[0]).toEqual({ key, width: 320, height: 320 });
    expect(await objects.find(key)).toMatchObject({ contentType: 'image/webp' });
  });

  it('skips the image of a page that can’t be rendered', async () => {
    await extractAll(id);
    converter.onRender = (page) => Promise.resolve(page === 2 ? null : imagesOf(page));
    await render.renderNext(never());
    expect(await numbersOf()).toEqual([0, 1, 3, 4]);
    expect(await taskRows.countDocuments()).toBe(0);
  });

  it('keeps images rendered before a crash, and skips a page that crashes three times', async () => {
    await extractAll(id);
    converter.onRender = (page) =>
      page === 3 ? Promise.reject(new ConversionError('crashed')) : Promise.resolve(imagesOf(page));
    for (let turn = 0; turn < 12; turn += 1) {
      await endLeases();
      await render.renderNext(never());
    }
    expect(await numbersOf()).toEqual([0, 1, 2, 4]);
    expect(await taskRows.countDocuments()).toBe(0);
  });

  it('writes nothing after another worker has taken over', async () => {
    converter.onRender = async (page) => {
      await taskRows.updateMany({}, { leaseToken: 'of another' });
      return imagesOf(page);
    };
    await render.renderNext(never());
    expect(await numbersOf()).toEqual([]);
    expect(await taskRows.countDocuments()).toBe(TOTAL);
  });

  it('counts no attempt during an outage', async () => {
    converter.onRender = () => Promise.reject(outage());
    await render.renderNext(never());
    expect(await taskRows.findOne({ pageNumber: 0 }).lean()).toMatchObject({ attempts: 0, leaseToken: null });
  });
});
