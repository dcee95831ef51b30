import type { SourceLanguage } from '@hamkhan/contracts/languages';
import type { GlossaryTerm, TranslationBatch, TranslationItem } from '../../infra/translator/translator.js';
import { withSourceMarkers } from '../page-text/inline-marks.domain.js';
import { stripMarkers } from '../page-text/markers.domain.js';
import type { PageText } from './page-texts.domain.js';
import type { TranslatePageInput, TranslatePageLimits } from './page-translation.js';
import { segmentsOf, type Segment } from './segments.domain.js';
import { unitKey, unitsOf, type TextUnit } from '../page-text/units.domain.js';

const MAX_TERMS = 60;

/** A text, or a part of a long one, that fits into one request. `text`: its index in `PagePieces.texts`. */
export type Piece = { text: number; segment: Segment; draft?: string };

/** The texts to request for a page and what their context is taken from. */
export type PagePieces = {
  input: TranslatePageInput;
  units: readonly TextUnit[];
  texts: readonly PageText[];
  pieces: readonly Piece[];
  limits: TranslatePageLimits;
};

/** Splits long texts. Only an unsplit text keeps its draft, because a draft cannot be split in the same places. */
export function piecesOf(texts: readonly PageText[], language: SourceLanguage, limit: number): Piece[] {
  return texts.flatMap((text, index) => {
    const segments = segmentsOf(text.marked, language, limit);
    const draft = text.draft && withSourceMarkers(text.draft.text, text.marked);
    const draftText = draft && (draft.complete ? draft.text : stripMarkers(draft.text));
    const withDraft = segments.length === 1 && draftText !== undefined ? { draft: draftText } : {};
    return segments.map((segment) => ({ text: index, segment, ...withDraft }));
  });
}

/** Distributes pieces (by index) over batches within the limits, in the order of the page. */
export function batchesOf(indexes: readonly number[], { pieces, limits }: PagePieces): number[][] {
  const batches: number[][] = [];
  let size = 0;
  for (const index of [...indexes].sort((a, b) => a - b)) {
    const length = pieces[index]?.segment.marked.text.length ?? 0;
    const last = batches.at(-1);
    if (last && size + length <= limits.batchChars && last.length < limits.batchItems) {
      last.push(index);
      size += length;
    } else {
      batches.push([index]);
      size = length;
    }
  }
  return batches;
}

/** The request for a batch of pieces: their texts, glossary terms, the texts around them and, for level 2, their drafts. */
export function translationBatch(page: PagePieces, batch: readonly number[]): TranslationBatch {
  const { input, texts, pieces } = page;
  const { level } = input.target;
  const items: TranslationItem[] = [];
  const drafts: Record<string, string> = {};
  const terms = new Map<string, GlossaryTerm>();
  batch.forEach((index, at) => {
    const piece = pieces[index];
    const id = String(at + 1);
    items.push({ id, text: piece?.segment.marked.text ?? '' });
    if (piece?.draft !== undefined) drafts[id] = piece.draft;
    for (const term of texts[piece?.text ?? -1]?.terms ?? []) terms.set(term.term, term);
  });
  const first = unitOf(page, batch[0]);
  const last = unitOf(page, batch.at(-1));
  return {
    items,
    source: input.source,
    level,
    context: {
      title: input.context.title,
      ...(input.context.summary === undefined ? {} : { summary: input.context.summary }),
      glossary: [...terms.values()].slice(0, MAX_TERMS),
      ...textsAround(page, first, last),
      ...(level === 2 ? translationBefore(page, first) : {}),
      ...(level === 2 ? { drafts } : {}),
    },
  };
}

const unitOf = ({ texts, pieces }: PagePieces, index = -1): TextUnit | undefined =>
  texts[pieces[index]?.text ?? -1]?.unit;

function textsAround(
  { input, units, limits }: PagePieces,
  first: TextUnit | undefined,
  last: TextUnit | undefined,
): { before: string; after: string } {
  const unitBefore = first && units[units.indexOf(first) - 1];
  const unitAfter = last && units[units.indexOf(last) + 1];
  const before = unitBefore?.text ?? input.context.before ?? '';
  const after = unitAfter?.text ?? input.context.after ?? '';
  return { before: before.slice(-limits.neighbourChars), after: after.slice(0, limits.neighbourChars) };
}

/** The level 1 translation of the text before a batch. */
function translationBefore(
  { input, units, limits }: PagePieces,
  first: TextUnit | undefined,
): { beforeTranslation?: string } {
  const before = first && units[units.indexOf(first) - 1];
  const level1 = input.target.level === 2 ? unitsOf(input.target.level1) : [];
  const text = before
    ? level1.find((one) => unitKey(one) === unitKey(before))?.text
    : input.context.beforeTranslation;
  return text ? { beforeTranslation: text.slice(-limits.neighbourChars) } : {};
}
