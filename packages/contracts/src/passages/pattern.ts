import type { PageText } from '../page-text.js';
import type { TextRange } from './item-place.js';
import { UNSPACED, pageWords, wordAfter, wordsOf } from './page-words.js';
import type { Word } from './page-words.js';
import type { Quote } from './quote.js';

/** Number of words before and after a passage that are compared. */
export const CONTEXT_WORDS = 8;
/** The nearest of them, which stay beside a passage when its paragraph moves. */
export const NEAR_WORDS = 3;

export type Pattern = { quote: Quote; words: Word[]; before: Word[]; after: Word[]; isDistinct: boolean };

/** Whether a passage is long enough not to occur twice by chance. */
const isDistinct = (words: readonly Word[]): boolean => {
  const letters = words.reduce((sum, { folded }) => sum + folded.length * (UNSPACED.test(folded) ? 3 : 1), 0);
  return letters >= 12 && words.length >= 3;
};

export function patternOf(quote: Quote): Pattern {
  const words = wordsOf(quote.exact);
  return {
    quote,
    words,
    before: wordsOf(quote.prefix).slice(-CONTEXT_WORDS),
    after: wordsOf(quote.suffix).slice(0, CONTEXT_WORDS),
    isDistinct: isDistinct(words),
  };
}

/**
 * The share of a passage's context words that are around a range, 0 to 1: of all of them, or of the nearest ones where
 * that is higher, since the others may be in paragraphs that have moved. Null for a passage without context.
 */
export function contextAt(
  page: PageText,
  { before, after }: Pattern,
  { start, end }: TextRange,
): number | null {
  if (before.length + after.length === 0) return null;
  const words = pageWords(page);
  const first = wordAfter(words, start);
  const last = wordAfter(words, end);
  const shareWithin = (reach: number): number => {
    const wanted = [before.slice(-reach), after.slice(0, reach)] as const;
    const actual = [
      words.slice(Math.max(0, first - reach - 2), first),
      words.slice(last, last + reach + 2),
    ] as const;
    const found = countShared(wanted[0], actual[0]) + countShared(wanted[1], actual[1]);
    return found / (wanted[0].length + wanted[1].length);
  };
  return Math.max(shareWithin(CONTEXT_WORDS), shareWithin(NEAR_WORDS));
}

/** How many of the wanted words occur; each occurrence counts once. */
function countShared(wanted: readonly Word[], actual: readonly Word[]): number {
  const left = actual.map(({ folded }) => folded);
  return wanted.filter(({ folded }) => {
    const at = left.indexOf(folded);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
}
