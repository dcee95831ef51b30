import type { SourceLanguage } from '@hamkhan/contracts/languages';
import { type MarkedText, sliceMarked } from '../page-text/inline-marks.domain.js';
import { stripMarkers } from '../page-text/markers.domain.js';
import { splitSentences, type Sentence } from '../page-text/sentences.domain.js';

/** A part of a text, and the space that follows it in the translation: none at the end, otherwise a space or an empty line. */
export type Segment = { marked: MarkedText; gap: string };

const gapBetween = (text: string, end: number, next: number | undefined): string => {
  if (next === undefined) return '';
  const between = text.slice(end, next);
  return /\n\s*\n/u.test(between) ? '\n\n' : ' ';
};

/** Where to cut a part that is too long: after a space or a comma before the limit, never inside a marker. */
function cutPoint(text: string, from: number, limit: number): number {
  const window = text.slice(from, from + limit);
  const at = Math.max(...[' ', '\n', '，', '、', '،', ';', '；'].map((char) => window.lastIndexOf(char)));
  let cut = from + (at > limit / 2 ? at + 1 : limit);
  const marker = from + text.slice(from, cut).lastIndexOf('⟦');
  if (marker >= from && text.indexOf('⟧', marker) >= cut)
    cut = marker > from ? marker : text.indexOf('⟧', marker) + 1;
  return cut;
}

/**
 * Splits a long text into parts of at most `limit` characters, at sentence ends (at word ends if a sentence is too long), so
 * that each part fits into one request.
 */
export function segmentsOf(marked: MarkedText, language: SourceLanguage, limit: number): Segment[] {
  const { text } = marked;
  if (text.length <= limit) return [{ marked: { ...marked, before: '', after: '' }, gap: '' }];
  const bounds: { start: number; end: number }[] = [];
  for (const { start, end } of splitSentences(text, language)) {
    const last = bounds.at(-1);
    if (last && end - last.start <= limit) last.end = end;
    else if (end - start <= limit) bounds.push({ start, end });
    else
      for (let from = start; from < end;) {
        const to = end - from <= limit ? end : Math.min(end, cutPoint(text, from, limit));
        bounds.push({ start: from, end: to });
        from = to;
      }
  }
  return bounds.map(({ start, end }, index) => ({
    marked: sliceMarked(marked, start, end),
    gap: gapBetween(text, end, bounds[index + 1]?.start),
  }));
}

/** Consecutive sentences that the memory may have as one text. */
export type Span = Segment & { from: number; to: number };

const MAX_SPAN = 4;
/** Longer texts are only looked up as a whole. */
const MAX_SENTENCES = 200;

/** All runs of up to four sentences of a text with several sentences, because the memory may have split it differently. */
export function spansOf(marked: MarkedText, language: SourceLanguage): { sentences: number; spans: Span[] } {
  const sentences: Sentence[] = splitSentences(marked.text, language);
  if (sentences.length < 2 || sentences.length > MAX_SENTENCES)
    return { sentences: sentences.length, spans: [] };
  const spans: Span[] = [];
  sentences.forEach(({ start }, from) => {
    for (let to = from + 1; to <= Math.min(from + MAX_SPAN, sentences.length); to += 1) {
      const end = sentences[to - 1]?.end ?? start;
      spans.push({
        from,
        to,
        marked: sliceMarked(marked, start, end),
        gap: gapBetween(marked.text, end, sentences[to]?.start),
      });
    }
  });
  return { sentences: sentences.length, spans };
}

/** The fewest known spans that cover all sentences in order; undefined if a sentence stays uncovered. */
export function coverWith<T extends { from: number; to: number }>(
  sentences: number,
  known: readonly T[],
): T[] | undefined {
  const best: (T[] | undefined)[] = [[]];
  const byFrom = new Map<number, T[]>();
  for (const span of known) byFrom.set(span.from, [...(byFrom.get(span.from) ?? []), span]);
  for (let from = 0; from < sentences; from += 1) {
    const cover = best[from];
    if (!cover) continue;
    for (const span of byFrom.get(from) ?? []) {
      const previous = best[span.to];
      if (!previous || previous.length > cover.length + 1) best[span.to] = [...cover, span];
    }
  }
  return best[sentences];
}

/** Whether a text has words to translate. */
export const hasWords = (marked: MarkedText): boolean => /\p{L}/u.test(stripMarkers(marked.text));

const MIN_WORDS = 3;
const MIN_HAN = 6;

/**
 * Whether level 2 can improve on the draft. It is not requested for a label of one or two words without a glossary term,
 * because it would cost money and change nothing.
 */
export function canDiffer(text: string, hasTerms: boolean): boolean {
  if (hasTerms) return true;
  const plain = stripMarkers(text);
  const han = plain.match(/\p{Script=Han}/gu)?.length ?? 0;
  return han > 0 ? han >= MIN_HAN : (plain.match(/\p{L}[\p{L}\p{M}'’-]*/gu)?.length ?? 0) >= MIN_WORDS;
}
