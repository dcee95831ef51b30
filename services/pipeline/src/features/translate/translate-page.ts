import type { TranslationProblem } from '@hamkhan/contracts/content';
import { addUsage, noUsage, type TokenUsage } from '@hamkhan/llm/chat/token-usage';
import { TranslatorError, type Translator } from '../../infra/translator/translator.js';
import type { MemoryScope } from '../translation-memory/memory-key.domain.js';
import type { TranslationMemory } from '../translation-memory/translation-memory.service.js';
import { EngineRequests } from './engine-requests.js';
import { isJoined, partsOf, prepareTexts, unitTranslations, type PageText } from './page-texts.domain.js';
import type {
  PageMark,
  PageTranslation,
  TranslatePageInput,
  TranslatePageLimits,
} from './page-translation.js';
import { recallTexts } from './recall-texts.js';
import { canDiffer } from './segments.domain.js';
import { textResult, type TextResult } from './text-result.js';
import { piecesOf, type PagePieces } from './translation-batch.domain.js';
import { assemble, unitsOf, type TextUnit, type UnitTranslation } from '../page-text/units.domain.js';

export const TRANSLATE_PAGE_LIMITS: TranslatePageLimits = {
  batchChars: 3500,
  batchItems: 40,
  neighbourChars: 500,
};

export type TranslatePagePorts = {
  translator: Translator;
  memory: TranslationMemory;
  limits?: TranslatePageLimits;
};

/**
 * Translates one page at one level. The memory is consulted first (whole texts, then sentence by sentence), then the engine.
 * Each translation is checked, requested once more if a check fails, set in Persian typography and remembered at once, so that
 * a crash repeats only the running requests. Formulas, code and running heads pass through. A text that the engine cannot
 * translate keeps its source (at level 2 its draft) with confidence 0.
 *
 * With an engine that has one level only (offline), level 2 is level 1 unless the memory has something better.
 * @throws TranslatorError with the usage of the whole call when the engine fails; finished texts are remembered.
 */
export async function translatePage(
  { translator, memory, limits = TRANSLATE_PAGE_LIMITS }: TranslatePagePorts,
  input: TranslatePageInput,
  signal: AbortSignal,
): Promise<PageTranslation> {
  const { level } = input.target;
  const scope: MemoryScope = { ownerId: input.ownerId, source: input.source, level };
  const units = unitsOf(input.content);
  const { texts, translated } = prepareTexts(units, input, translator);
  const recalled = await recallTexts(memory, scope, texts, input);
  const unknown = texts.filter((text) => !recalled.has(text));
  const drafts = level === 2 ? finalDrafts(unknown, translator) : new Map<PageText, UnitTranslation>();
  for (const [{ key }, translation] of [...recalled, ...drafts]) translated.set(key, translation);

  const open = unknown.filter((text) => !drafts.has(text));
  if (open.length > 0 && !translator.levels.includes(level))
    return { outcome: 'waiting', code: 'not_configured', missing: open.length, usage: noUsage() };

  const page: PagePieces = {
    input,
    units,
    texts: open,
    pieces: piecesOf(open, input.source, limits.batchChars),
    limits,
  };
  const requests = new EngineRequests(translator, page, signal);
  const results = await translateOpen(memory, scope, page, requests, signal);
  for (const { text, translation } of results) translated.set(text.key, translation);
  const failed = results.filter(({ isComplete }) => !isComplete).length;
  if (failed > 0 && failed === texts.length)
    throw new TranslatorError([...requests.failureCodes][0] ?? 'bad_answer', {
      retryable: true,
      usage: requests.usage,
    });
  const { pageSummary } = requests;
  return {
    outcome: 'translated',
    content: assemble(input.content, unitTranslations(units, input, translated)),
    engine: translator.id,
    usage: requests.usage,
    counts: {
      texts: texts.length,
      fromMemory: recalled.size,
      fromDraft: drafts.size,
      requested: requests.count,
      failed,
    },
    marks: results.flatMap(({ text, problems }) => pageMarks(text, problems, input)),
    ...(pageSummary === '' ? {} : { pageSummary }),
    joinedTranslations: joinedTranslations(units, input, translated),
  };
}

/** The drafts that are final, because level 2 would not change them or the engine has no level 2. */
function finalDrafts(texts: readonly PageText[], translator: Translator): Map<PageText, UnitTranslation> {
  if (translator.levels.length === 0) return new Map();
  const hasLevel2 = translator.levels.includes(2);
  return new Map(
    texts.flatMap((text) =>
      text.draft !== undefined && (!hasLevel2 || !canDiffer(text.marked.text, text.terms.length > 0))
        ? [[text, text.draft] as const]
        : [],
    ),
  );
}

/** Requests the texts that the memory does not know. Pages with the same text request it once. @throws TranslatorError */
async function translateOpen(
  memory: TranslationMemory,
  scope: MemoryScope,
  { input, texts, pieces }: PagePieces,
  requests: EngineRequests,
  signal: AbortSignal,
): Promise<TextResult[]> {
  const queries = pieces.map(({ text, segment }) => ({
    marked: segment.marked,
    origin: texts[text]?.origin ?? '',
  }));
  const hits = await memory
    .translateOnce(scope, queries, (indexes, save) => requests.request(indexes, save), signal, {
      acceptFlawed: input.acceptFlawed ?? true,
    })
    .catch((error: unknown) => {
      throw withUsage(error, requests.usage);
    });
  const results = pieces.map((piece, index) => ({
    piece,
    hit: hits.get(index),
    problems: requests.problems.get(index) ?? [],
  }));
  return texts.map((text, index) =>
    textResult(
      text,
      results.filter(({ piece }) => piece.text === index),
      input.digits,
    ),
  );
}

const pageMarks = (
  { unit }: PageText,
  problems: ReadonlySet<TranslationProblem>,
  { content }: TranslatePageInput,
): PageMark[] =>
  [...problems].map((problem) => ({
    itemId: content.items[unit.item]?.id ?? '',
    path: unit.path,
    problem,
  }));

/** Whole translations of the paragraphs that the page shows a share of. */
const joinedTranslations = (
  units: readonly TextUnit[],
  { joins }: TranslatePageInput,
  translated: ReadonlyMap<string, UnitTranslation>,
): Record<string, string> =>
  Object.fromEntries(
    units.flatMap((unit) =>
      isJoined(unit, joins)
        ? partsOf(unit, joins).map(({ key }) => [key, translated.get(key)?.text ?? ''])
        : [],
    ),
  );

/** Adds the usage of the whole page to an error. */
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
