import type { Box } from '../layout/geometry/box.js';
import { heightOf, medianOf, unionOf, widthOf } from '../layout/geometry/box.js';
import { directionOfText, plainGlyphText } from '../layout/lines/script.js';
import type { TextLine, Word } from '../layout/lines/text-line.js';
import { PLAIN_STYLE } from '../layout/lines/text-line.js';
import type { ZoneLine } from './text-zones.js';

/** Type size as a share of the line height in a typeset layer. */
const TYPE_SIZE_SHARE = 0.82;
/** A wider gap, in line heights, separates columns. */
const COLUMN_GAP = 1.3;

/** Height of a word as a share of its type size, by its ascenders and descenders. */
const heightShareOf = (text: string): number => {
  const hasAscender = /[\p{Lu}\p{Nd}bdfhklit'"“”«»!?()[\]ßàâäáãéèêëíîïóôöõúûüñçйёбф]/u.test(text);
  const hasDescender = /[gjpqyçQ,;()[\]рцщдуф]/u.test(text);
  if (!/\p{Script=Latin}|\p{Script=Cyrillic}/u.test(text)) return 0.8;
  if (hasAscender && hasDescender) return 0.95;
  if (hasAscender) return 0.73;
  return hasDescender ? 0.7 : 0.5;
};

/** Sizes that differ less from the usual size of the page, as a share of it, count as the usual size. */
const SAME_SIZE = 0.38;

/** Lines of a layer from OCR, in points. Its boxes are inexact, so small differences in size are ignored. */
export const linesOfRecognisedLayer = (zones: readonly ZoneLine[], scale: number): TextLine[] => {
  const lines = zones.flatMap((zone) => {
    const words = zone.words.filter((word) => heightOf(word) > 0);
    if (!words.some((word) => /[\p{L}\p{N}]/u.test(word.text))) return [];
    const sizes = words
      .filter((word) => word.text.length > 1)
      .map((word) => (heightOf(word) * scale) / heightShareOf(word.text));
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

/** A hyphen is narrower than this, in type sizes; a dash between spaces is wider. */
const HYPHEN_WIDTH = 0.5;
const MAX_FRAGMENT_LENGTH = 4;
const MAX_ENDING_LENGTH = 3;

/**
 * Whether two adjacent pieces of a row are halves of one word: the vocabulary has the whole word; or it lacks one half, which
 * is too short to be a rare word; or it lacks both halves and has another form of the word.
 * @param isJoined whether `before` was joined already; then it is usually complete
 */
const isOneWord = (
  before: string,
  after: string,
  isJoined: boolean,
  vocabulary: ReadonlySet<string>,
): boolean => {
  if (/^[.,;:!?)\]}’”»]/u.test(after)) return true;
  if (/[([{“«‘]$/u.test(before)) return true;
  const left = /$(?<=([\p{L}\p{M}]+))/u.exec(before)?.[1];
  const right = /^[\p{L}\p{M}]+/u.exec(after)?.[0];
  if (!left || !right) return false;
  if (vocabulary.has((left + right).toLowerCase())) return true;
  if (!/^\p{Ll}/u.test(right)) return false;
  const unknown = [left, right].filter((part) => !vocabulary.has(part.toLowerCase()));
  if (isJoined) return right.length <= MAX_ENDING_LENGTH && unknown.includes(right);
  if (unknown.some((part) => part.length <= MAX_FRAGMENT_LENGTH)) return true;
  return unknown.length === 2 && hasRelatedWord((left + right).toLowerCase(), vocabulary);
};

/** Whether the vocabulary has another form of a word: one with the same stem. */
const hasRelatedWord = (word: string, vocabulary: ReadonlySet<string>): boolean => {
  const stem = word.slice(0, Math.max(5, Math.ceil(0.6 * word.length)));
  for (const known of vocabulary) if (known.startsWith(stem)) return true;
  return false;
};

const isBareHyphen = (chunk: Chunk, size: number): boolean =>
  chunk.words.length === 1 &&
  /^[-\u2010\u2011]$/.test(chunk.words[0] ?? '') &&
  widthOf(chunk.box) < HYPHEN_WIDTH * size;

/** Divides the width of a chunk among its words by their lengths. */
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
 * Lines of a layer from a typesetting program, in points. Adjacent chunks of a row are joined, and so are the halves of a
 * word that was split between two chunks.
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
  const size = TYPE_SIZE_SHARE * Math.max(...row.map((chunk) => heightOf(chunk.box)));
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

/** The words of the lines without the first and the last of each line, which may be split words. */
export const wholeWordsOf = (zones: readonly ZoneLine[]): string[] =>
  zones
    .flatMap((line) => line.words.slice(1, -1))
    .map((word) => word.text.toLowerCase().replace(/^[^\p{L}]+|(?<![^\p{L}])[^\p{L}]+$/gu, ''))
    .filter((word) => word.length > 1 || /^[aioyàéеèвикосуяоא-ת\u0621-\u064a]$/u.test(word));
