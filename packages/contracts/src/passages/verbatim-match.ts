import type { PageText } from '../page-text.js';
import type { TextRange } from './item-place.js';
import { pageWords } from './page-words.js';
import { cutsAlike, withSigns } from './passage-edges.js';
import { contextAt } from './pattern.js';
import type { Pattern } from './pattern.js';

const MAX_OCCURRENCES = 500;

/** All ranges with the same characters as the passage; if there are none, all ranges with the same folded words. */
function occurrences(page: PageText, { quote, words }: Pattern): TextRange[] {
  const found: TextRange[] = [];
  const { text } = page;
  const { exact } = quote;
  for (let at = text.indexOf(exact); at >= 0 && found.length < MAX_OCCURRENCES;) {
    const range = { start: at, end: at + exact.length };
    if (cutsAlike(text, range, quote)) found.push(range);
    at = text.indexOf(exact, at + 1);
  }
  const first = words[0];
  if (found.length > 0 || !first) return found;
  const all = pageWords(page);
  for (const [index, word] of all.entries()) {
    if (word.folded !== first.folded || found.length >= MAX_OCCURRENCES) continue;
    const last = all[index + words.length - 1];
    if (last && words.every(({ folded }, offset) => all[index + offset]?.folded === folded)) {
      found.push(withSigns(text, { start: word.start, end: last.end }, exact));
    }
  }
  return found;
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
