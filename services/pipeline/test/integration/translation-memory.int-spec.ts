import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { PageContent } from '@hamkhan/contracts/content';
import { loadConfig, mongoEnv } from '@hamkhan/platform/config';
import { applyIndexes, connectionOptions } from '@hamkhan/platform/mongo/mongo';
import { FakeOpenAiServer } from '@hamkhan/testing/fake-openai-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose, { type Connection } from 'mongoose';
import { protect } from '../../src/features/page-text/inline-marks.domain.js';
import { translatePage, type TranslatePagePorts } from '../../src/features/translate/translate-page.js';
import { OpenAiTranslator } from '../../src/infra/translator/openai-translator.js';
import type { MemoryScope } from '../../src/features/translation-memory/memory-key.domain.js';
import { TranslationMemoryRepository } from '../../src/features/translation-memory/translation-memory.repository.js';
import {
  CLAIM_MODEL,
  ClaimSchema,
  MEMORY_MODEL,
  MemorySchema,
  type MemoryClaim,
  type MemoryRow,
} from '../../src/features/translation-memory/translation-memory.schema.js';
import type { MemoryQuery } from '../../src/features/translation-memory/memory-row.domain.js';
import {
  TranslationMemory,
  type RequestTranslations,
} from '../../src/features/translation-memory/translation-memory.service.js';

const SAMPLE_BOOK = resolve(import.meta.dirname, '../../../../deploy/seed/sample-book');
const never = new AbortController().signal;
const scope: MemoryScope = { ownerId: 'owner', source: 'en', level: 1 };

let connection: Connection;
let repository: TranslationMemoryRepository;
beforeAll(async () => {
  const { MONGODB_URI } = loadConfig(mongoEnv);
  const name = `it_pipeline_${randomBytes(5).toString('hex')}`;
  connection = await mongoose.createConnection(MONGODB_URI, connectionOptions('tests', name)).asPromise();
  const rows = connection.model<MemoryRow>(MEMORY_MODEL, MemorySchema);
  const claims = connection.model<MemoryClaim>(CLAIM_MODEL, ClaimSchema);
  await applyIndexes(connection);
  repository = new TranslationMemoryRepository(rows, claims);
});
afterEach(async () => {
  for (const model of Object.values(connection.models)) await model.deleteMany({});
});
afterAll(async () => {
  await connection.dropDatabase();
  await connection.close();
});

/** Uses the default lease unless a test waits for its end, because a busy machine may renew a short lease too late. */
const memory = (leaseMs = 10_000) => new TranslationMemory(repository, { pollMs: 10, leaseMs });
const query = (text: string): MemoryQuery => ({ marked: protect(text), origin: 'engine' });
const claimsLeft = () => connection.model<MemoryClaim>(CLAIM_MODEL).countDocuments();

/** A shared engine that responds after a moment and counts the requests of each text. */
function engineOf(queries: readonly MemoryQuery[]) {
  const requested = new Map<string, number>();
  return {
    requested,
    request: async (indexes: readonly number[], save: Parameters<RequestTranslations>[1]): Promise<void> => {
      await new Promise((done) => setTimeout(done, 20));
      for (const index of indexes) {
        const text = queries[index]?.marked.text ?? '';
        requested.set(text, (requested.get(text) ?? 0) + 1);
        await save([{ index, target: `<${text}>`, rawTarget: `<${text}>` }]);
      }
    },
  };
}

describe('TranslationMemory on MongoDB', () => {
  it('requests each text once for concurrent processes', async () => {
    const queries = Array.from({ length: 30 }, (_, index) => query(`text ${index % 20}`));
    const { requested, request } = engineOf(queries);
    const results = await Promise.all(
      Array.from({ length: 6 }, () => memory()).map((process) =>
        process.translateOnce(scope, queries, request, never),
      ),
    );
    expect(requested.size).toBe(20);
    expect([...requested.values()].every((count) => count === 1)).toBe(true);
    for (const hits of results)
      queries.forEach((own, index) => expect(hits.get(index)?.target).toBe(`<${own.marked.text}>`));
    expect(await claimsLeft()).toBe(0);
  });

  it('takes over the claims of a process that died, but not those of a slow one', async () => {
    const queries = [query('text')];
    const { requested, request } = engineOf(queries);
    await repository.claim(
      await claimIds(queries),
      'a process that died',
      new Date(),
      new Date(Date.now() + 300),
    );
    const started = Date.now();
    expect((await memory().translateOnce(scope, queries, request, never)).get(0)?.target).toBe('<text>');
    expect(Date.now() - started).toBeGreaterThan(250);

    const slowQueries = [query('slow')];
    const leaseMs = 3_000;
    const { promise: isRequesting, resolve: startRequest } = Promise.withResolvers<void>();
    const slow = memory(leaseMs).translateOnce(
      scope,
      slowQueries,
      async (_, save) => {
        startRequest();
        await new Promise((done) => setTimeout(done, leaseMs * 1.5));
        await save([{ index: 0, target: 'کند', rawTarget: 'کند' }]);
      },
      never,
    );
    await isRequesting;
    const fast = memory(leaseMs).translateOnce(
      scope,
      slowQueries,
      () => Promise.reject(new Error('requested twice')),
      never,
    );
    expect([(await slow).get(0)?.target, (await fast).get(0)?.target]).toEqual(['کند', 'کند']);
    expect(requested.get('text')).toBe(1);
  });

  it('finds texts by normalised form, newest first, within one owner', async () => {
    const queries = [query('The “old”  text')];
    await memory().translateOnce(
      scope,
      queries,
      (_, save) => save([{ index: 0, target: 'کهنه', rawTarget: 'کهنه' }]),
      never,
    );
    const newer = [query('The "old" text')];
    expect((await memory().lookup(scope, newer))[0]).toMatchObject({ target: 'کهنه', form: 'plain' });
    expect((await memory().lookup({ ...scope, ownerId: 'other' }, newer))[0]).toBeUndefined();
    expect(await repository.removeOwner('owner')).toBe(1);
  });

  it('imports the memory of the sample book at both levels, and exports and imports it again', async () => {
    for (const level of [1, 2] as const) {
      const own = { ...scope, level };
      const file = createReadStream(`${SAMPLE_BOOK}/sample-book.level${level}.tmx`);
      const { imported, skipped } = await memory().importTmx(own, file);
      expect(imported).toBeGreaterThan(100);
      expect(skipped).toBe(0);
      const [hit] = await memory().lookup(own, [query('The Chemical History of a Candle')]);
      expect(hit?.target).toMatch(/شمع/);
    }
    const copy = { ...scope, ownerId: 'copy' };
    const pieces = memory().exportTmx(scope);
    await memory().importTmx(
      copy,
      (async function* () {
        for await (const piece of pieces) yield Buffer.from(piece);
      })(),
    );
    const textsOf = async (of: MemoryScope) => {
      const texts: string[] = [];
      for await (const row of repository.all(of)) texts.push(`${row.rawSource}=${row.rawTarget}`);
      return texts.sort();
    };
    expect(await textsOf(copy)).toEqual(await textsOf(scope));
  });

  it('requests each repeated text of a book once, from two processes and with server faults', async () => {
    const server = await FakeOpenAiServer.start({
      latencyMs: 2,
      retryAfter: '0.01',
      faultRates: { server_error: 0.05, rate_limit: 0.05, disconnect: 0.02 },
    });
    const translator = () =>
      new OpenAiTranslator({
        baseUrl: server.url,
        apiKey: '',
        level1: { model: 'fake-small', prices: { prompt: 1, completion: 1 } },
        level2: { model: 'fake-large' },
        limits: { concurrency: 4 },
        timeoutMs: 20_000,
        maxAttempts: 10,
        backoffMs: { first: 1, longest: 50 },
      });
    const textOf = (number: number) => `This is paragraph ${number} of the book.`;
    const pages = Array.from({ length: 100 }, (_, page) =>
      PageContent.parse({
        page_info: { page_type: 'text' },
        items: Array.from({ length: 5 }, (__, item) => ({
          id: `${page}-${item}`,
          type: 'text',
          // One text in ten is on an earlier page too.
          content: textOf((page * 5 + item) % 10 === 9 ? 1000 + (item % 3) : page * 5 + item + 100),
        })),
      }),
    );
    try {
      const run = (ports: TranslatePagePorts, content: PageContent) =>
        translatePage(
          ports,
          {
            content,
            source: 'en',
            target: { level: 1 },
            ownerId: 'owner',
            context: { title: 'A Book', glossary: [] },
            digits: 'fa',
          },
          never,
        );
      const processes = [0, 1].map(() => ({ translator: translator(), memory: memory() }));
      const results = await Promise.all(
        processes.flatMap((ports) => pages.map((content) => run(ports, content))),
      );
      const distinct = new Set(pages.flatMap(({ items }) => items.map(({ content }) => content)));
      const requested = server.requestedTexts();
      expect(new Set(requested.keys())).toEqual(distinct);
      expect([...requested.values()].every((count) => count === 1)).toBe(true);
      const paid = results.reduce((sum, { usage }) => sum + usage.requests, 0);
      expect(paid).toBe(server.requests.filter(({ status }) => status === 200).length);
      for (const result of results) expect(result.outcome).toBe('translated');
      expect(await claimsLeft()).toBe(0);
    } finally {
      await server.close();
    }
  }, 60_000);

  it('has an index for every query', async () => {
    const rows = connection.model<MemoryRow>(MEMORY_MODEL);
    const plans = await Promise.all([
      rows
        .find({ normal: { $in: ['a', 'b'] } })
        .sort({ updatedAt: -1 })
        .explain('queryPlanner'),
      rows.find({ ownerId: 'o', source: 'en', level: 1 }).sort({ _id: 1 }).explain('queryPlanner'),
    ]);
    for (const plan of plans) {
      expect(JSON.stringify(plan)).toContain('IXSCAN');
      expect(JSON.stringify(plan)).not.toContain('COLLSCAN');
    }
  });
});

/** The claim ids of these texts, read while they are claimed. */
async function claimIds(queries: readonly MemoryQuery[]): Promise<string[]> {
  const claims = connection.model<MemoryClaim>(CLAIM_MODEL);
  let ids: string[] = [];
  await memory().translateOnce(
    scope,
    queries,
    async () => {
      ids = (await claims.find().lean()).map(({ _id }) => _id);
    },
    never,
  );
  return ids;
}
