import type { TranslationProblem } from '@hamkhan/contracts/content';
import { addUsage, noUsage, type TokenUsage } from '@hamkhan/llm/chat/token-usage';
import { TranslatorError, type Translator } from '../../infra/translator/translator.js';
import type { MemoryScope } from '../translation-memory/memory-key.domain.js';
import type { MemoryHit, TranslationMemory } from '../translation-memory/translation-memory.service.js';
import { askTranslator, piecesOf, type Asked } from './ask-translator.js';
import { restore, withoutEmphasis, type MarkedText } from './inline-marks.domain.js';
import type {
  PageMark,
  PageTranslation,
  TranslatePageInput,
  TranslatePageLimits,
} from './page-translation.js';
import { isJoined, partsOf, translationsOf, workOf } from './page-work.domain.js';
import { writeDigits } from './persian-typography.domain.js';
import { recallTexts } from './recall-texts.js';
import { canDiffer } from './segments.domain.js';
import { assemble, unitsOf, type UnitTranslation } from './units.domain.js';

export const TRANSLATE_PAGE_LIMITS: TranslatePageLimits = {
  batchChars: 3500,
  batchItems: 40,
  neighbourChars: 500,
};

/** Below this a refined text with a fault gives way to its sound draft. */
const TRUSTED = 0.5;

export type TranslatePagePorts = {
  translator: Translator;
  memory: TranslationMemory;
  limits?: TranslatePageLimits;
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

  const remembered = await recallTexts(memory, scope, works, input.source, acceptFlawed, finish);
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
  const asked: Asked = { usage: noUsage(), problems: new Map(), codes: new Set(), pageSummaries: new Map() };
  const answers = await memory
    .once(
      scope,
      pieces.map(({ work, segment }) => ({ marked: segment.marked, origin: open[work]?.origin ?? '' })),
      (indexes, save) => {
        counts.asked += indexes.length;
        return askTranslator(
          translator,
          { input, units, open, pieces, limits },
          indexes,
          asked,
          save,
          signal,
        );
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
    ...(asked.pageSummaries.size === 0 ? {} : { pageSummary: joinSummaries(asked.pageSummaries) }),
    joinedTranslations: Object.fromEntries(
      units.flatMap((unit) =>
        isJoined(unit, input.joins)
          ? partsOf(unit, input.joins).map(({ key }) => [key, done.get(key)?.text ?? ''])
          : [],
      ),
    ),
  };
}

const MAX_PAGE_SUMMARY = 500;
const joinSummaries = (pageSummaries: ReadonlyMap<number, string>): string =>
  [...pageSummaries]
    .sort(([a], [b]) => a - b)
    .map(([, pageSummary]) => pageSummary)
    .join(' ')
    .slice(0, MAX_PAGE_SUMMARY);

/** The same error with what the whole page had cost by then. */
function withUsage(error: unknown, usage: TokenUsage): unknown {
  if (!(error instanceof TranslatorError)) return error;
  return new TranslatorError(error.code, {
    params: error.params,
    retryable: error.retryable,
    usage: addUsage(usage, error.usage),
    cause: error.cause,
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
  });
}
