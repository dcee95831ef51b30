import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContentItem } from '@hamkhan/contracts/content';
import type { EventData } from '@hamkhan/contracts/events/registry';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { OUTBOX, type OutboxRow } from '@hamkhan/platform/kafka/outbox.schema';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import { createLogger } from '@hamkhan/platform/observability/logger';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { PageTaskRepository } from '../../src/features/page-tasks/page-task.repository.js';
import { PAGE_TASK, type PageTaskRow } from '../../src/features/page-tasks/page-task.schema.js';
import { MAX_ATTEMPTS } from '../../src/features/pages/page.domain.js';
import { PageContentRepository } from '../../src/features/pages/page-content.repository.js';
import { PageWorkRepository } from '../../src/features/pages/page-work.repository.js';
import { PAGE, type PageRow } from '../../src/features/pages/page.schema.js';
import { DocumentEventsService } from '../../src/features/document-events/document-events.service.js';
import { SpeechService } from '../../src/features/speech/speech.service.js';
import { TOOL_PATH } from '@hamkhan/sandbox/process/local-process';
import { LimitedToolRunner } from '@hamkhan/converter/tools/limited-tool-runner';
import { EspeakEngine } from '@hamkhan/llm/speech/espeak-engine';
import { Mp3Encoder } from '@hamkhan/llm/speech/mp3-encoder';
import { SpeechError, type SpeechEngine } from '@hamkhan/llm/speech/speech-engine';
import { pipelineService } from '../../src/service-options.js';

const ITEMS: ContentItem[] = [
  { id: 'h', type: 'heading', level: 1, content: 'تاریخ شیمیایی شمع' },
  { id: 'a', type: 'text', content: 'شعله روشن است. **موم** آب می‌شود و از فتیله بالا می‌رود.' },
  { id: 'm', type: 'math', content: 'a^2' },
];

let stack: TestStack;
let service: TestService;
let unitOfWork: UnitOfWork;
let objects: ObjectStore;
let tasks: PageTaskRepository;
let pageRows: Model<PageRow>;
let taskRows: Model<PageTaskRow>;
let outbox: Model<OutboxRow>;
let id: string;

beforeAll(async () => {
  stack = await TestStack.create();
  service = await startTestService(stack, (env) => pipelineService('serve', env));
  const { app } = service;
  [unitOfWork, objects, tasks] = [app.get(UnitOfWork), app.get(ObjectStore), app.get(PageTaskRepository)];
  pageRows = app.get<Model<PageRow>>(getModelToken(PAGE));
  taskRows = app.get<Model<PageTaskRow>>(getModelToken(PAGE_TASK));
  outbox = app.get<Model<OutboxRow>>(getModelToken(OUTBOX));
}, 60_000);

afterAll(async () => {
  await service?.stop();
  await stack?.drop();
}, 60_000);

beforeEach(async () => {
  await Promise.all([pageRows.deleteMany({}), taskRows.deleteMany({})]);
  id = randomUUID();
});

const never = (): AbortSignal => new AbortController().signal;
const programs = new LimitedToolRunner(TOOL_PATH);
const serviceWith = (engine: SpeechEngine | null): SpeechService =>
  new SpeechService(
    tasks,
    service.app.get(PageWorkRepository),
    service.app.get(PageContentRepository),
    objects,
    new Mp3Encoder(programs),
    unitOfWork,
    service.app.get(Outbox),
    engine,
    createLogger('speech-test', 'silent'),
  );
const synthesizing = (synthesize: SpeechEngine['synthesize']): SpeechService => serviceWith({ synthesize });
const tone = { sampleRate: 22_050, samples: Buffer.alloc(22_050) };
const endPauses = () => taskRows.updateMany({}, { availableAt: new Date(0) });

const pageOfOwner = () => ({ documentId: id, ownerId: 'owner', pageNumber: 0 });

/** Creates a translated page and a speech task: requested by its owner, or automatic after the translation. */
async function requestSpeech(items: ContentItem[] | null = ITEMS, isRequested = true): Promise<void> {
  const usage = { requests: 0, promptTokens: 0, completionTokens: 0 };
  await pageRows.create({
    _id: `${id}:0`,
    documentId: id,
    ownerId: 'owner',
    pageNumber: 0,
    stage: 'done',
    rank: 0,
    level2: items && { items },
    usage1: usage,
    usage2: usage,
  });
  await unitOfWork.run((tx) =>
    isRequested
      ? service.app.get(DocumentEventsService).requestSpeech({ documentId: id, pageNumber: 0 }, tx)
      : tasks.requestSpeech(pageOfOwner(), false, tx),
  );
}

const published = async (): Promise<EventData<'pipeline.page.speech-changed'>[]> =>
  (await outbox.find({ key: id, type: 'pipeline.page.speech-changed' }).sort({ _id: 1 }).lean()).map(
    ({ payload }) => (JSON.parse(payload) as { data: EventData<'pipeline.page.speech-changed'> }).data,
  );

describe('speech', () => {
  it('speaks the second translation in Persian, with the time of each item [RDR-READER-36]', async () => {
    await requestSpeech();
    await serviceWith(new EspeakEngine(programs)).synthesizeNext(never());
    const [begun, done, ...more] = await published();
    expect(more).toEqual([]);
    expect(begun).toMatchObject({ status: 'inprogress', audio: null });
    expect(done?.status).toBe('success');
    const { key = '', seconds = 0, items = [] } = done?.audio ?? {};
    expect(items.map((item) => [item.id, item.type, item.level, item.content])).toEqual([
      ['h', 'heading', 1, 'تاریخ شیمیایی شمع'],
      ['a', 'content', undefined, 'شعله روشن است. موم آب می‌شود و از فتیله بالا می‌رود.'],
    ]);
    const [first, second] = items;
    expect(second?.sentences?.map(([from, to]) => second.content.slice(from, to))).toEqual([
      'شعله روشن است.',
      'موم آب می‌شود و از فتیله بالا می‌رود.',
    ]);
    expect(first?.start).toBe(0);
    expect(second?.start).toBeGreaterThan(first?.end ?? Infinity);
    expect(second?.end).toBeGreaterThan((second?.start ?? Infinity) + 1);
    expect(seconds).toBeGreaterThanOrEqual(second?.end ?? Infinity);
    expect(key).toMatch(new RegExp(`^audio/${id}/[0-9a-f]{64}\\.mp3$`));
    expect(await objects.find(key)).toMatchObject({ contentType: 'audio/mpeg' });
    const [sync, version] = await buffer(await objects.getStream(key));
    // A frame of MPEG audio begins with eleven set bits; version 2, layer III.
    expect([sync, (version ?? 0) & 0xe6]).toEqual([0xff, 0xe2]);
    expect(await taskRows.countDocuments()).toBe(0);
  }, 30_000);

  it.each([
    ['has no words', [{ id: 'm', type: 'math', content: 'a^2' } as const]],
    ['is not translated', null],
  ])('publishes why a requested page has no speech when it %s', async (_, items) => {
    await requestSpeech(items);
    await synthesizing(() => Promise.resolve(tone)).synthesizeNext(never());
    expect(await published()).toEqual([
      { documentId: id, pageNumber: 0, status: 'failed', audio: null, failure: 'no_words' },
    ]);
    expect(await taskRows.countDocuments()).toBe(0);
  });

  it('publishes nothing for an unrequested page without words or without an engine', async () => {
    await requestSpeech([{ id: 'm', type: 'math', content: 'a^2' }], false);
    await synthesizing(() => Promise.resolve(tone)).synthesizeNext(never());
    expect([await published(), await taskRows.countDocuments()]).toEqual([[], 0]);
    await pageRows.deleteMany({});
    await requestSpeech(ITEMS, false);
    await serviceWith(null).synthesizeNext(never());
    expect([await published(), await taskRows.countDocuments()]).toEqual([[], 0]);
  });

  it('fails a requested task with a reason after speech was switched off', async () => {
    await requestSpeech();
    await serviceWith(null).synthesizeNext(never());
    expect(await published()).toEqual([
      { documentId: id, pageNumber: 0, status: 'failed', audio: null, failure: 'engine_off' },
    ]);
    expect(await taskRows.countDocuments()).toBe(0);
  });

  it('fails an unrequested task that had begun when speech was switched off', async () => {
    await requestSpeech(ITEMS, false);
    const stopping = new AbortController();
    await synthesizing(() => {
      stopping.abort();
      return Promise.reject(new SpeechError('stopped'));
    }).synthesizeNext(stopping.signal);
    expect((await published()).map(({ status }) => status)).toEqual(['inprogress']);
    await endPauses();
    // A new translation in the meantime requests speech too.
    await unitOfWork.run((tx) => tasks.requestSpeech(pageOfOwner(), false, tx));
    await serviceWith(null).synthesizeNext(never());
    expect((await published()).at(-1)).toMatchObject({ status: 'failed', failure: 'engine_off' });
    expect(await taskRows.countDocuments()).toBe(0);
  });

  it('publishes a failure after the last attempt', async () => {
    await requestSpeech();
    const failing = synthesizing(() => Promise.reject(new SpeechError('broken')));
    for (let attempt = 0; attempt <= MAX_ATTEMPTS; attempt += 1) {
      await endPauses();
      await failing.synthesizeNext(never());
    }
    expect((await published()).at(-1)).toMatchObject({
      status: 'failed',
      audio: null,
      failure: 'engine_failed',
    });
    expect(await taskRows.countDocuments()).toBe(0);
  });

  it('counts no attempt during an outage', async () => {
    await requestSpeech();
    const outage = Object.assign(new Error('outage'), { code: 'ECONNREFUSED' });
    await synthesizing(() => Promise.reject(outage)).synthesizeNext(never());
    expect(await taskRows.findOne().lean()).toMatchObject({ attempts: 0, leaseToken: null });
  });

  it('discards the result if speech was requested again meanwhile', async () => {
    await requestSpeech();
    await synthesizing(async () => {
      await unitOfWork.run((tx) => tasks.requestSpeech(pageOfOwner(), true, tx));
      return tone;
    }).synthesizeNext(never());
    expect((await published()).map(({ status }) => status)).toEqual(['inprogress']);
    await synthesizing(() => Promise.resolve(tone)).synthesizeNext(never());
    expect((await published()).at(-1)?.status).toBe('success');
  });
});
