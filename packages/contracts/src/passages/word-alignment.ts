import type { Word } from './page-words.js';

const isNumber = (word: string): boolean => /^\p{N}+$/u.test(word);

/** Longer words are alike only if they are equal; the limit bounds the work of comparing two texts of long words. */
const MAX_WORD = 64;

/** Likeness of two words: 1 for equal ones, ½ for a misspelling or another number, 0 for different ones. */
export function likeness(one: string, other: string): number {
  if (one === other) return 1;
  if (isNumber(one) && isNumber(other)) return 0.5;
  const shorter = Math.min(one.length, other.length);
  if (shorter < 3 || Math.max(one.length, other.length) > MAX_WORD) return 0;
  let head = 0;
  while (head < shorter && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail += 1;
  return (head + tail) * 2 >= one.length + other.length - 2 || head + tail >= shorter * 0.6 ? 0.5 : 0;
}

const MISSING_COST = 1;
const ADDED_COST = 0.5;

/**
 * Aligns words with a text at the lowest cost and returns, for each word, the index of its counterpart in the text (-1 for
 * none). A semi-global alignment: the text before and after it costs nothing.
 */
export function align(pattern: readonly Word[], text: readonly Word[]): number[] {
  const columns = text.length + 1;
  const moves = new Uint8Array((pattern.length + 1) * columns);
  let row = new Float64Array(columns);
  for (const [index, { folded }] of pattern.entries()) {
    const next = new Float64Array(columns);
    const line = (index + 1) * columns;
    next[0] = (row[0] ?? 0) + MISSING_COST;
    moves[line] = 1;
    for (let column = 1; column < columns; column += 1) {
      const word = text[column - 1]?.folded ?? '';
      const changed = (row[column - 1] ?? 0) + (1 - likeness(folded, word));
      const missing = (row[column] ?? 0) + MISSING_COST;
      const added = (next[column - 1] ?? 0) + ADDED_COST;
      const least = Math.min(changed, missing, added);
      next[column] = least;
      moves[line + column] = least === changed ? 0 : least === missing ? 1 : 2;
    }
    row = next;
  }
  let column = row.indexOf(Math.min(...chunkMinima(row)));
  const places = pattern.map(() => -1);
  for (let index = pattern.length; index > 0;) {
    const move = moves[index * columns + column];
    if (move === 0) {
      places[index - 1] = column - 1;
      index -= 1;
      column -= 1;
    } else if (move === 1) index -= 1;
    else column -= 1;
  }
  return places;
}

/** Minima of chunks, since a long row has too many values for the arguments of one call. */
const chunkMinima = (row: Float64Array): number[] =>
  Array.from({ length: Math.ceil(row.length / 1024) }, (_, chunk) =>
    Math.min(...row.subarray(chunk * 1024, (chunk + 1) * 1024)),
  );
