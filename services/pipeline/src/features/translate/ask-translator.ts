import type { SourceLanguage } from '@hamkhan/contracts/languages';
import type { TranslationProblem } from '@hamkhan/contracts/content';
import type { TranslatorCode } from '@hamkhan/contracts/translator-status';
import { addUsage, type TokenUsage } from '@hamkhan/llm/chat/token-usage';
import {
  TranslatorError,
  type GlossaryTerm,
  type TranslationItem,
  type TranslationLevel,
  type Translator,
} from '../../infra/translator/translator.js';
import type { NewTranslation } from '../translation-memory/translation-memory.service.js';
import { markLike, restore, stripMarkers, tidyMarkers } from './inline-marks.domain.js';
import type { TranslatePageInput, TranslatePageLimits } from './page-translation.js';
import type { Work } from './page-work.domain.js';
import { polishMarked } from './persian-typography.domain.js';
import { confidenceOf, isBetter, problemsOf } from './quality.domain.js';
import { segmentsOf, type Segment } from './segments.domain.js';
import { unitKey, unitsOf, type TextUnit } from './units.domain.js';

const MAX_TERMS = 60;

/** What one request can hold of a text. */
export type Piece = { work: number; segment: Segment; draft?: string };

/** What asking has come to so far. */
export type Asked = {
  usage: TokenUsage;
  problems: Map<number, TranslationProblem[]>;
  codes: Set<TranslatorCode>;
  /** By the first piece of their batch. */
  pageSummaries: Map<number, string>;
};

/** Long texts in pieces; a draft is shared out where it has a sentence for each of the source's. */
export function piecesOf(open: readonly Work[], language: SourceLanguage, limit: number): Piece[] {
  return open.flatMap((work, index) => {
    const segments = segmentsOf(work.marked, language, limit);
    const draft = work.draft && markLike(work.draft.text, work.marked);
    const draftText = draft && (draft.complete ? draft.text : stripMarkers(draft.text));
    const withDraft = segments.length === 1 && draftText !== undefined ? { draft: draftText } : {};
    return segments.map((segment) => ({ work: index, segment, ...withDraft }));
  });
}

/** What a request is made from. */
type Desk = {
  input: TranslatePageInput;
  units: readonly TextUnit[];
  open: readonly Work[];
  pieces: readonly Piece[];
  limits: TranslatePageLimits;
};

/** Asks for pieces in batches, side by side; each batch is remembered as soon as it is there. */
export async function askTranslator(
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
  if (answer.pageSummary) asked.pageSummaries.set(batch[0] ?? 0, answer.pageSummary);
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
