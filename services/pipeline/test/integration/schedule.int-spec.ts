import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PageContent } from '@hamkhan/contracts/content';
import { UnitOfWork, type Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { waitFor } from '@hamkhan/testing/wait-for';
import { getModelToken } from '@nestjs/mongoose';
import { Redis } from 'ioredis';
import type { Model } from 'mongoose';
import { rankOf } from '../../src/features/pages/page.domain.js';
import { PageContentRepository } from '../../src/features/pages/page-content.repository.js';
import { PageWorkRepository, type LeasedPage } from '../../src/features/pages/page-work.repository.js';
import { PAGE, type PageRow, type PageStage } from '../../src/features/pages/page.schema.js';
import { pipelineService } from '../../src/service-options.js';

const CONTENT: PageContent = {
  items: [{ id: 'a', type: 'text', content: 'words' }],
  page_info: { page_type: 'text' },
};
const DRAFT = {
  content: CONTENT,
  joinedTranslations: {},
  usage: { requests: 0, promptTokens: 0, completionTokens: 0 },
  joined: { head: false, tail: false },
  glossaryRevision: 0,
};

let stack: TestStack;
let service: TestService;
let pages: PageWorkRepository;
let contents: PageContentRepository;
let rows: Model<PageRow>;
let unitOfWork: UnitOfWork;

beforeAll(async () => {
  stack = await TestStack.create();
  service = await startTestService(stack, (env) => pipelineService('serve', env));
  pages = service.app.get(PageWorkRepository);
  contents = service.app.get(PageContentRepository);
  rows = service.app.get<Model<PageRow>>(getModelToken(PAGE));
  unitOfWork = service.app.get(UnitOfWork);
}, 60_000);

afterAll(async () => {
  await service?.stop();
  await stack?.drop();
}, 60_000);

beforeEach(async () => {
  await rows.deleteMany({});
});

const create = (documentId: string, total: number): Promise<void> =>
  unitOfWork.run((tx) => pages.createAll(documentId, 'owner', total, tx));
const claimAll = async (stages: readonly PageStage[] = ['extract']): Promise<LeasedPage[]> => {
  const claimed: LeasedPage[] = [];
  for (let page = await pages.claim(stages); page; page = await pages.claim(stages)) claimed.push(page);
  return claimed;
};
const claim = async (stages: readonly PageStage[] = ['extract']): Promise<LeasedPage> => {
  const page = await pages.claim(stages);
  if (!page) throw new Error('nothing to claim');
  return page;
};
/** Lets a lease expire at once. */
const expire = (page: LeasedPage): Promise<unknown> =>
  rows.updateOne({ _id: page._id }, { $set: { availableAt: new Date(0) } });
const idsOf = (claimed: readonly { _id: string }[]): string[] => claimed.map(({ _id }) => _id);
const numbered = (documentId: string, ...numbers: number[]): string[] =>
  numbers.map((number) => `${documentId}:${number}`);

describe('claims', () => {
  it('give each page to one of many workers', async () => {
    await create('many', 60);
    const claimed = (await Promise.all(Array.from({ length: 8 }, () => claimAll()))).flat();
    expect(idsOf(claimed).sort()).toEqual(idsOf(await rows.find().lean()).sort());
    expect(new Set(claimed.map((page) => page.leaseToken)).size).toBe(60);
    expect(claimed.every((page) => page.crashes === 0 && !page.alone)).toBe(true);
  });

  it('give a batch to one worker, without pages that others hold', async () => {
    await create('batch', 30);
    const taken = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const batches: LeasedPage[][] = [];
        for (let first = await pages.claim(['extract']); first; first = await pages.claim(['extract'])) {
          batches.push(await pages.claimFollowing(first, 4));
        }
        return batches;
      }),
    );
    const batches = taken.flat();
    expect(idsOf(batches.flat()).sort()).toEqual(idsOf(await rows.find().lean()).sort());
    for (const batch of batches) {
      expect(batch.length).toBeLessThanOrEqual(5);
      expect(new Set(batch.map((page) => page.leaseToken)).size).toBe(1);
    }
  });

  it('take the first pages of all documents before later ones', async () => {
    await create('long', 40);
    await create('short', 3);
    expect(idsOf((await claimAll()).slice(0, 8))).toEqual([
      ...['long:0', 'short:0', 'long:1', 'short:1', 'long:2', 'short:2'],
      ...['long:3', 'long:4'],
    ]);
  });

  it('take the pages from the reader’s position first, and follow the reader', async () => {
    await create('other', 3);
    await create('read', 40);
    await unitOfWork.run((tx) => pages.moveReader('read', 20, tx));
    await unitOfWork.run((tx) => pages.moveReader('read', 30, tx));
    expect(idsOf(await claimAll())).toEqual([
      ...numbered('read', 30, 31, 32, 33, 34, 35, 36),
      ...['other:0', 'read:0', 'other:1', 'read:1', 'other:2', 'read:2'],
      ...numbered('read', ...Array.from({ length: 27 }, (_, n) => n + 3)),
      ...numbered('read', 37, 38, 39),
    ]);
  });

  it('keep the reader first in all stages, and refine after the next drafts', async () => {
    await create('read', 8);
    await unitOfWork.run((tx) => pages.moveReader('read', 4, tx));
    for (const page of await claimAll())
      await unitOfWork.run((tx) => contents.saveOriginal(page, CONTENT, tx));
    const first = await claim(['translate1', 'translate2']);
    expect(first._id).toBe('read:4');
    await unitOfWork.run((tx) => contents.saveDraft(first, DRAFT, tx));
    const next = await claimAll(['translate1', 'translate2']);
    expect(next.map(({ _id, stage }) => `${_id} ${stage}`)).toEqual([
      ...['read:5 translate1', 'read:6 translate1', 'read:4 translate2', 'read:7 translate1'],
      ...['read:0 translate1', 'read:1 translate1', 'read:2 translate1', 'read:3 translate1'],
    ]);
  });

  it('respect a reader who came while the page was leased', async () => {
    await create('read', 20);
    const [, , , , , fifth] = await claimAll();
    if (!fifth) throw new Error('there is no such page');
    await unitOfWork.run((tx) => pages.moveReader('read', 5, tx));
    await unitOfWork.run((tx) => contents.saveOriginal(fifth, CONTENT, tx));
    expect(await rows.findById(fifth._id).lean()).toMatchObject({
      stage: 'translate1',
      rank: rankOf(5, 'translate1', 5),
    });
  });
});

describe('a lease', () => {
  it('that expired goes to another worker and counts a crash', async () => {
    await create('doc', 1);
    const first = await claim();
    expect(await pages.claim(['extract'])).toBeNull();
    await expire(first);
    const second = await claim();
    expect(second).toMatchObject({ _id: first._id, crashes: 1, alone: true });
    expect(second.leaseToken).not.toBe(first.leaseToken);
  });

  it('that is renewed stays with its holder', async () => {
    await create('doc', 1);
    const page = await claim();
    await expire(page);
    expect(await pages.renew(page.leaseToken)).toBe(true);
    expect(await pages.claim(['extract'])).toBeNull();
  });

  it('that was lost prevents all writes', async () => {
    await create('doc', 1);
    const lost = await claim();
    await expire(lost);
    const held = await claim();
    const untouched = await rows.findById(held._id).lean();

    expect(await pages.renew(lost.leaseToken)).toBe(false);
    expect(await pages.recordFailure(lost, 0)).toBe(false);
    await pages.release([lost], 0);
    for (const write of [
      (tx: Tx) => pages.nextVersion(lost, tx),
      (tx: Tx) => contents.saveOriginal(lost, CONTENT, tx),
      (tx: Tx) => pages.fail(lost, 'crashed', tx),
      (tx: Tx) => pages.wait(lost, 'no_quota', null, tx),
      (tx: Tx) => contents.saveDraft(lost, DRAFT, tx),
    ]) {
      expect(await unitOfWork.run(write)).toBeNull();
    }
    expect(await rows.findById(held._id).lean()).toEqual(untouched);
    expect(await unitOfWork.run((tx) => contents.saveOriginal(held, CONTENT, tx))).toMatchObject({
      version: 1,
    });
  });

  it('ends with the write, so a worker can write once', async () => {
    await create('doc', 1);
    const page = await claim();
    expect(await unitOfWork.run((tx) => contents.saveOriginal(page, CONTENT, tx))).toMatchObject({
      version: 1,
    });
    expect(await unitOfWork.run((tx) => contents.saveOriginal(page, CONTENT, tx))).toBeNull();
    expect(await rows.findById(page._id).lean()).toMatchObject({
      stage: 'translate1',
      crashes: 0,
      version: 1,
    });
  });

  it('ends when the document is canceled', async () => {
    await create('doc', 2);
    const page = await claim();
    await unitOfWork.run((tx) => pages.cancelAll('doc', tx));
    expect(await unitOfWork.run((tx) => contents.saveOriginal(page, CONTENT, tx))).toBeNull();
    expect(await claimAll()).toEqual([]);
  });
});

describe('a page that waits for a person', () => {
  it('can’t be claimed until it is woken for its reason', async () => {
    await create('doc', 1);
    const extracted = await claim();
    await unitOfWork.run((tx) => contents.saveOriginal(extracted, CONTENT, tx));
    const page = await claim(['translate1']);
    await unitOfWork.run((tx) => pages.wait(page, 'not_configured', null, tx));
    expect(await pages.claim(['translate1'])).toBeNull();
    expect(await pages.wake('no_quota')).toBe(0);
    expect(await pages.wake('not_configured', { ownerId: 'another owner' })).toBe(0);
    expect(await pages.claim(['translate1'])).toBeNull();
    expect(await pages.wake('not_configured', { ownerId: 'owner' })).toBe(1);
    expect(await claim(['translate1'])).toMatchObject({ _id: 'doc:0', reason: null });
  });
});

describe('the scheduler', () => {
  let redis: Redis;
  beforeAll(() => {
    redis = new Redis(stack.env.REDIS_URL ?? '');
  });
  afterAll(() => redis.disconnect());
  const keys = (name: string): string => `{${stack.env.QUEUE_PREFIX}-pipeline}:${name}`;
  const jobs = () => redis.llen(keys('pipeline.extract:wait'));
  const flush = async () => redis.del(...(await redis.keys(keys('*'))));

  it('adds a job for each available page, and again when Redis has lost them', async () => {
    await create('doc', 7);
    await waitFor('seven jobs', async () => (await jobs()) >= 7);
    const held = await claim();
    await flush();
    await waitFor('jobs for the six available pages', async () => (await jobs()) >= 6);
    expect(await jobs()).toBe(6);
    await expire(held);
    await waitFor('a job for the page with the expired lease', async () => (await jobs()) >= 7);
  }, 60_000);

  it('adds jobs well before the next sweep, through the signal of another process', async () => {
    const second = await startTestService(stack, (env) => pipelineService('serve', env));
    const otherPages = second.app.get(PageWorkRepository);
    const latencies: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      await flush();
      await rows.deleteMany({});
      const since = Date.now();
      await second.app.get(UnitOfWork).run((tx) => otherPages.createAll(`doc${round}`, 'owner', 3, tx));
      await waitFor('three jobs', async () => (await jobs()) >= 3);
      latencies.push(Date.now() - since);
    }
    await second.stop();
    expect(Math.min(...latencies)).toBeLessThan(500);
  }, 60_000);

  it('runs in one process, and in another when that stops', async () => {
    const second = await startTestService(stack, (env) => pipelineService('serve', env));
    await create('doc', 7);
    await flush();
    await waitFor('seven jobs', async () => (await jobs()) >= 7);
    expect(await jobs()).toBe(7);
    await service.stop();
    service = second;
    await flush();
    await waitFor('seven jobs of the other process', async () => (await jobs()) >= 7);
    expect(await jobs()).toBe(7);
  }, 60_000);
});
