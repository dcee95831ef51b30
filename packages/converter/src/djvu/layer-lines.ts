import type { Box } from '../layout/geometry/box.js';
import { heightOf, medianOf, unionOf, widthOf } from '../layout/geometry/box.js';
import { directionOfText, plainGlyphText } from '../layout/lines/script.js';
import type { TextLine, Word } from '../layout/lines/text-line.js';
import { PLAIN_STYLE } from '../layout/lines/text-line.js';
import type { ZoneLine } from './text-zones.js';

/** Type is this much of the height a typesetting program gives its line. */
const TYPE_OF_LINE = 0.82;
/** A gap wider than this, in line heights, belongs to another column. */
const COLUMN_GAP = 1.3;

/** How much of the type size the letters of a word cover, by whether some rise above or fall below the small ones. */
const coverOf = (text: string): number => {
  const rises = /[\p{Lu}\p{Nd}bdfhklit'"“”«»!?()[\]ßàâäáãéèêëíîïóôöõúûüñçйёбф]/u.test(text);
  const falls = /[gjpqyçQ,;()[\]рцщдуф]/u.test(text);
  if (!/\p{Script=Latin}|\p{Script=Cyrillic}/u.test(text)) return 0.8;
  return rises && falls ? 0.95 : rises ? 0.73 : falls ? 0.7 : 0.5;
};

const SAME_SIZE = 0.38;

/**
 * Lines of a recognised layer, in points. The boxes are as ragged as whoever recognised them left them: sizes that differ from
 * the page's usual one by little are that size.
 */
export const linesOfRecognisedLayer = (zones: readonly ZoneLine[], scale: number): TextLine[] => {
  const lines = zones.flatMap((zone) => {
    const words = zone.words.filter((word) => heightOf(word) > 0);
    if (!words.some((word) => /[\p{L}\p{N}]/u.test(word.text))) return [];
    const sizes = words
      .filter((word) => word.text.length > 1)
      .map((word) => (heightOf(word) * scale) / coverOf(word.text));
    return [
      {
        words,
        size: Math.max(3, medianOf(sizes.length > 0 ? sizes : words.map((word) => heightOf(word) * scale))),
      },
    ];
  });
  const usual = medianOf(lines.flatMap((line) => line.words.map(() => line.size)));
  return lines.map(({ words, size: ownSize }) => {
    const size = Math.abs(ownSize / usual - 1) < SAME_SIZE ? usual : ownSize;
    const box = scaled(unionOf(words), scale);
    const baseline = box.y1 - (words.some((word) => /[gjpqy]/.test(word.text)) ? 0.22 * size : 0);
    return {
      ...box,
      words: words.map((word) => ({
        ...scaled(word, scale),
        text: plainGlyphText(word.text),
        baseline,
        size,
        style: { ...PLAIN_STYLE },
      })),
      baseline,
      size,
      direction: directionOfText(words.map((word) => word.text).join(' ')),
    };
  });
};

const scaled = (box: Box, scale: number): Box => ({
  x0: box.x0 * scale,
  y0: box.y0 * scale,
  x1: box.x1 * scale,
  y1: box.y1 * scale,
});

type Chunk = { box: Box; words: string[] };

/** A hyphen with nothing around it is narrower than this, in type sizes; a dash between spaces is wider. */
const HYPHEN_WIDTH = 0.5;
const MOST_OF_FRAGMENT = 4;
const MOST_OF_ENDING = 3;

/**
 * Whether two pieces of a row that touch are one word cut in two: the document has the whole elsewhere, or neither half, or
 * it doesn't know one half, which is too short to be a rare word, or it has another form of the whole.
 * @param isJoined whether `before` was put together already: then it is whole more often than not
 */
const isOneWord = (
  before: string,
  after: string,
  isJoined: boolean,
  vocabulary: ReadonlySet<string>,
): boolean => {
  if (/^[.,;:!?)\]}’”»]/u.test(after)) return true;
  if (/[([{“«‘]$/u.test(before)) return true;
  const left = /[\p{L}\p{M}]+$/u.exec(before)?.[0];
  const right = /^[\p{L}\p{M}]+/u.exec(after)?.[0];
  if (!left || !right) return false;
  if (vocabulary.has((left + right).toLowerCase())) return true;
  if (!/^\p{Ll}/u.test(right)) return false;
  const unknown = [left, right].filter((part) => !vocabulary.has(part.toLowerCase()));
  if (isJoined) return right.length <= MOST_OF_ENDING && unknown.includes(right);
  if (unknown.some((part) => part.length <= MOST_OF_FRAGMENT)) return true;
  return unknown.length === 2 && hasKin((left + right).toLowerCase(), vocabulary);
};

/** Whether the document has another form of a word: one that begins alike for most of its length. */
const hasKin = (word: string, vocabulary: ReadonlySet<string>): boolean => {
  const stem = word.slice(0, Math.max(5, Math.ceil(0.6 * word.length)));
  for (const known of vocabulary) if (known.startsWith(stem)) return true;
  return false;
};

const isBareHyphen = (chunk: Chunk, size: number): boolean =>
  chunk.words.length === 1 &&
  /^[-\u2010\u2011]$/.test(chunk.words[0] ?? '') &&
  widthOf(chunk.box) < HYPHEN_WIDTH * size;

/** Places the words of a chunk side by side, as their lengths share its width. */
const placed = (chunk: Chunk, size: number): Word[] => {
  const total = chunk.words.reduce((sum, word) => sum + word.length + 1, -1);
  let at = 0;
  return chunk.words.map((text) => {
    const x0 = chunk.box.x0 + (widthOf(chunk.box) * at) / Math.max(1, total);
    at += text.length + 1;
    const x1 = chunk.box.x0 + (widthOf(chunk.box) * (at - 1)) / Math.max(1, total);
    return {
      ...chunk.box,
      x0,
      x1,
      text,
      baseline: chunk.box.y1 - 0.22 * heightOf(chunk.box),
      size,
      style: { ...PLAIN_STYLE },
    };
  });
};

/**
 * Lines of a layer that a typesetting program wrote, in points: stretches of a row that touch are joined, and a word that was
 * cut between two of them is made whole.
 * @param vocabulary words of the document, in lower case
 */
export const linesOfTypesetLayer = (
  zones: readonly ZoneLine[],
  scale: number,
  vocabulary: ReadonlySet<string>,
): TextLine[] => {
  const rows: Chunk[][] = [];
  for (const zone of zones) {
    const box = scaled(zone, scale);
    const chunk = { box, words: zone.words.map((word) => plainGlyphText(word.text)) };
    const last = rows.at(-1)?.at(-1);
    const height = heightOf(box);
    const isSameRow =
      last !== undefined &&
      Math.abs(last.box.y1 - box.y1) < 0.2 * height &&
      box.x0 > last.box.x0 &&
      box.x0 - last.box.x1 < COLUMN_GAP * height;
    if (isSameRow) rows.at(-1)?.push(chunk);
    else rows.push([chunk]);
  }
  return rows.map((row) => toLine(row, vocabulary));
};

const toLine = (row: readonly Chunk[], vocabulary: ReadonlySet<string>): TextLine => {
  const box = unionOf(row.map((chunk) => chunk.box));
  const size = TYPE_OF_LINE * Math.max(...row.map((chunk) => heightOf(chunk.box)));
  const words: Word[] = [];
  let isJoined = false;
  for (const [index, chunk] of row.entries()) {
    const before = words.at(-1);
    const next = placed(chunk, size);
    const [first] = next;
    const previous = row[index - 1];
    const touches = previous !== undefined && chunk.box.x0 - previous.box.x1 < 0.08 * size;
    const atHyphen = isBareHyphen(chunk, size) || (previous !== undefined && isBareHyphen(previous, size));
    if (
      before &&
      first &&
      touches &&
      (atHyphen || isOneWord(before.text, first.text, isJoined, vocabulary))
    ) {
      before.text += first.text;
      before.x1 = first.x1;
      next.shift();
      isJoined = true;
    }
    if (next.length > 0) isJoined = false;
    words.push(...next);
  }
  return {
    ...box,
    words,
    baseline: box.y1 - 0.22 * heightOf(box),
    size,
    direction: directionOfText(words.map((word) => word.text).join(' ')),
  };
};

/** Words that stand whole inside a stretch: those at its ends may be halves. */
export const wholeWordsOf = (zones: readonly ZoneLine[]): string[] =>
  zones
    .flatMap((line) => line.words.slice(1, -1))
    .map((word) => word.text.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
    .filter((word) => word.length > 1 || /^[aioyàéеèвикосуяоא-ת\u0621-\u064a]$/u.test(word));
