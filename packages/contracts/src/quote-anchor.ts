import { foldForSearch } from './folding.js';
import type { ItemSpan, PageText } from './page-text.js';

/** A stretch of a page's text in UTF-16 units, end excluded. */
export type TextRange = { start: number; end: number };

/** A passage as its page had it: the words, and what stood around them. */
export type Quote = { exact: string; prefix: string; suffix: string };

/** A passage by its item: offsets from the item's beginning; `end` may reach into the items that follow. */
export type ItemPlace = { itemId: string; itemIndex: number; start: number; end: number };

/** How much of the surroundings is kept on each side, in UTF-16 units. */
export const CONTEXT_LENGTH = 64;
/** Words of the surroundings that are compared. */
const CONTEXT_WORDS = 8;
/** The nearest of them, which stay beside a passage when its paragraph moves. */
const NEAR_WORDS = 3;
const MAX_OCCURRENCES = 500;
/** Cells of the comparison of two texts word by word; what would take more is found verbatim or not at all. */
const MAX_CELLS = 2_000_000;

const isHigh = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800;
const isLow = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;

/** The nearest place at or before `at` that is not in the middle of a character. */
export const wholeCharacter = (text: string, at: number): number =>
  at > 0 && at < text.length && isLow(text, at) && isHigh(text, at - 1) ? at - 1 : at;

/** The passage at a place, with its surroundings. */
export function quoteAt({ text }: PageText, { start, end }: TextRange): Quote {
  return {
    exact: text.slice(start, end),
    prefix: text.slice(wholeCharacter(text, Math.max(0, start - CONTEXT_LENGTH)), start),
    suffix: text.slice(end, wholeCharacter(text, Math.min(text.length, end + CONTEXT_LENGTH))),
  };
}

/** Which item a passage begins in; null on a page without items. */
export function placeOf(page: PageText, { start, end }: TextRange): ItemPlace | null {
  const item = page.items.findLast((one) => one.start <= start) ?? page.items[0];
  if (!item) return null;
  return { itemId: item.id, itemIndex: item.index, start: start - item.start, end: end - item.start };
}

/** The item of that id, the nearest to its old place where an id is there twice. */
export function itemAt(
  page: PageText,
  { itemId, itemIndex }: Pick<ItemPlace, 'itemId' | 'itemIndex'>,
): ItemSpan | null {
  let nearest: ItemSpan | null = null;
  for (const item of page.items) {
    if (item.id !== itemId) continue;
    if (!nearest || Math.abs(item.index - itemIndex) < Math.abs(nearest.index - itemIndex)) nearest = item;
  }
  return nearest;
}

/** Where a place lies in the text of the page, however much of it there is; null where the item is gone. */
export function rangeAt(page: PageText, place: ItemPlace): TextRange | null {
  const item = itemAt(page, place);
  if (!item) return null;
  const { text } = page;
  const start = wholeCharacter(text, Math.min(item.start + place.start, text.length));
  const end = wholeCharacter(text, Math.min(item.start + place.end, text.length));
  return end > start ? { start, end } : null;
}

type Word = TextRange & { folded: string };

const WORD = /[\p{L}\p{N}\p{M}\u200c\u200d]+/gu;
/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** The words of a text, folded; punctuation is none, a sign of a script without spaces is one each. */
function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  const add = (start: number, word: string): void => {
    const folded = foldForSearch(word);
    if (folded !== '') words.push({ folded, start, end: start + word.length });
  };
  for (const match of text.matchAll(WORD)) {
    if (!UNSPACED.test(match[0])) {
      add(match.index, match[0]);
      continue;
    }
    let at = match.index;
    for (const sign of match[0]) {
      add(at, sign);
      at += sign.length;
    }
  }
  return words;
}

const known = new WeakMap<PageText, Word[]>();
function pageWords(page: PageText): Word[] {
  const found = known.get(page) ?? wordsOf(page.text);
  known.set(page, found);
  return found;
}

/** Index of the first word that ends after `at`. */
function wordAfter(words: readonly Word[], at: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.end ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

type Pattern = { quote: Quote; words: Word[]; before: Word[]; after: Word[]; isDistinct: boolean };

/** A passage that is hardly there twice by chance. */
const isDistinct = (words: readonly Word[]): boolean => {
  const letters = words.reduce((sum, { folded }) => sum + folded.length * (UNSPACED.test(folded) ? 3 : 1), 0);
  return letters >= 12 && words.length >= 3;
};

function patternOf(quote: Quote): Pattern {
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
 * How many of the words around a passage stand around a place, 0 to 1: all of them, or the nearest alone where that is more (the
 * others are of paragraphs that may have moved). Null where the passage has nothing around it.
 */
function contextAt(page: PageText, { before, after }: Pattern, { start, end }: TextRange): number | null {
  if (before.length + after.length === 0) return null;
  const words = pageWords(page);
  const first = wordAfter(words, start);
  const last = wordAfter(words, end);
  const shareWithin = (reach: number): number => {
    const wanted = [before.slice(-reach), after.slice(0, reach)] as const;
    const there = [
      words.slice(Math.max(0, first - reach - 2), first),
      words.slice(last, last + reach + 2),
    ] as const;
    const found = shared(wanted[0], there[0]) + shared(wanted[1], there[1]);
    return found / (wanted[0].length + wanted[1].length);
  };
  return Math.max(shareWithin(CONTEXT_WORDS), shareWithin(NEAR_WORDS));
}

function shared(wanted: readonly Word[], there: readonly Word[]): number {
  const left = there.map(({ folded }) => folded);
  return wanted.filter(({ folded }) => {
    const at = left.indexOf(folded);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
}

/** Every place where the passage stands letter by letter; else where it stands word by word, however it is written. */
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
  const there = pageWords(page);
  for (const [index, word] of there.entries()) {
    if (word.folded !== first.folded || found.length >= MAX_OCCURRENCES) continue;
    const last = there[index + words.length - 1];
    if (last && words.every(({ folded }, offset) => there[index + offset]?.folded === folded)) {
      found.push(withSigns(text, { start: word.start, end: last.end }, exact));
    }
  }
  return found;
}

const LETTER_BEFORE = /[\p{L}\p{N}\p{M}]$/u;
const LETTER_AFTER = /^[\p{L}\p{N}\p{M}]/u;

/** Whether a place begins and ends inside a word where the passage did, and nowhere else: «art» is not in «cart». */
function cutsAlike(text: string, { start, end }: TextRange, { exact, prefix, suffix }: Quote): boolean {
  const isInside = (before: string, after: string): boolean =>
    LETTER_BEFORE.test(before) && LETTER_AFTER.test(after);
  const beginsAlike =
    prefix === '' || isInside(prefix, exact) === isInside(text.slice(Math.max(0, start - 2), start), exact);
  const endsAlike = suffix === '' || isInside(exact, suffix) === isInside(exact, text.slice(end, end + 2));
  return beginsAlike && endsAlike;
}

/** Takes in the punctuation at the ends of a passage where it is still there. */
function withSigns(text: string, { start, end }: TextRange, exact: string): TextRange {
  const head = /^[^\p{L}\p{N}\p{M}]*/u.exec(exact)?.[0] ?? '';
  const tail = /[^\p{L}\p{N}\p{M}]*$/u.exec(exact)?.[0] ?? '';
  return {
    start: head && text.endsWith(head, start) ? start - head.length : start,
    end: tail && text.startsWith(tail, end) ? end + tail.length : end,
  };
}

type Verbatim = { range: TextRange; context: number | null };

function bestVerbatim(
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

const isNumber = (word: string): boolean => /^\p{N}+$/u.test(word);

/** How alike two words are: 1 the same, ½ a misspelling or another number, 0 different. */
function likeness(one: string, other: string): number {
  if (one === other) return 1;
  if (isNumber(one) && isNumber(other)) return 0.5;
  const shorter = Math.min(one.length, other.length);
  if (shorter < 3) return 0;
  let head = 0;
  while (head < shorter && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail += 1;
  return (head + tail) * 2 >= one.length + other.length - 2 || head + tail >= shorter * 0.6 ? 0.5 : 0;
}

const MISSING = 1;
const ADDED = 0.5;

/**
 * Lays words over a text so that as little as possible differs, and tells for each of them which word of the text stands there now
 * (-1: none). A fitting alignment: the text before and after it costs nothing.
 */
function align(pattern: readonly Word[], text: readonly Word[]): number[] {
  const columns = text.length + 1;
  const moves = new Uint8Array((pattern.length + 1) * columns);
  let row = new Float64Array(columns);
  for (const [index, { folded }] of pattern.entries()) {
    const next = new Float64Array(columns);
    const line = (index + 1) * columns;
    next[0] = (row[0] ?? 0) + MISSING;
    moves[line] = 1;
    for (let column = 1; column < columns; column += 1) {
      const word = text[column - 1]?.folded ?? '';
      const changed = (row[column - 1] ?? 0) + (1 - likeness(folded, word));
      const missing = (row[column] ?? 0) + MISSING;
      const added = (next[column - 1] ?? 0) + ADDED;
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

/** Minima of stretches short enough to be arguments of one call. */
const chunkMinima = (row: Float64Array): number[] =>
  Array.from({ length: Math.ceil(row.length / 1024) }, (_, chunk) =>
    Math.min(...row.subarray(chunk * 1024, (chunk + 1) * 1024)),
  );

/** The place where a passage stands with some of its words changed; null where it is too much changed to be the same. */
function findChanged(page: PageText, pattern: Pattern, within: TextRange | null): TextRange | null {
  const { before, words, after, quote } = pattern;
  const wanted = [...before, ...words, ...after];
  const all = pageWords(page);
  const from = within ? Math.max(0, wordAfter(all, within.start) - CONTEXT_WORDS) : 0;
  const to = within ? wordAfter(all, within.end) + words.length + CONTEXT_WORDS : all.length;
  const there = all.slice(from, to);
  if (words.length === 0 || wanted.length * there.length > MAX_CELLS) return null;

  const places = align(wanted, there);
  const alike = places.map((place, index) =>
    place < 0 ? 0 : likeness(wanted[index]?.folded ?? '', there[place]?.folded ?? ''),
  );
  const share = (part: readonly number[]): number =>
    part.reduce((sum, value) => sum + value, 0) / Math.max(1, part.length);
  const own = alike.slice(before.length, before.length + words.length);
  const inside = share(own);
  const around = (reach: number): number =>
    share([
      ...alike.slice(Math.max(0, before.length - reach), before.length),
      ...alike.slice(before.length + words.length, before.length + words.length + reach),
    ]);
  const outside =
    before.length + after.length === 0 ? null : Math.max(around(CONTEXT_WORDS), around(NEAR_WORDS));

  const placed = places.slice(before.length, before.length + words.length).filter((place) => place >= 0);
  const first = there[placed[0] ?? -1];
  const last = there[placed.at(-1) ?? -1];
  if (!first || !last) return null;
  const span = (placed.at(-1) ?? 0) - (placed[0] ?? 0) + 1;
  if (span > words.length * 3 + 6) return null;
  const isSame =
    (inside >= 0.6 && (pattern.isDistinct || (outside ?? 0) >= 0.5)) ||
    (inside >= 0.3 && (outside ?? 0) >= 0.6) ||
    (words.length <= 2 && (outside ?? 0) >= 0.75);
  if (!isSame) return null;
  const range = withSigns(page.text, { start: first.start, end: last.end }, quote.exact);
  return within && (range.start > within.end || range.end < within.start) ? null : range;
}

/**
 * Finds a passage on the page it was on: by its item and offsets; else by its words in that item; else by its words on the page,
 * where more than one place has them the one with the surroundings they had. Words count as the same however they are
 * written (folding), and a passage with some words corrected is still the passage, if enough of it and of what surrounds it is left. A
 * short passage counts as found away from its item only where its surroundings are, too. Null where it is not there.
 */
export function findPassage(
  page: PageText,
  place: ItemPlace | null,
  quotes: readonly Quote[],
): TextRange | null {
  const at = place && rangeAt(page, place);
  const item = place && itemAt(page, place);
  const hint = at?.start ?? item?.start ?? 0;
  const current = quotes[0];
  const isThere =
    at !== null &&
    current !== undefined &&
    page.text.slice(at.start, at.end) === current.exact &&
    cutsAlike(page.text, at, current);
  const patterns = quotes.filter(({ exact }) => exact.trim() !== '').map(patternOf);
  const [pattern] = patterns;
  if (isThere && (!pattern || pattern.isDistinct || (contextAt(page, pattern, at) ?? 1) >= 0.5)) return at;

  if (item) {
    for (const pattern of patterns) {
      const found = bestVerbatim(page, pattern, item, hint);
      if (found && (pattern.isDistinct || (found.context ?? 1) >= 0.34)) return found.range;
    }
  }
  if (isThere) return at;
  const elsewhere = patterns.flatMap((pattern) => {
    const found = bestVerbatim(page, pattern, null, hint);
    return found ? [{ ...found, pattern }] : [];
  });
  const sure = elsewhere.find(({ context }) => (context ?? 1) >= 0.5);
  if (sure) return sure.range;
  const corrected = item && pattern ? findChanged(page, pattern, item) : null;
  if (corrected) return corrected;
  const likely = elsewhere.find((one) => one.pattern.isDistinct);
  if (likely) return likely.range;
  return pattern ? findChanged(page, pattern, null) : null;
}
