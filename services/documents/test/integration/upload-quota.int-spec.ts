import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack } from '@hamkhan/testing/test-stack';
import { waitFor } from '@hamkhan/testing/wait-for';
import { ASSUMED_PAGES } from '../../src/features/document/document-usage.domain.js';
import { documentsService } from '../../src/service-options.js';
import { LibraryBuilder, text, type Caller } from './support/library-builder.js';

const MIB = 1024 * 1024;
const PARALLEL = 16;
const FILE_BYTES = 20_000;
const PER_HOUR = 20;
const STAFF_PER_HOUR = 30;
const PAGES = 250;

let stack: TestStack;
let service: TestService;
let probe: KafkaProbe;
let library: LibraryBuilder;

const mib = (bytes: number): string => String(bytes / MIB);

beforeAll(async () => {
  stack = await TestStack.create();
  service = await startTestService(stack, documentsService, {
    UPLOADS_PER_HOUR: String(PER_HOUR),
    UPLOADS_PER_HOUR_STAFF: String(STAFF_PER_HOUR),
    PAGES_IN_WORK: String(PAGES),
    PAGES_IN_WORK_STAFF: '100000',
    IN_WORK_MB: mib(6 * FILE_BYTES),
    STORED_MB: mib(8 * FILE_BYTES),
  });
  probe = new KafkaProbe(stack);
  library = new LibraryBuilder(service, probe);
}, 60_000);

afterAll(async () => {
  await probe?.close();
  await service?.stop();
  await stack?.drop();
}, 60_000);

type Outcome = { status: number; code: string; id: string; retryAfter: number };
const pdf = (bytes: number): Buffer => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes)]);

async function upload(caller: Caller, content: Buffer = pdf(FILE_BYTES)): Promise<Outcome> {
  const body = new FormData();
  body.append('language', 'en');
  body.append('file', new Blob([new Uint8Array(content)]), 'a.pdf');
  const response = await library.call('document/upload/', caller, { method: 'POST', body });
  const { code = '', id = '' } = (await response.json()) as { code?: string; id?: string };
  return { status: response.status, code, id, retryAfter: Number(response.headers.get('retry-after')) };
}
const uploadAll = (caller: Caller, count: number, bytes: number): Promise<Outcome[]> =>
  Promise.all(Array.from({ length: count }, () => upload(caller, pdf(bytes))));
const codesOf = (outcomes: readonly Outcome[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status, code } of outcomes) {
    const name = `${status} ${code}`.trim();
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};
const storedObjects = async (): Promise<number> => (await stack.objects()).stored.length;
const cancel = (userId: string, id: string): Promise<Response> =>
  library.call(`document/user/document/${id}/cancel/`, { userId }, { method: 'POST' });

describe('the uploads of a user', () => {
  it('are admitted up to the pages in work, also when they run in parallel, and store nothing beyond', async () => {
    const before = await storedObjects();
    const outcomes = await uploadAll({ userId: 'parallel' }, PARALLEL, FILE_BYTES);
    // Each counts as 100 pages until it is inspected.
    expect(codesOf(outcomes)).toEqual({ '200': 2, '429 DOCUMENTS.TOO_MUCH_IN_WORK': PARALLEL - 2 });
    expect(await storedObjects()).toBe(before + 2);
  });

  it('are admitted up to the bytes in work', async () => {
    const user = { userId: 'heavy' };
    expect((await upload(user, pdf(5 * FILE_BYTES))).status).toBe(200);
    const refused = await upload(user, pdf(2 * FILE_BYTES));
    expect(refused).toMatchObject({ status: 429, code: 'DOCUMENTS.TOO_MUCH_IN_WORK' });
    expect((await upload(user, pdf(0.5 * FILE_BYTES))).status).toBe(200);
  });

  it('are admitted up to the stored bytes, also when they run in parallel', async () => {
    const user = { userId: 'collector' };
    for (let n = 0; n < 6; n += 1) {
      const { id } = await upload(user);
      await cancel(user.userId, id);
    }
    const before = await storedObjects();
    const outcomes = await uploadAll(user, 10, 1.5 * FILE_BYTES);
    expect(codesOf(outcomes)).toEqual({ '200': 1, '403 DOCUMENTS.STORAGE_FULL': 9 });
    expect(await storedObjects()).toBe(before + 1);
  });

  it('are admitted up to their number an hour, and more for staff', async () => {
    const reader = { userId: 'often' };
    const staff = { userId: 'staff', isStaff: true };
    const small = Buffer.from('no document');
    for (let n = 0; n < PER_HOUR; n += 1)
      for (const caller of [reader, staff]) expect((await upload(caller, small)).status).toBe(400);
    const refused = await upload(reader);
    expect(refused).toMatchObject({ status: 429, code: 'DOCUMENTS.TOO_MANY_UPLOADS' });
    expect(refused.retryAfter).toBeGreaterThan(3_000);
    expect(refused.retryAfter).toBeLessThanOrEqual(3_600);
    expect(
      (await uploadAll(staff, PARALLEL, FILE_BYTES)).filter(({ status }) => status === 200),
    ).toHaveLength(STAFF_PER_HOUR - PER_HOUR);
    expect((await upload({ userId: 'another' })).status).toBe(200);
  });

  it('are refused while too many pages are in work, and admitted when these are done', async () => {
    const user = { userId: 'pages' };
    const { id } = await upload(user);
    await probe.publish(library.inspected(id, PAGES));
    await library.settled(user.userId, id, { total_pages: PAGES });
    expect(await upload(user)).toMatchObject({ status: 429, code: 'DOCUMENTS.TOO_MUCH_IN_WORK' });
    expect((await upload({ ...user, isStaff: true })).status).toBe(200);
    await cancel(user.userId, id);
    await waitFor('the pages to be out of work', async () => (await upload(user)).status === 200);
  });

  it('do not count as in work while they wait for a translator', async () => {
    const user = { userId: 'untranslated' };
    const { id } = await upload(user);
    // Two pages more than would leave room for another document.
    const pages = PAGES - ASSUMED_PAGES + 2;
    await probe.publish(library.inspected(id, pages));
    await library.settled(user.userId, id, { total_pages: pages });
    expect((await upload(user)).code).toBe('DOCUMENTS.TOO_MUCH_IN_WORK');
    const content = { items: [text('a page')], page_info: { page_type: 'text' as const } };
    for (let pageNumber = 0; pageNumber < 2; pageNumber += 1) {
      const at = { documentId: id, pageNumber };
      const waiting = { ...at, reason: 'not_configured' as const, params: {} };
      await probe.publish(
        probe.event('pipeline.page.converted', { ...at, content }, 2),
        probe.event('pipeline.page.translation-waiting', waiting, 3),
      );
    }
    await waitFor('the pages to be out of work', async () => (await upload(user)).status === 200);
    expect((await upload(user)).code).toBe('DOCUMENTS.TOO_MUCH_IN_WORK');
  });

  it('that are refused or broken give their bytes back', async () => {
    const user = { userId: 'broken' };
    for (let n = 0; n < PER_HOUR - 1; n += 1)
      expect((await upload(user, randomBytes(FILE_BYTES))).code).toBe('DOCUMENTS.INVALID_FILE_TYPE');
    expect((await upload(user)).status).toBe(200);
  });
});
