import type { PageText } from '../page-text.js';
import type { TextRange } from './item-place.js';
import { allMatches, unitsOf } from './all-matches.js';
import { pageWords, type Word } from './page-words.js';
import { cutsAlike, signsAround, withSigns } from './passage-edges.js';
import { contextAt } from './pattern.js';
import type { Pattern } from './pattern.js';

const MAX_OCCURRENCES = 500;

/** All ranges with the same characters as the passage; if there are none, all ranges with the same folded words. */
function occurrences(page: PageText, { quote, words }: Pattern): TextRange[] {
  const found: TextRange[] = [];
  const { text } = page;
  const { exact } = quote;
  for (const start of allMatches(unitsOf(exact), unitsOf(text))) {
    const range = { start, end: start + exact.length };
    if (cutsAlike(text, range, quote)) found.push(range);
    if (found.length >= MAX_OCCURRENCES) break;
  }
  if (found.length > 0) return found;
  const all = pageWords(page);
  const signs = signsAround(exact);
  for (const index of allMatches(...numbered(words, all))) {
    const first = all[index];
    const last = all[index + words.length - 1];
    if (first && last) found.push(withSigns(text, { start: first.start, end: last.end }, signs));
    if (found.length >= MAX_OCCURRENCES) break;
  }
  return found;
}

/** The words of two texts as numbers, equal for equal words. */
function numbered(one: readonly Word[], other: readonly Word[]): [number[], number[]] {
  const numbers = new Map<string, number>();
  const numberOf = ({ folded }: Word): number => {
    const number = numbers.get(folded) ?? numbers.size;
    numbers.set(folded, number);
    return number;
  };
  return [one.map(numberOf), other.map(numberOf)];
}

export type Verbatim = { range: TextRange; context: number | null };

/** The occurrence with the best context; of equal ones, the nearest to `hint`. */
export function bestVerbatim(
  page: PageText,
  pattern: Pattern,
  within: TextRange | null,
  hint: number,
): Verbatim | null {
  let best: Verbatim | null = null;
  for (const range of occurrences(page, pattern)) {
    if (within && (range.start < within.start || range.start > within.end)) continue;
    const one = { range, context: contextAt(page, pattern, range) };
    if (!best) best = one;
    const gain = (one.context ?? 0) - (best.context ?? 0);
    const isNearer = Math.abs(range.start - hint) < Math.abs(best.range.start - hint);
    if (gain > 0 || (gain === 0 && isNearer)) best = one;
  }
  return best;
}
