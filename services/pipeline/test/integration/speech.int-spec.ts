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
import { PageRepository } from '../../src/features/pages/page.repository.js';
import { PAGE, type PageRow } from '../../src/features/pages/page.schema.js';
import { RunService } from '../../src/features/runs/run.service.js';
import { SpeechService } from '../../src/features/speech/speech.service.js';
import { EspeakEngine } from '../../src/infra/speech/espeak-engine.js';
import { Mp3Encoder } from '../../src/infra/speech/mp3-encoder.js';
import { SpeechError, type SpeechEngine } from '../../src/infra/speech/speech-engine.js';
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
const speaker = (engine: SpeechEngine | null): SpeechService =>
  new SpeechService(
    tasks,
    service.app.get(PageRepository),
    objects,
    new Mp3Encoder(),
    unitOfWork,
    service.app.get(Outbox),
    engine,
    createLogger('speech-test', 'silent'),
  );
const saying = (say: SpeechEngine['say']): SpeechService => speaker({ say });
const tone = { rate: 22_050, samples: Buffer.alloc(22_050) };
const endPauses = () => taskRows.updateMany({}, { availableAt: new Date(0) });

/** A page whose second translation is there, and to be read aloud: asked for by its owner, or because it has just been made. */
async function want(items: ContentItem[] | null = ITEMS, isAsked = true): Promise<void> {
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
  const page = { documentId: id, pageNumber: 0 };
  await unitOfWork.run((tx) =>
    isAsked ? service.app.get(RunService).requestSpeech(page, tx) : tasks.request('speech', page, false, tx),
  );
}

const told = async (): Promise<EventData<'pipeline.page.speech-changed'>[]> =>
  (await outbox.find({ key: id, type: 'pipeline.page.speech-changed' }).sort({ _id: 1 }).lean()).map(
    ({ payload }) => (JSON.parse(payload) as { data: EventData<'pipeline.page.speech-changed'> }).data,
  );

describe('speech', () => {
  it('[RDR-READER-36] reads the second translation aloud in Persian, and says when each item is heard', async () => {
    await want();
    await speaker(new EspeakEngine()).synthesizeNext(never());
    const [begun, done, ...more] = await told();
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
    // Eleven bits of one begin a frame of MPEG audio; version 2, layer III.
    expect([sync, (version ?? 0) & 0xe6]).toEqual([0xff, 0xe2]);
    expect(await taskRows.countDocuments()).toBe(0);
  }, 30_000);

  it.each([
    ['has no words', [{ id: 'm', type: 'math', content: 'a^2' } as const]],
    ['is not translated', null],
  ])('says why a page that was asked for is not read aloud where it %s', async (_, items) => {
    await want(items);
    await saying(() => Promise.resolve(tone)).synthesizeNext(never());
    expect(await told()).toEqual([
      { documentId: id, pageNumber: 0, status: 'failed', audio: null, failure: 'no_words' },
    ]);
    expect(await taskRows.countDocuments()).toBe(0);
  });

  it('says nothing of a page that nobody asked for where there is nothing to say, or nobody to say it', async () => {
    await want([{ id: 'm', type: 'math', content: 'a^2' }], false);
    await saying(() => Promise.resolve(tone)).synthesizeNext(never());
    expect([await told(), await taskRows.countDocuments()]).toEqual([[], 0]);
    await pageRows.deleteMany({});
    await want(ITEMS, false);
    await speaker(null).synthesizeNext(never());
    expect([await told(), await taskRows.countDocuments()]).toEqual([[], 0]);
  });

  it('ends, with the reason, what was asked for before the voice was switched off', async () => {
    await want();
    await speaker(null).synthesizeNext(never());
    expect(await told()).toEqual([
      { documentId: id, pageNumber: 0, status: 'failed', audio: null, failure: 'engine_off' },
    ]);
    expect(await taskRows.countDocuments()).toBe(0);
  });

  it('ends what had begun when the voice was switched off, though nobody had asked for it', async () => {
    await want(ITEMS, false);
    const stopping = new AbortController();
    await saying(() => {
      stopping.abort();
      return Promise.reject(new SpeechError('stopped'));
    }).synthesizeNext(stopping.signal);
    expect((await told()).map(({ status }) => status)).toEqual(['inprogress']);
    await endPauses();
    // A translation that is made anew meanwhile wants the page read aloud too.
    await unitOfWork.run((tx) => tasks.request('speech', { documentId: id, pageNumber: 0 }, false, tx));
    await speaker(null).synthesizeNext(never());
    expect((await told()).at(-1)).toMatchObject({ status: 'failed', failure: 'engine_off' });
    expect(await taskRows.countDocuments()).toBe(0);
  });

  it('says that it failed after the last try', async () => {
    await want();
    const failing = saying(() => Promise.reject(new SpeechError('hoarse')));
    for (let attempt = 0; attempt <= MAX_ATTEMPTS; attempt += 1) {
      await endPauses();
      await failing.synthesizeNext(never());
    }
    expect((await told()).at(-1)).toMatchObject({ status: 'failed', audio: null, failure: 'engine_failed' });
    expect(await taskRows.countDocuments()).toBe(0);
  });

  it('counts no try while a server is away', async () => {
    await want();
    const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    await saying(() => Promise.reject(away)).synthesizeNext(never());
    expect(await taskRows.findOne().lean()).toMatchObject({ attempts: 0, leaseToken: null });
  });

  it('says nothing of what was asked for anew while it spoke', async () => {
    await want();
    await saying(async () => {
      await unitOfWork.run((tx) => tasks.request('speech', { documentId: id, pageNumber: 0 }, true, tx));
      return tone;
    }).synthesizeNext(never());
    expect((await told()).map(({ status }) => status)).toEqual(['inprogress']);
    await saying(() => Promise.resolve(tone)).synthesizeNext(never());
    expect((await told()).at(-1)?.status).toBe('success');
  });
});
