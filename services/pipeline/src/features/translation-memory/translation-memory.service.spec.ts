import { beforeEach, describe, expect, it } from '@jest/globals';
import { MapMemoryStore } from '../../../test/builders/map-memory-store.js';
import { protect } from '../page-text/inline-marks.domain.js';
import { IMPORT_ORIGIN, type MemoryScope } from './memory-key.domain.js';
import type { MemoryQuery } from './memory-row.domain.js';
import { TranslationMemory, type RequestTranslations } from './translation-memory.service.js';

const never = new AbortController().signal;
const scope: MemoryScope = { ownerId: 'o', source: 'en', level: 1 };
let store: MapMemoryStore;
let memory: TranslationMemory;
beforeEach(() => {
  store = new MapMemoryStore();
  memory = new TranslationMemory(store, { pollMs: 5 });
});

const query = (text: string, origin = 'engine'): MemoryQuery => ({ marked: protect(text), origin });
const importText = (units: [string, string][], into = scope) =>
  memory.importTmx(
    into,
    (async function* () {
      const body = units
        .map(
          ([en, fa]) =>
            `<tu><tuv xml:lang="en"><seg>${en}</seg></tuv><tuv xml:lang="fa"><seg>${fa}</seg></tuv></tu>`,
        )
        .join('\n');
      yield await Promise.resolve(Buffer.from(`<tmx version="1.4"><header/><body>${body}</body></tmx>`));
    })(),
  );
/** An engine that returns the text in angle brackets and records what was requested. */
const engine = (queries: readonly MemoryQuery[], requested: string[] = []) => ({
  requested,
  request: async (indexes: readonly number[], save: Parameters<RequestTranslations>[1]) => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    for (const index of indexes) requested.push(queries[index]?.marked.text ?? '');
    await save(
      indexes.map((index) => ({
        index,
        target: `<${queries[index]?.marked.text}>`,
        rawTarget: `<${queries[index]?.marked.text}>`,
      })),
    );
  },
});

describe('lookup', () => {
  it('finds imports by exact and by normalised text, with their marks', async () => {
    expect(
      await importText([
        ['Let $x$ be “small”.', 'بگذارید $x$ «کوچک» باشد.'],
        ['A **bold** move', 'یک حرکت **جسورانه**'],
        ['The **weight** goes', 'وزن می‌رود'],
        ['Lost $y$ here', 'گم شد'],
      ]),
    ).toEqual({ imported: 3, skipped: 1 });
    const targets = await memory.lookup(scope, [
      query('Let $z$ be "small".'),
      query('A **bold** move'),
      query('A bold move'),
      query('The weight goes'),
      query('Lost $y$ here'),
    ]);
    expect(targets.map((hit) => [hit?.target, hit?.form])).toEqual([
      ['بگذارید ⟦1⟧ «کوچک» باشد.', 'plain'],
      ['یک حرکت ⟦1⟧جسورانه⟦/1⟧', 'exact'],
      ['یک حرکت جسورانه', 'plain'],
      ['وزن می‌رود', 'exact'],
      [undefined, undefined],
    ]);
  });

  it('separates owners, levels and languages, and prefers an import to an engine translation', async () => {
    await importText([['Hello', 'درود']]);
    const queries = [query('Hello')];
    const { request } = engine(queries);
    await memory.translateOnce({ ...scope, ownerId: 'other' }, queries, request, never);
    const target = async (own: Partial<MemoryScope>, origin = 'engine') =>
      (await memory.lookup({ ...scope, ...own }, [query('Hello', origin)]))[0]?.target;
    expect(await target({})).toBe('درود');
    expect(await target({ ownerId: 'other' })).toBe('<Hello>');
    expect(await target({ ownerId: 'other' }, 'engine 2')).toBeUndefined();
    expect(await target({ level: 2 })).toBeUndefined();
    expect(await target({ source: 'de' })).toBeUndefined();
    expect(await target({ ownerId: 'other' }, IMPORT_ORIGIN)).toBeUndefined();
  });

  it('omits translations with problems if acceptFlawed is false', async () => {
    await memory.translateOnce(
      scope,
      [query('a')],
      (_, save) => save([{ index: 0, target: 'ب', rawTarget: 'ب', confidence: 0.4 }]),
      never,
    );
    expect((await memory.lookup(scope, [query('a')]))[0]?.confidence).toBe(0.4);
    expect((await memory.lookup(scope, [query('a')], { acceptFlawed: false }))[0]).toBeUndefined();
  });

  it('replaces an earlier import of the same text', async () => {
    await importText([['Hello', 'درود']]);
    await importText([['Hello', 'سلام']]);
    expect((await memory.lookup(scope, [query('Hello')]))[0]?.target).toBe('سلام');
  });
});

describe('translateOnce', () => {
  it('requests each text once for concurrent callers', async () => {
    const queries = [query('a'), query('b'), query('a'), query('c')];
    const { request, requested } = engine(queries);
    const runs = await Promise.all(
      Array.from({ length: 5 }, () => memory.translateOnce(scope, queries, request, never)),
    );
    expect(requested.sort()).toEqual(['a', 'b', 'c']);
    for (const hits of runs)
      expect([0, 1, 2, 3].map((index) => hits.get(index)?.target)).toEqual(['<a>', '<b>', '<a>', '<c>']);
    await memory.translateOnce(scope, queries, request, never);
    expect(requested).toHaveLength(3);
    expect(store.claims.size).toBe(0);
  });

  it('waits for another process and uses its translations', async () => {
    const other = new TranslationMemory(store, { pollMs: 5 });
    const queries = [query('a'), query('b')];
    const one = engine(queries);
    const two = engine(queries, one.requested);
    const [first, second] = await Promise.all([
      memory.translateOnce(scope, queries, one.request, never),
      other.translateOnce(scope, queries, two.request, never),
    ]);
    expect(one.requested.sort()).toEqual(['a', 'b']);
    expect([first.get(0)?.target, second.get(1)?.target]).toEqual(['<a>', '<b>']);
  });

  it('requests a text whose claim has expired', async () => {
    let now = 0;
    memory = new TranslationMemory(store, { pollMs: 5, leaseMs: 1000, now: () => new Date(now) });
    const queries = [query('a')];
    const { request, requested } = engine(queries);
    void memory.translateOnce(scope, queries, () => new Promise(() => undefined), never);
    await new Promise((resolve) => setImmediate(resolve));
    const successor = new TranslationMemory(store, { pollMs: 5, leaseMs: 1000, now: () => new Date(now) });
    const waiting = successor.translateOnce(scope, queries, request, never);
    now = 2000;
    expect((await waiting).get(0)?.target).toBe('<a>');
    expect(requested).toEqual(['a']);
  });

  it('lets the next caller request after a failure', async () => {
    const queries = [query('a')];
    const { request } = engine(queries);
    const failing = memory.translateOnce(scope, queries, () => Promise.reject(new Error('no')), never);
    const other = memory.translateOnce(scope, queries, request, never);
    await expect(failing).rejects.toThrow('no');
    expect((await other).get(0)?.target).toBe('<a>');
    expect(store.claims.size).toBe(0);
  });

  it('keeps what was saved before a failure', async () => {
    const queries = [query('a'), query('b')];
    await expect(
      memory.translateOnce(
        scope,
        queries,
        async (_, save) => {
          await save([{ index: 0, target: 'الف', rawTarget: 'الف' }]);
          throw new Error('no');
        },
        never,
      ),
    ).rejects.toThrow('no');
    const { request, requested } = engine(queries);
    await memory.translateOnce(scope, queries, request, never);
    expect(requested).toEqual(['b']);
  });

  it('omits texts that the engine did not translate and does not repeat the request', async () => {
    const hits = await memory.translateOnce(
      scope,
      [query('a'), query('b')],
      (_, save) => save([{ index: 1, target: 'ب', rawTarget: 'ب' }]),
      never,
    );
    expect([...hits.keys()]).toEqual([1]);
  });

  it('stops waiting when the signal aborts', async () => {
    const stop = new AbortController();
    void memory.translateOnce(scope, [query('a')], () => new Promise(() => undefined), never);
    const waiting = memory.translateOnce(scope, [query('a')], () => Promise.resolve(), stop.signal);
    stop.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
  });
});

describe('import and export', () => {
  it('rejects a broken file with the line of the error', async () => {
    await expect(importText([['a', 'b</wrong>']])).rejects.toMatchObject({
      code: 'TRANSLATION_MEMORY.INVALID_FILE',
      details: { reason: 'not_xml', line: 1 },
    });
  });

  it('exports marks so that another owner can import them', async () => {
    await importText([['A **bold** $x$', 'یک **جسور** $x$']]);
    const parts: string[] = [];
    for await (const part of memory.exportTmx(scope)) parts.push(part);
    const other = { ...scope, ownerId: 'other' };
    await memory.importTmx(
      other,
      (async function* () {
        yield await Promise.resolve(Buffer.from(parts.join('')));
      })(),
    );
    expect((await memory.lookup(other, [query('A **bold** $x$')]))[0]?.target).toBe('یک ⟦1⟧جسور⟦/1⟧ ⟦2⟧');
    expect(await memory.removeOwner('other')).toBe(1);
    expect((await memory.lookup(other, [query('A **bold** $x$')]))[0]).toBeUndefined();
  });
});
