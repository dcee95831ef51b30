import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { ApiUser } from '@hamkhan/testing/api-user';
import { FakeOpenAiServer } from '@hamkhan/testing/fake-openai-server';
import { makeLongPdf } from '@hamkhan/testing/fixtures/make-long-pdf';
import { TestProduct } from '@hamkhan/testing/test-product';
import { waitFor } from '@hamkhan/testing/wait-for';

jest.setTimeout(900_000);

const PORT_SHIFT = 1_900;
const DOCUMENTS = 1_000;
const PAGES = 3;
const ROUNDS = 5;
const PARALLEL_UPLOADS = 2;
const TIMEOUT_MS = 120_000;

let openAi: FakeOpenAiServer;
let product: TestProduct;
let file: Buffer;
let files = 0;

beforeAll(async () => {
  openAi = await FakeOpenAiServer.start();
  openAi.reset({ latencyMs: 50 });
  product = await TestProduct.start(PORT_SHIFT, {
    OPENAI_BASE_URL: openAi.url,
    OPENAI_API_KEY: 'key',
    OPENAI_MODEL_LEVEL1: 'fake-small',
    OPENAI_MODEL_LEVEL2: 'fake-large',
    SPEECH_ENGINE: 'off',
    UPLOADS_PER_HOUR: String(2 * DOCUMENTS),
    PAGES_IN_WORK: String(200 * DOCUMENTS),
  });
  file = await makeLongPdf(PAGES);
}, 300_000);

afterAll(async () => {
  await product?.stop();
  await openAi?.close();
}, 120_000);

/** A file of its own, so that no upload is a duplicate. */
const newFile = (): Buffer => Buffer.concat([file, Buffer.from(`\n%${(files += 1)}\n`)]);

/** The time from an upload until its first page can be read in Persian, for a reader who opens it at once. */
async function timeToFirstPage(name: string): Promise<number> {
  const reader = await product.newUser(name);
  const since = performance.now();
  const id = await reader.upload('book.pdf', newFile());
  await waitFor(
    'the first page in Persian',
    async () => (await reader.pages(id))[0]?.translated_content,
    TIMEOUT_MS,
  );
  return performance.now() - since;
}
const measure = async (name: string): Promise<number[]> => {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timeToFirstPage(`${name}${round}`));
  return times;
};
const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

async function uploadAll(user: ApiUser): Promise<void> {
  let left = DOCUMENTS;
  const uploadNext = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await user.upload('small.pdf', newFile());
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_UPLOADS }, uploadNext));
}

it('keeps the first page of others within twice its time while a user has 1,000 documents waiting', async () => {
  await timeToFirstPage('warm-up');
  const alone = await measure('alone');
  const worker = product.process('pipeline-worker');
  await worker.stop();
  await uploadAll(await product.newUser('hoarder'));
  const runs = product.rows('pipeline', 'runs');
  await waitFor(
    'all documents to wait',
    async () => (await runs.countDocuments({ state: 'queued' })) >= DOCUMENTS,
    TIMEOUT_MS,
  );
  await worker.start();
  const pages = product.rows<{ stage: string }>('pipeline', 'pages');
  const areHoarded = { stage: { $in: ['translate2', 'done'] } };
  const before = await pages.countDocuments(areHoarded);
  await waitFor(
    'the worker to work on them',
    async () => (await pages.countDocuments(areHoarded)) > before,
    TIMEOUT_MS,
  );
  const beside = await measure('beside');
  expect(await runs.countDocuments({ state: 'queued' })).toBeGreaterThan(DOCUMENTS / 4);
  const shown = (times: number[]) => times.map((time) => (time / 1_000).toFixed(1)).join(', ');
  process.stdout.write(`first page alone: ${shown(alone)} s; beside 1,000 documents: ${shown(beside)} s\n`);
  expect(median(beside) / median(alone)).toBeLessThanOrEqual(2);
});
