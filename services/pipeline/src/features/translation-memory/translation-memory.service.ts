import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@hamkhan/platform/app-error';
import { exactKey, type MemoryScope } from './memory-key.domain.js';
import {
  hitOf,
  importedRow,
  keysOf,
  translationRow,
  type MemoryHit,
  type MemoryQuery,
  type NewTranslation,
} from './memory-row.domain.js';
import type { MemoryStore } from './memory-store.js';
import { SingleFlight, type SingleFlightOptions } from './single-flight.js';
import { readTmx, TMX_LIMITS, TmxError, writeTmx, type TmxLimits, type TmxPair } from './tmx.domain.js';
import type { MemoryRow } from './translation-memory.schema.js';

export type MemoryOptions = SingleFlightOptions & {
  /** How often texts that another process is requesting are looked up again, ms. */
  pollMs: number;
};
const DEFAULTS: MemoryOptions = { leaseMs: 10_000, pollMs: 200, now: () => new Date() };
const IMPORT_BATCH = 500;

export type TmxImportResult = {
  imported: number;
  /** Units that lack a language, are too long, or whose marks do not match. */
  skipped: number;
};

/** Requests the translations of queries (by index) from an engine, and saves them as they arrive. */
export type RequestTranslations = (
  indexes: readonly number[],
  save: (results: readonly NewTranslation[]) => Promise<void>,
) => Promise<void>;

type LookupOptions = {
  /** Whether translations with problems count. Default: true. */
  acceptFlawed?: boolean;
};

/**
 * Translations made earlier, consulted before any engine. Imports take precedence over engine translations, and exact matches
 * over normalised ones. Translations are reused within one owner only (see `MemoryScope`).
 */
export class TranslationMemory {
  private readonly options: MemoryOptions;
  private readonly singleFlight: SingleFlight;

  constructor(
    private readonly store: MemoryStore,
    options: Partial<MemoryOptions> = {},
  ) {
    this.options = { ...DEFAULTS, ...options };
    this.singleFlight = new SingleFlight(store, this.options);
  }

  /** Returns the known translation of each query, in order. */
  async lookup(
    scope: MemoryScope,
    queries: readonly MemoryQuery[],
    { acceptFlawed = true }: LookupOptions = {},
  ): Promise<(MemoryHit | undefined)[]> {
    const keys = queries.map((query) => keysOf(scope, query));
    const rows = await this.store.find(
      [...new Set(keys.flatMap(({ exact }) => exact))],
      [...new Set(keys.flatMap(({ normal }) => normal))],
    );
    const usable = rows.filter((row) => acceptFlawed || row.confidence === undefined);
    const byId = new Map(usable.map((row) => [row._id, row]));
    const byNormal = new Map<string, MemoryRow>();
    for (const row of usable) if (!byNormal.has(row.normal)) byNormal.set(row.normal, row);
    return keys.map(({ exact, normal }) => {
      for (const [index, key] of exact.entries()) {
        const own = byId.get(key);
        if (own) return hitOf(own, 'exact');
        const similar = byNormal.get(normal[index] ?? '');
        if (similar) return hitOf(similar, 'plain');
      }
      return undefined;
    });
  }

  /**
   * Single-flight translation across processes: each unknown text is requested once, even if several callers need it at the same
   * time. `request` gets the indexes that this caller must request.
   * @returns the translations by index, without texts that the engine did not translate.
   * @throws what `request` throws, and the signal's reason.
   */
  async translateOnce(
    scope: MemoryScope,
    queries: readonly MemoryQuery[],
    request: RequestTranslations,
    signal: AbortSignal,
    { acceptFlawed = true }: LookupOptions = {},
  ): Promise<Map<number, MemoryHit>> {
    const hits = new Map<number, MemoryHit>();
    const ids = queries.map((query) => exactKey(scope, query.origin, query.marked.text));
    const unanswered = new Set<string>();
    const addKnown = async (indexes: readonly number[], options: LookupOptions) => {
      const found = await this.lookup(scope, pick(queries, indexes), options);
      indexes.forEach((index, at) => {
        const hit = found[at];
        if (hit) hits.set(index, hit);
      });
    };
    const openTexts = () =>
      [...new Map(ids.map((id, index) => [id, index]))]
        .filter(([id, index]) => !hits.has(index) && !unanswered.has(id))
        .map(([id, index]) => ({ id, index, running: this.singleFlight.runningFor(id) }));

    for (let open = openTexts(); open.length > 0; open = openTexts()) {
      signal.throwIfAborted();
      const free = open.filter(({ running }) => running === undefined);
      if (free.length === 0) {
        await unlessAborted(Promise.all(open.flatMap(({ running }) => running ?? [])), signal);
        await addKnown(indexesOf(open), { acceptFlawed: true });
        continue;
      }
      const isPending = await this.singleFlight.run(idsOf(free), signal, async (claimed) => {
        // Another process may have saved a text between the lookup and the claim.
        await addKnown(indexesOf(free), { acceptFlawed });
        const own = free.filter(({ id, index }) => claimed.has(id) && !hits.has(index));
        if (own.length > 0)
          await request(indexesOf(own), async (results) => {
            for (const [index, hit] of await this.saveNew(scope, queries, results)) hits.set(index, hit);
          });
        const missing = free.filter(({ index }) => !hits.has(index));
        for (const { id } of missing) if (claimed.has(id)) unanswered.add(id);
        return missing.some(({ id }) => !claimed.has(id));
      });
      if (isPending) await delay(this.options.pollMs, undefined, { signal });
    }
    ids.forEach((id, index) => {
      const hit = hits.get(ids.lastIndexOf(id));
      if (hit) hits.set(index, hit);
    });
    return hits;
  }

  /**
   * Imports a TMX file into an owner's memory for one level. A pair replaces an earlier import of the same text.
   * @throws AppError TRANSLATION_MEMORY.INVALID_FILE with `reason` and `line`. Pairs before the error stay imported.
   */
  async importTmx(
    scope: MemoryScope,
    file: AsyncIterable<Uint8Array>,
    limits: TmxLimits = TMX_LIMITS,
  ): Promise<TmxImportResult> {
    const result: TmxImportResult = { imported: 0, skipped: 0 };
    let batch: TmxPair[] = [];
    const saveBatch = async () => {
      const rows = this.importedRows(scope, batch);
      result.imported += rows.length;
      result.skipped += batch.length - rows.length;
      batch = [];
      await this.saveLatest(rows);
    };
    try {
      for await (const part of readTmx(file, scope.source, limits)) {
        result.skipped += part.skipped;
        batch.push(...part.pairs);
        if (batch.length >= IMPORT_BATCH) await saveBatch();
      }
      await saveBatch();
      return result;
    } catch (error) {
      if (!(error instanceof TmxError)) throw error;
      throw new AppError('TRANSLATION_MEMORY.INVALID_FILE', {
        cause: error,
        details: { reason: error.problem, ...(error.line === undefined ? {} : { line: error.line }) },
      });
    }
  }

  /** Saves translations that a person has approved. They take precedence as imports do. Skips pairs whose marks do not match. */
  async approve(scope: MemoryScope, pairs: readonly TmxPair[]): Promise<void> {
    await this.saveLatest(this.importedRows(scope, pairs));
  }

  /** An owner's memory for one language and level as TMX 1.4b, in parts. */
  exportTmx(scope: MemoryScope): AsyncGenerator<string> {
    const { store } = this;
    async function* pairs() {
      for await (const row of store.all(scope))
        yield { source: row.rawSource, target: row.rawTarget, changedAt: row.updatedAt, origin: row.origin };
    }
    return writeTmx(pairs(), { source: scope.source, level: scope.level, createdAt: this.options.now() });
  }

  /** Deletes an owner's memory. Returns the number of translations. */
  removeOwner(ownerId: string): Promise<number> {
    return this.store.removeOwner(ownerId);
  }

  private async saveNew(
    scope: MemoryScope,
    queries: readonly MemoryQuery[],
    results: readonly NewTranslation[],
  ): Promise<Map<number, MemoryHit>> {
    const rows = new Map(
      results.flatMap((result) => {
        const query = queries[result.index];
        return query
          ? [[result.index, translationRow(scope, query, result, this.options.now())] as const]
          : [];
      }),
    );
    await this.store.save([...rows.values()]);
    return new Map([...rows].map(([index, row]) => [index, hitOf(row, 'exact')]));
  }

  private importedRows(scope: MemoryScope, pairs: readonly TmxPair[]): MemoryRow[] {
    return pairs.flatMap((pair) => importedRow(scope, pair, this.options.now()) ?? []);
  }

  /** Saves the last row of each text. */
  private async saveLatest(rows: readonly MemoryRow[]): Promise<void> {
    await this.store.save([...new Map(rows.map((row) => [row._id, row])).values()]);
  }
}

type OpenText = { id: string; index: number };
const indexesOf = (texts: readonly OpenText[]): number[] => texts.map(({ index }) => index);
const idsOf = (texts: readonly OpenText[]): string[] => texts.map(({ id }) => id);

const pick = <T>(all: readonly T[], indexes: readonly number[]): T[] =>
  indexes.flatMap((index) => {
    const one = all[index];
    return one === undefined ? [] : [one];
  });

/** Waits for a promise until the signal aborts. Removes its listener afterwards. */
function unlessAborted(promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    promise.then(() => resolve(), reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
