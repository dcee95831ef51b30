import type { TranslationProblem } from '@hamkhan/contracts/content';
import {
  protect,
  withoutEmphasis,
  withSourceMarkers,
  type MarkedText,
} from '../page-text/inline-marks.domain.js';
import {
  exactKey,
  IMPORT_ORIGIN,
  normalKey,
  type MemoryOrigin,
  type MemoryScope,
} from './memory-key.domain.js';
import type { TmxPair } from './tmx.domain.js';
import type { MemoryRow } from './translation-memory.schema.js';

/** A text to look up. `origin`: the engine that would translate it. */
export type MemoryQuery = { marked: MarkedText; origin: MemoryOrigin };

/** A known translation of a query. */
export type MemoryHit = {
  /** The translation with markers. */
  target: string;
  /** Whether the markers of `target` are those of the text, or of the text without emphasis. */
  form: 'exact' | 'plain';
  confidence?: number;
  problems?: readonly TranslationProblem[];
  origin: MemoryOrigin;
};

/** A translation by an engine for the query with this index. */
export type NewTranslation = {
  index: number;
  target: string;
  rawTarget: string;
  confidence?: number;
  problems?: readonly TranslationProblem[];
};

/** The keys under which a query may be known, imports first. */
export type MemoryKeys = { exact: string[]; normal: string[] };

export function keysOf(scope: MemoryScope, { marked, origin }: MemoryQuery): MemoryKeys {
  const plain = withoutEmphasis(marked).marked.text;
  const origins = origin === IMPORT_ORIGIN ? [IMPORT_ORIGIN] : [IMPORT_ORIGIN, origin];
  return {
    exact: origins.map((one) => exactKey(scope, one, marked.text)),
    normal: origins.map((one) => normalKey(scope, one, plain)),
  };
}

export const hitOf = (row: MemoryRow, form: MemoryHit['form']): MemoryHit => ({
  target: form === 'exact' ? row.target : (row.plainTarget ?? row.target),
  form,
  origin: row.origin,
  ...(row.confidence === undefined ? {} : { confidence: row.confidence }),
  ...(row.problems === undefined ? {} : { problems: row.problems }),
});

export function translationRow(
  scope: MemoryScope,
  { marked, origin }: MemoryQuery,
  { target, rawTarget, confidence, problems }: Omit<NewTranslation, 'index'>,
  updatedAt: Date,
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
    updatedAt,
  };
}

/** The row of an imported pair; undefined if its translation lacks a formula, code or link of its source. */
export function importedRow(scope: MemoryScope, pair: TmxPair, updatedAt: Date): MemoryRow | undefined {
  const marked = protect(pair.source);
  for (const source of [marked, withoutEmphasis(marked).marked]) {
    const { text, complete } = withSourceMarkers(pair.target, source);
    if (!complete) continue;
    const translation = { target: text, rawTarget: pair.target };
    return translationRow(
      scope,
      { marked: source, origin: IMPORT_ORIGIN },
      translation,
      updatedAt,
      pair.source,
    );
  }
  return undefined;
}
