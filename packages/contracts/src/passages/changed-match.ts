import type { PageText } from '../page-text.js';
import type { TextRange } from './item-place.js';
import { pageWords, wordAfter } from './page-words.js';
import { signsAround, withSigns } from './passage-edges.js';
import { CONTEXT_WORDS, NEAR_WORDS } from './pattern.js';
import type { Pattern } from './pattern.js';
import { align, likeness } from './word-alignment.js';

/** Limit for the size of the alignment table. Larger texts are only compared verbatim. */
const MAX_CELLS = 2_000_000;

/** Mean likeness of the words of a passage and of the words around it, 0 to 1. `outside` is null without words around it. */
type Similarity = { inside: number; outside: number | null };

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** @param likenesses of the words before the passage, in it and after it, in that order */
function similarityOf({ before, words, after }: Pattern, likenesses: readonly number[]): Similarity {
  const start = before.length;
  const end = start + words.length;
  const around = (reach: number): number =>
    mean([...likenesses.slice(Math.max(0, start - reach), start), ...likenesses.slice(end, end + reach)]);
  return {
    inside: mean(likenesses.slice(start, end)),
    outside: start + after.length === 0 ? null : Math.max(around(CONTEXT_WORDS), around(NEAR_WORDS)),
  };
}

/** Whether enough words are alike. The less of the passage is left, the more of its context must be. */
function isSamePassage({ words, isDistinct }: Pattern, { inside, outside }: Similarity): boolean {
  const context = outside ?? 0;
  return (
    (inside >= 0.6 && (isDistinct || context >= 0.5)) ||
    (inside >= 0.3 && context >= 0.6) ||
    (words.length <= 2 && context >= 0.75)
  );
}

/** Finds a passage of which some words have changed; null where too much has changed. */
export function findChanged(page: PageText, pattern: Pattern, within: TextRange | null): TextRange | null {
  const { before, words, after, quote } = pattern;
  const wanted = [...before, ...words, ...after];
  const all = pageWords(page);
  const from = within ? Math.max(0, wordAfter(all, within.start) - CONTEXT_WORDS) : 0;
  const to = within ? wordAfter(all, within.end) + words.length + CONTEXT_WORDS : all.length;
  const candidates = all.slice(from, to);
  if (words.length === 0 || wanted.length * candidates.length > MAX_CELLS) return null;

  const places = align(wanted, candidates);
  const likenesses = places.map((place, index) =>
    place < 0 ? 0 : likeness(wanted[index]?.folded ?? '', candidates[place]?.folded ?? ''),
  );
  const placed = places.slice(before.length, before.length + words.length).filter((place) => place >= 0);
  const first = candidates[placed[0] ?? -1];
  const last = candidates[placed.at(-1) ?? -1];
  if (!first || !last) return null;
  const span = (placed.at(-1) ?? 0) - (placed[0] ?? 0) + 1;
  if (span > words.length * 3 + 6 || !isSamePassage(pattern, similarityOf(pattern, likenesses))) return null;
  const range = withSigns(page.text, { start: first.start, end: last.end }, signsAround(quote.exact));
  return within && (range.start > within.end || range.end < within.start) ? null : range;
}
