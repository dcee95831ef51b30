import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { TranslationProblem } from '@hamkhan/contracts/content';
import { AppError } from '@hamkhan/platform/app-error';
import { markLike, protect, withoutEmphasis, type MarkedText } from '../translate/inline-marks.domain.js';
import {
  exactKey,
  IMPORT_ORIGIN,
  normalKey,
  type MemoryOrigin,
  type MemoryScope,
} from './memory-key.domain.js';
import type { MemoryStore } from './memory-store.js';
import { readTmx, TMX_LIMITS, TmxError, writeTmx, type TmxLimits, type TmxPair } from './tmx.domain.js';
import type { MemoryRow } from './translation-memory.schema.js';

/** A text to look up: as it is, and without its emphasis. `origin`: the engine that would be asked. */
export type MemoryQuery = { marked: MarkedText; origin: MemoryOrigin };

export type MemoryHit = {
  /** The translation with markers. */
  target: string;
  /** Whether `target` uses the markers of the text as it is, or of the text without emphasis. */
  form: 'exact' | 'plain';
  confidence?: number;
  problems?: readonly TranslationProblem[];
  origin: MemoryOrigin;
};

/** A new translation of an engine for the query with this index. */
export type NewTranslation = {
  index: number;
  target: string;
  rawTarget: string;
  confidence?: number;
  problems?: readonly TranslationProblem[];
};

export type MemoryOptions = {
  /** How long a claim of a process that died keeps others waiting, ms. */
  leaseMs: number;
  /** How often another process's claim is looked at, ms. */
  pollMs: number;
  now: () => Date;
};
const DEFAULTS: MemoryOptions = { leaseMs: 10_000, pollMs: 200, now: () => new Date() };
const IMPORT_BATCH = 500;

export type TmxImportResult = {
  imported: number;
  /** Units without the two languages, too long, or whose marks don't fit each other. */
  skipped: number;
};

type Keys = { exact: string[]; normal: string[] };

/**
 * What has been translated before, asked before any engine is. A match of a person's import wins over an engine's; a match of the
 * text as it is wins over one of its normalised form. Reuse is within one owner only (see `MemoryScope`).
 */
export class TranslationMemory {
  private readonly options: MemoryOptions;
  private readonly holder = randomUUID();
  private readonly asking = new Map<string, Promise<void>>();

  constructor(
    private readonly store: MemoryStore,
    options: Partial<MemoryOptions> = {},
  ) {
    this.options = { ...DEFAULTS, ...options };
  }

  /** The known translation of each query, in their order. `acceptFlawed: false` leaves out what a check complained about. */
  async lookup(
    scope: MemoryScope,
    queries: readonly MemoryQuery[],
    { acceptFlawed = true }: { acceptFlawed?: boolean } = {},
  ): Promise<(MemoryHit | undefined)[]> {
    const keys = queries.map((query) => this.keysOf(scope, query));
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
        const near = byNormal.get(normal[index] ?? '');
        if (near) return hitOf(near, 'plain');
      }
      return undefined;
    });
  }

  /**
   * Has each text that nobody knows yet asked once, whoever needs it at the same time, in this process or another.
   * @param ask gets the indexes that fall to this caller and saves what it learns as it goes; what it leaves out stays unknown.
   * @returns the translations by index; an index is missing where the engine gave none.
   * @throws what `ask` throws, and the signal's reason.
   */
  async once(
    scope: MemoryScope,
    queries: readonly MemoryQuery[],
    ask: (
      indexes: readonly number[],
      save: (results: readonly NewTranslation[]) => Promise<void>,
    ) => Promise<void>,
    signal: AbortSignal,
    { acceptFlawed = true }: { acceptFlawed?: boolean } = {},
  ): Promise<Map<number, MemoryHit>> {
    const hits = new Map<number, MemoryHit>();
    const ids = queries.map((query) => exactKey(scope, query.origin, query.marked.text));
    const failed = new Set<string>();
    const open = () =>
      [...new Map(ids.map((id, index) => [id, index])).entries()].filter(
        ([id, index]) => !hits.has(index) && !failed.has(id),
      );
    for (let todo = open(); todo.length > 0; todo = open()) {
      signal.throwIfAborted();
      const theirs = todo.flatMap(([id]) => this.asking.get(id) ?? []);
      const mine = todo.filter(([id]) => !this.asking.has(id));
      if (mine.length > 0) {
        const done = await this.askMine(scope, queries, mine, ask, signal, acceptFlawed);
        for (const [index, hit] of done.hits) hits.set(index, hit);
        for (const id of done.failed) failed.add(id);
        if (!done.waits) continue;
        await delay(this.options.pollMs, undefined, { signal });
      } else {
        await unlessAborted(Promise.all(theirs), signal);
        const indexes = todo.map(([, index]) => index);
        const found = await this.lookup(scope, pick(queries, indexes), { acceptFlawed: true });
        found.forEach((hit, at) => {
          const index = indexes[at];
          if (hit && index !== undefined) hits.set(index, hit);
        });
      }
    }
    ids.forEach((id, index) => {
      const hit = hits.get(ids.lastIndexOf(id));
      if (hit && !hits.has(index)) hits.set(index, hit);
    });
    return hits;
  }

  /** Claims what falls to this process, asks for it and frees it; `waits` while another process is asking for the rest. */
  private async askMine(
    scope: MemoryScope,
    queries: readonly MemoryQuery[],
    mine: readonly (readonly [string, number])[],
    ask: (
      indexes: readonly number[],
      save: (results: readonly NewTranslation[]) => Promise<void>,
    ) => Promise<void>,
    signal: AbortSignal,
    acceptFlawed: boolean,
  ): Promise<{ hits: Map<number, MemoryHit>; failed: string[]; waits: boolean }> {
    const hits = new Map<number, MemoryHit>();
    let finished: () => void = () => undefined;
    const promise = new Promise<void>((resolve) => {
      finished = resolve;
    });
    for (const [id] of mine) this.asking.set(id, promise);
    let claimed: string[] = [];
    let renewal: NodeJS.Timeout | undefined;
    const holder = `${this.holder}:${randomUUID()}`;
    const { leaseMs, now } = this.options;
    const until = () => new Date(now().getTime() + leaseMs);
    try {
      claimed = await this.store.claim(
        mine.map(([id]) => id),
        holder,
        now(),
        until(),
      );
      renewal = setInterval(() => {
        // A renewal that fails costs at most a second request for the same text.
        this.store.renew(holder, until()).catch(() => undefined);
      }, leaseMs / 3);
      renewal.unref();
      const indexes = mine.map(([, index]) => index);
      // Another process may have saved a text after it was looked up and before it was claimed here.
      const known = await this.lookup(scope, pick(queries, indexes), { acceptFlawed });
      known.forEach((hit, at) => {
        const index = indexes[at];
        if (hit && index !== undefined) hits.set(index, hit);
      });
      const own = new Set(claimed);
      const toAsk = mine.filter(([id, index]) => own.has(id) && !hits.has(index)).map(([, index]) => index);
      if (toAsk.length > 0)
        await ask(toAsk, async (results) => {
          const rows = results.flatMap((result) => {
            const query = queries[result.index];
            return query ? [this.rowOf(scope, query.origin, query.marked, result)] : [];
          });
          await this.store.save(rows);
          results.forEach((result, at) => {
            const row = rows[at];
            if (row) hits.set(result.index, hitOf(row, 'exact'));
          });
        });
      const without = mine.filter(([, index]) => !hits.has(index)).map(([id]) => id);
      return { hits, failed: without.filter((id) => own.has(id)), waits: without.some((id) => !own.has(id)) };
    } finally {
      clearInterval(renewal);
      for (const [id] of mine) this.asking.delete(id);
      await this.store.release(claimed, holder).catch(() => undefined);
      finished();
    }
  }

  /**
   * Takes a TMX file into an owner's memory for one level; an import replaces what was imported before for the same text.
   * @throws AppError TRANSLATION_MEMORY.INVALID_FILE with `reason` and `line`; what was read before the fault stays.
   */
  async importTmx(
    scope: MemoryScope,
    file: AsyncIterable<Uint8Array>,
    limits: TmxLimits = TMX_LIMITS,
  ): Promise<TmxImportResult> {
    const result: TmxImportResult = { imported: 0, skipped: 0 };
    let waiting: TmxPair[] = [];
    const flush = async () => {
      const rows = new Map<string, MemoryRow>();
      for (const pair of waiting) {
        const row = this.importedRow(scope, pair);
        if (row) rows.set(row._id, row);
        if (row) result.imported += 1;
        else result.skipped += 1;
      }
      waiting = [];
      await this.store.save([...rows.values()]);
    };
    try {
      for await (const part of readTmx(file, scope.source, limits)) {
        result.skipped += part.skipped;
        waiting.push(...part.pairs);
        if (waiting.length >= IMPORT_BATCH) await flush();
      }
      await flush();
      return result;
    } catch (error) {
      if (!(error instanceof TmxError)) throw error;
      throw new AppError('TRANSLATION_MEMORY.INVALID_FILE', {
        cause: error,
        details: { reason: error.problem, ...(error.line === undefined ? {} : { line: error.line }) },
      });
    }
  }

  /** Takes translations that a person stands for into their owner's memory; they win as imports do. Marks that don't fit are left out. */
  async approve(scope: MemoryScope, pairs: readonly TmxPair[]): Promise<void> {
    const rows = pairs.flatMap((pair) => this.importedRow(scope, pair) ?? []);
    await this.store.save([...new Map(rows.map((row) => [row._id, row])).values()]);
  }

  /** An owner's memory of one language and level as TMX 1.4b, piece by piece. */
  exportTmx(scope: MemoryScope): AsyncGenerator<string> {
    const { store } = this;
    async function* pairs() {
      for await (const row of store.all(scope))
        yield { source: row.rawSource, target: row.rawTarget, changedAt: row.updatedAt, origin: row.origin };
    }
    return writeTmx(pairs(), { source: scope.source, level: scope.level, createdAt: this.options.now() });
  }

  /** Forgets everything of an owner. */
  removeOwner(ownerId: string): Promise<number> {
    return this.store.removeOwner(ownerId);
  }

  private keysOf(scope: MemoryScope, query: MemoryQuery): Keys {
    const { text } = query.marked;
    const plain = withoutEmphasis(query.marked).marked.text;
    const origins = query.origin === IMPORT_ORIGIN ? [IMPORT_ORIGIN] : [IMPORT_ORIGIN, query.origin];
    return {
      exact: origins.map((origin) => exactKey(scope, origin, text)),
      normal: origins.map((origin) => normalKey(scope, origin, plain)),
    };
  }

  private rowOf(
    scope: MemoryScope,
    origin: MemoryOrigin,
    marked: MarkedText,
    { target, rawTarget, confidence, problems }: Omit<NewTranslation, 'index'>,
    rawSource = marked.text,
  ): MemoryRow {
    const plain = withoutEmphasis(marked);
    const plainTarget = plain.translate(target);
    return {
      _id: exactKey(scope, origin, marked.text),
      normal: normalKey(scope, origin, plain.marked.text),
      ownerId: scope.ownerId,
      source: scope.source,
      level: scope.level,
      origin,
      text: marked.text,
      target,
      ...(plainTarget === target ? {} : { plainTarget }),
      rawSource,
      rawTarget,
      ...(confidence === undefined ? {} : { confidence }),
      ...(problems === undefined ? {} : { problems: [...problems] }),
      updatedAt: this.options.now(),
    };
  }

  /** A pair of a file as a row; none where the translation lost a formula, code or link of its source. */
  private importedRow(scope: MemoryScope, pair: TmxPair): MemoryRow | undefined {
    const marked = protect(pair.source);
    const { text, complete } = markLike(pair.target, marked);
    const plain = withoutEmphasis(marked);
    if (complete)
      return this.rowOf(scope, IMPORT_ORIGIN, marked, { target: text, rawTarget: pair.target }, pair.source);
    const bare = markLike(pair.target, plain.marked);
    if (!bare.complete) return undefined;
    return this.rowOf(
      scope,
      IMPORT_ORIGIN,
      plain.marked,
      { target: bare.text, rawTarget: pair.target },
      pair.source,
    );
  }
}

const hitOf = (row: MemoryRow, form: MemoryHit['form']): MemoryHit => ({
  target: form === 'exact' ? row.target : (row.plainTarget ?? row.target),
  form,
  origin: row.origin,
  ...(row.confidence === undefined ? {} : { confidence: row.confidence }),
  ...(row.problems === undefined ? {} : { problems: row.problems }),
});

const pick = <T>(all: readonly T[], indexes: readonly number[]): T[] =>
  indexes.flatMap((index) => {
    const one = all[index];
    return one === undefined ? [] : [one];
  });

/** Waits for a promise, but no longer than the signal allows; leaves no listener behind. */
function unlessAborted(promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    promise.then(() => resolve(), reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
