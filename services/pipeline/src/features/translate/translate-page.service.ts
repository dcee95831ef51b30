import type { PageContent, TranslatedContent, TranslationProblem } from '@hamkhan/contracts/content';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import type { TranslatorCode } from '@hamkhan/contracts/translator-status';
import {
  addUsage,
  noUsage,
  TranslatorError,
  type GlossaryTerm,
  type TranslationItem,
  type TranslationLevel,
  type TranslationUsage,
  type Translator,
} from '../../infra/translator/translator.js';
import { engineOrigin, termsIn, type MemoryScope } from '../translation-memory/memory-key.domain.js';
import type {
  MemoryHit,
  NewTranslation,
  TranslationMemory,
} from '../translation-memory/translation-memory.service.js';
import {
  markLike,
  protect,
  restore,
  stripMarkers,
  tidyMarkers,
  withoutEmphasis,
  type MarkedText,
} from './inline-marks.domain.js';
import { sharesOf, type PageJoin, type PageJoins } from './page-joins.domain.js';
import { polishMarked, writeDigits, type DigitStyle } from './persian-typography.domain.js';
import { confidenceOf, isBetter, problemsOf } from './quality.domain.js';
import {
  canDiffer,
  coverWith,
  hasWords,
  segmentsOf,
  spansOf,
  type Segment,
  type Span,
} from './segments.domain.js';
import { sentencePairs } from './sentence-pairs.domain.js';
import { assemble, unitKey, unitsOf, type TextUnit, type UnitTranslation } from './units.domain.js';

export type TranslatePageInput = {
  content: PageContent;
  source: SourceLanguage;
  /** Level 2 needs the page's level 1, and of joined paragraphs what level 1 made of the whole (`PageTranslation.wholes`). */
  target:
    | { level: 1 }
    | { level: 2; level1: TranslatedContent; wholes?: Readonly<Record<string, string>> | undefined };
  /** Paragraphs that go on from the page before or on the page after: asked for whole, whichever page is first. */
  joins?: PageJoins;
  /** Whose document: translations are reused within one owner only. */
  ownerId: string;
  context: {
    title: string;
    summary?: string;
    glossary: readonly GlossaryTerm[];
    /** End of the page before and start of the page after, in the source language. */
    before?: string;
    after?: string;
    /** The Persian of `before`, where it is there already. */
    beforeTranslation?: string;
  };
  digits: DigitStyle;
  /** On a reprocess: false asks again for what a check complained about; true by default. */
  acceptFlawed?: boolean;
};

export type TranslatePageLimits = {
  /** Source characters and items in one request. */
  batchChars: number;
  batchItems: number;
  /** Characters of each neighbour shown to the engine. */
  neighbourChars: number;
};
export const TRANSLATE_PAGE_LIMITS: TranslatePageLimits = {
  batchChars: 3500,
  batchItems: 40,
  neighbourChars: 500,
};
const MAX_TERMS = 60;
/** Below this a refined text with a fault gives way to its sound draft. */
const TRUSTED = 0.5;

export type PageMark = { itemId: string; path: string; problem: TranslationProblem };

export type PageTranslation =
  | {
      outcome: 'translated';
      content: TranslatedContent;
      engine: string;
      /** Paid for this call; what the memory knew costs nothing. */
      usage: TranslationUsage;
      counts: { texts: number; fromMemory: number; fromDraft: number; asked: number; failed: number };
      marks: PageMark[];
      /** The whole translations of paragraphs of which the page shows a share, for level 2. */
      wholes: Record<string, string>;
      /** What the engine says the page is about; absent where the memory knew it all. */
      gist?: string;
    }
  /** Texts are missing and no translator can make them: the page stays `pending_translation`. */
  | { outcome: 'waiting'; code: TranslatorCode; missing: number; usage: TranslationUsage };

export type TranslatePagePorts = {
  translator: Translator;
  memory: TranslationMemory;
  limits?: TranslatePageLimits;
};

/** A text of the page on its way: a unit, or one of the paragraphs that a unit at a page's edge is a part of. */
type Work = {
  unit: TextUnit;
  key: string;
  marked: MarkedText;
  terms: GlossaryTerm[];
  origin: string;
  draft?: UnitTranslation;
};
/** A stretch of a unit; with `join` it stands for a whole paragraph of which the page shows the first or second share. */
type Part = { key: string; text: string; join?: PageJoin; share?: 0 | 1 };
type Piece = { work: number; segment: Segment; draft?: string };
type Asked = {
  usage: TranslationUsage;
  problems: Map<number, TranslationProblem[]>;
  codes: Set<TranslatorCode>;
  /** By the first piece of their batch. */
  gists: Map<number, string>;
};

/**
 * Translates one page at one level: memory first (whole texts, then sentence by sentence), then the engine for the rest, each
 * answer checked, tried once more where a check complains, set in Persian typography and remembered at once, so that a crash
 * repeats the running requests at most. Formulas, code and running heads pass through. A text the engine can't do keeps its
 * source (at level 2 its draft) with confidence 0.
 *
 * With an engine that has one level only (offline), level 2 is level 1 wherever the memory has nothing better: its typography is
 * done already and asking again could change nothing.
 * @throws TranslatorError with the usage of the whole call when the engine fails; what was translated by then is remembered.
 */
export async function translatePage(
  { translator, memory, limits = TRANSLATE_PAGE_LIMITS }: TranslatePagePorts,
  input: TranslatePageInput,
  signal: AbortSignal,
): Promise<PageTranslation> {
  const { level } = input.target;
  const scope: MemoryScope = { ownerId: input.ownerId, source: input.source, level };
  const acceptFlawed = input.acceptFlawed ?? true;
  const done = new Map<string, UnitTranslation>();
  const counts = { texts: 0, fromMemory: 0, fromDraft: 0, asked: 0, failed: 0 };
  const marks: PageMark[] = [];

  const units = unitsOf(input.content);
  const works = workOf(units, input, translator, done);
  counts.texts = works.length;
  const finish = (marked: MarkedText, hit: Pick<MemoryHit, 'target' | 'form'>): string =>
    restore(
      writeDigits(hit.target, input.digits),
      hit.form === 'exact' ? marked : withoutEmphasis(marked).marked,
    );

  const remembered = await recall(memory, scope, works, input.source, acceptFlawed, finish);
  let open = works.filter((work) => {
    const known = remembered.get(work);
    if (known) done.set(work.key, known);
    return !known;
  });
  counts.fromMemory = works.length - open.length;

  if (level === 2 && translator.levels.length > 0) {
    const hasLevel = translator.levels.includes(2);
    open = open.filter((work) => {
      const keepsDraft =
        work.draft !== undefined && (!hasLevel || !canDiffer(work.marked.text, work.terms.length > 0));
      if (keepsDraft && work.draft) done.set(work.key, work.draft);
      if (keepsDraft) counts.fromDraft += 1;
      return !keepsDraft;
    });
  }
  if (open.length > 0 && !translator.levels.includes(level))
    return { outcome: 'waiting', code: 'not_configured', missing: open.length, usage: noUsage() };

  const pieces = piecesOf(open, input.source, limits.batchChars);
  const asked: Asked = { usage: noUsage(), problems: new Map(), codes: new Set(), gists: new Map() };
  const answers = await memory
    .once(
      scope,
      pieces.map(({ work, segment }) => ({ marked: segment.marked, origin: open[work]?.origin ?? '' })),
      (indexes, save) => {
        counts.asked += indexes.length;
        return ask(translator, { input, units, open, pieces, limits }, indexes, asked, save, signal);
      },
      signal,
      { acceptFlawed },
    )
    .catch((error: unknown) => {
      throw withUsage(error, asked.usage);
    });

  open.forEach((work, index) => {
    const own = pieces.flatMap((piece, at) => (piece.work === index ? [{ piece, at }] : []));
    const problems = own.flatMap(({ at }) => asked.problems.get(at) ?? []);
    const itemId = input.content.items[work.unit.item]?.id ?? '';
    for (const problem of new Set(problems)) marks.push({ itemId, path: work.unit.path, problem });
    const texts: string[] = [];
    const flaws = new Set<TranslationProblem>();
    let confidence: number | undefined;
    for (const { piece, at } of own) {
      const hit = answers.get(at);
      if (!hit) break;
      for (const problem of hit.problems ?? []) flaws.add(problem);
      if (hit.confidence !== undefined) confidence = Math.min(confidence ?? 1, hit.confidence);
      texts.push(finish(piece.segment.marked, hit) + piece.segment.gap);
    }
    const isComplete = texts.length === own.length;
    if (!isComplete) counts.failed += 1;
    const draftIsBetter =
      work.draft !== undefined &&
      work.draft.confidence === undefined &&
      (!isComplete || (confidence ?? 1) < TRUSTED);
    if (draftIsBetter && work.draft) done.set(work.key, work.draft);
    else if (isComplete)
      done.set(work.key, {
        text: work.marked.before + texts.join('') + work.marked.after,
        ...(confidence === undefined ? {} : { confidence }),
        ...(flaws.size === 0 ? {} : { problems: [...flaws] }),
      });
    else
      done.set(work.key, {
        text: restore(work.marked.text, work.marked),
        confidence: 0,
        problems: problems.length > 0 ? [...new Set(problems)] : ['no_answer'],
      });
  });

  if (counts.failed > 0 && counts.failed === works.length)
    throw new TranslatorError([...asked.codes][0] ?? 'bad_answer', { retryable: true, usage: asked.usage });
  return {
    outcome: 'translated',
    content: assemble(input.content, translationsOf(units, input, done)),
    engine: translator.id,
    usage: asked.usage,
    counts,
    marks,
    ...(asked.gists.size === 0 ? {} : { gist: gistOf(asked.gists) }),
    wholes: Object.fromEntries(
      units.flatMap((unit) =>
        isJoined(unit, input.joins)
          ? partsOf(unit, input.joins).map(({ key }) => [key, done.get(key)?.text ?? ''])
          : [],
      ),
    ),
  };
}

const MAX_GIST = 500;
const gistOf = (gists: ReadonlyMap<number, string>): string =>
  [...gists]
    .sort(([a], [b]) => a - b)
    .map(([, gist]) => gist)
    .join(' ')
    .slice(0, MAX_GIST);

const isJoined = (unit: TextUnit, joins: PageJoins | undefined): boolean =>
  unit.path === 'content' && [joins?.head, joins?.tail].some((side) => side?.edge.item === unit.item);

/** What is asked for in place of a unit: itself, or at a page's edge the paragraphs it is a part of. */
function partsOf(unit: TextUnit, joins: PageJoins | undefined): Part[] {
  const key = unitKey(unit);
  if (!isJoined(unit, joins)) return [{ key, text: unit.text }];
  const head = joins?.head?.edge.item === unit.item ? joins.head : undefined;
  const tail = joins?.tail?.edge.item === unit.item ? joins.tail : undefined;
  const own = unit.text.slice(head?.edge.end ?? 0, tail?.edge.start ?? unit.text.length).trim();
  return [
    ...(head ? [{ key: `${key} head`, text: head.join.text, join: head.join, share: 1 as const }] : []),
    ...(own === '' ? [] : [{ key: `${key} own`, text: own }]),
    ...(tail ? [{ key: `${key} tail`, text: tail.join.text, join: tail.join, share: 0 as const }] : []),
  ];
}

/** The translations of a page's units from those of their parts, with the sentences of both sides paired. */
function translationsOf(
  units: readonly TextUnit[],
  input: TranslatePageInput,
  done: ReadonlyMap<string, UnitTranslation>,
): Map<string, UnitTranslation> {
  const translations = new Map<string, UnitTranslation>();
  for (const unit of units) {
    const parts = partsOf(unit, input.joins).flatMap(({ key, join, share }) => {
      const whole = done.get(key);
      if (!whole) return [];
      if (!join || share === undefined) return [whole];
      // A paragraph that could not be translated stands as it is: its own half on each page.
      const halves: [string, string] =
        whole.confidence === 0
          ? [join.text.slice(0, join.cut).trimEnd(), join.text.slice(join.cut)]
          : sharesOf(join, whole.text, input.source);
      return [{ ...whole, text: halves[share] }];
    });
    if (parts.length === 0) continue;
    const text = parts
      .map((part) => part.text)
      .filter((part) => part !== '')
      .join(' ');
    const confidences = parts.flatMap(({ confidence }) => confidence ?? []);
    const problems = [...new Set(parts.flatMap((part) => part.problems ?? []))];
    const isPaired = !unit.path.startsWith('cell.') && !confidences.includes(0);
    const pairs = isPaired ? sentencePairs(unit.text, text, input.source) : [];
    translations.set(unitKey(unit), {
      text,
      ...(confidences.length === 0 ? {} : { confidence: Math.min(...confidences) }),
      ...(problems.length === 0 ? {} : { problems }),
      ...(pairs.length === 0 ? {} : { pairs }),
    });
  }
  return translations;
}

/** Prepares every text; those without words are done at once, with their digits set. */
function workOf(
  units: readonly TextUnit[],
  input: TranslatePageInput,
  translator: Translator,
  done: Map<string, UnitTranslation>,
): Work[] {
  const { target, context, joins } = input;
  const drafts = new Map<string, UnitTranslation>();
  if (target.level === 2)
    for (const unit of unitsOf(target.level1)) {
      const { confidence, translation_problems: problems } = target.level1.items[unit.item] ?? {};
      const ownConfidence =
        confidence === input.content.items[unit.item]?.confidence ? undefined : confidence;
      drafts.set(unitKey(unit), {
        text: unit.text,
        ...(ownConfidence === undefined ? {} : { confidence: ownConfidence }),
        ...(problems === undefined ? {} : { problems }),
      });
    }
  const draftOf = (unit: TextUnit, key: string): UnitTranslation | undefined => {
    const draft = drafts.get(unitKey(unit));
    if (key === unitKey(unit) || target.level === 1) return draft;
    const whole = target.wholes?.[key];
    return draft && whole !== undefined ? { ...draft, text: whole } : undefined;
  };
  return units.flatMap((unit) =>
    partsOf(unit, joins).flatMap(({ key, text }) => {
      const marked = protect(text);
      if (!hasWords(marked)) {
        done.set(key, { text: restore(writeDigits(marked.text, input.digits), marked) });
        return [];
      }
      const terms = termsIn(stripMarkers(marked.text), context.glossary);
      const draft = draftOf(unit, key);
      const origin = engineOrigin(translator.memoryKey(target.level), terms);
      return [{ unit, key, marked, terms, origin, ...(draft ? { draft } : {}) }];
    }),
  );
}

/** What the memory knows: whole texts first, then texts of which every sentence is known. */
async function recall(
  memory: TranslationMemory,
  scope: MemoryScope,
  works: readonly Work[],
  language: SourceLanguage,
  acceptFlawed: boolean,
  finish: (marked: MarkedText, hit: MemoryHit) => string,
): Promise<Map<Work, UnitTranslation>> {
  const known = new Map<Work, UnitTranslation>();
  const whole = await memory.lookup(scope, works, { acceptFlawed });
  works.forEach((work, index) => {
    const hit = whole[index];
    if (hit)
      known.set(work, {
        text: finish(work.marked, hit),
        ...(hit.confidence === undefined ? {} : { confidence: hit.confidence }),
        ...(hit.problems === undefined ? {} : { problems: [...hit.problems] }),
      });
  });

  const rest = works
    .filter((work) => !known.has(work))
    .map((work) => ({ work, ...spansOf(work.marked, language) }));
  const spans = rest.flatMap(({ work, spans: own }) => own.map((span) => ({ work, span })));
  if (spans.length === 0) return known;
  const hits = await memory.lookup(
    scope,
    spans.map(({ work, span }) => ({ marked: span.marked, origin: work.origin })),
    { acceptFlawed },
  );
  const found = new Map<Work, (Span & { hit: MemoryHit })[]>();
  spans.forEach(({ work, span }, index) => {
    const hit = hits[index];
    if (hit) found.set(work, [...(found.get(work) ?? []), { ...span, hit }]);
  });
  for (const { work, sentences } of rest) {
    const cover = coverWith(sentences, found.get(work) ?? []);
    if (!cover || cover.length === 0) continue;
    const confidences = cover.flatMap(({ hit }) => hit.confidence ?? []);
    const problems = [...new Set(cover.flatMap(({ hit }) => hit.problems ?? []))];
    known.set(work, {
      text:
        work.marked.before +
        cover.map(({ marked, gap, hit }) => finish(marked, hit) + gap).join('') +
        work.marked.after,
      ...(confidences.length === 0 ? {} : { confidence: Math.min(...confidences) }),
      ...(problems.length === 0 ? {} : { problems }),
    });
  }
  return known;
}

/** Long texts in pieces; a draft is shared out where it has a sentence for each of the source's. */
function piecesOf(open: readonly Work[], language: SourceLanguage, limit: number): Piece[] {
  return open.flatMap((work, index) => {
    const segments = segmentsOf(work.marked, language, limit);
    const draft = work.draft && markLike(work.draft.text, work.marked);
    const draftText = draft && (draft.complete ? draft.text : stripMarkers(draft.text));
    const withDraft = segments.length === 1 && draftText !== undefined ? { draft: draftText } : {};
    return segments.map((segment) => ({ work: index, segment, ...withDraft }));
  });
}

type Desk = {
  input: TranslatePageInput;
  units: readonly TextUnit[];
  open: readonly Work[];
  pieces: readonly Piece[];
  limits: TranslatePageLimits;
};

/** Asks for pieces in batches, side by side; each batch is remembered as soon as it is there. */
async function ask(
  translator: Translator,
  desk: Desk,
  indexes: readonly number[],
  asked: Asked,
  save: (results: readonly NewTranslation[]) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const batches: number[][] = [];
  let size = 0;
  for (const index of [...indexes].sort((a, b) => a - b)) {
    const length = desk.pieces[index]?.segment.marked.text.length ?? 0;
    const last = batches.at(-1);
    if (last && size + length <= desk.limits.batchChars && last.length < desk.limits.batchItems) {
      last.push(index);
      size += length;
    } else {
      batches.push([index]);
      size = length;
    }
  }
  const outcomes = await Promise.allSettled(
    batches.map(async (batch) => save(await askBatch(translator, desk, batch, asked, signal))),
  );
  signal.throwIfAborted();
  const [failure, ...others] = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as Error] : [],
  );
  for (const other of others)
    if (other instanceof TranslatorError) asked.usage = addUsage(asked.usage, other.usage);
  if (failure) throw failure;
}

type Candidate = { text: string; problems: TranslationProblem[] };

async function askBatch(
  translator: Translator,
  desk: Desk,
  batch: readonly number[],
  asked: Asked,
  signal: AbortSignal,
): Promise<NewTranslation[]> {
  const first = await request(translator, desk, batch, asked, signal);
  const flawed = batch.filter((index) => (first.get(index)?.problems.length ?? 1) > 0);
  const second =
    flawed.length === 0
      ? new Map<number, Candidate>()
      : await request(translator, desk, flawed, asked, signal).catch((error: unknown) => {
          // The first answers are there and paid for; without a second try they count with their faults.
          if (signal.aborted || !(error instanceof TranslatorError)) throw error;
          asked.usage = addUsage(asked.usage, error.usage);
          return new Map<number, Candidate>();
        });
  return batch.flatMap((index) => {
    const one = first.get(index);
    const two = second.get(index);
    const best = one && two ? (isBetter(one.problems, two.problems) ? one : two) : (one ?? two);
    const problems = best?.problems ?? ['no_answer'];
    if (problems.length > 0) asked.problems.set(index, problems);
    const confidence = confidenceOf(problems);
    const marked = desk.pieces[index]?.segment.marked;
    if (!best || !marked || confidence === 0) return [];
    return [
      {
        index,
        target: best.text,
        rawTarget: restore(best.text, marked),
        ...(confidence === undefined ? {} : { confidence, problems }),
      },
    ];
  });
}

/** One request for some pieces, its answers set and checked. */
async function request(
  translator: Translator,
  { input, units, open, pieces, limits }: Desk,
  batch: readonly number[],
  asked: Asked,
  signal: AbortSignal,
): Promise<Map<number, Candidate>> {
  const level: TranslationLevel = input.target.level;
  const items: TranslationItem[] = [];
  const drafts: Record<string, string> = {};
  const terms = new Map<string, GlossaryTerm>();
  batch.forEach((index, at) => {
    const piece = pieces[index];
    const id = String(at + 1);
    items.push({ id, text: piece?.segment.marked.text ?? '' });
    if (piece?.draft !== undefined) drafts[id] = piece.draft;
    for (const term of open[piece?.work ?? -1]?.terms ?? []) terms.set(term.term, term);
  });
  const neighbour = (index: number | undefined, step: 1 | -1): string => {
    const unit = open[pieces[index ?? -1]?.work ?? -1]?.unit;
    const at = unit ? units.indexOf(unit) + step : -1;
    return units[at]?.text ?? (step < 0 ? input.context.before : input.context.after) ?? '';
  };
  const beforeInPersian = (index: number | undefined): { beforeTranslation?: string } => {
    const unit = open[pieces[index ?? -1]?.work ?? -1]?.unit;
    const before = unit && units[units.indexOf(unit) - 1];
    const level1 = input.target.level === 2 ? unitsOf(input.target.level1) : [];
    const text = before
      ? level1.find((one) => unitKey(one) === unitKey(before))?.text
      : input.context.beforeTranslation;
    return text ? { beforeTranslation: text.slice(-limits.neighbourChars) } : {};
  };
  const answer = await translator.translate(
    {
      items,
      source: input.source,
      level,
      context: {
        title: input.context.title,
        ...(input.context.summary === undefined ? {} : { summary: input.context.summary }),
        glossary: [...terms.values()].slice(0, MAX_TERMS),
        before: neighbour(batch[0], -1).slice(-limits.neighbourChars),
        after: neighbour(batch.at(-1), 1).slice(0, limits.neighbourChars),
        ...(level === 2 ? beforeInPersian(batch[0]) : {}),
        ...(level === 2 ? { drafts } : {}),
      },
    },
    signal,
  );
  asked.usage = addUsage(asked.usage, answer.usage);
  if (answer.gist) asked.gists.set(batch[0] ?? 0, answer.gist);
  for (const { code } of answer.failures) asked.codes.add(code);
  const candidates = new Map<number, Candidate>();
  for (const { id, text } of answer.items) {
    const index = batch[Number(id) - 1];
    const source = pieces[index ?? -1]?.segment.marked.text;
    if (index === undefined || source === undefined) continue;
    const polished = polishMarked(tidyMarkers(text).normalize('NFC').trim());
    candidates.set(index, { text: polished, problems: problemsOf(source, polished, input.source) });
  }
  return candidates;
}

/** The same error with what the whole page had cost by then. */
function withUsage(error: unknown, usage: TranslationUsage): unknown {
  if (!(error instanceof TranslatorError)) return error;
  return new TranslatorError(error.code, {
    params: error.params,
    retryable: error.retryable,
    usage: addUsage(usage, error.usage),
    cause: error.cause,
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
  });
}
