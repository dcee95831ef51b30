import type { OcrLine, OcrResult, OcrWord } from '../../ocr/ocr-engine.js';
import { medianOf, unionOf } from '../geometry/box.js';
import { directionOfText } from '../lines/script.js';
import type { TextLine, Word } from '../lines/text-line.js';
import { PLAIN_STYLE } from '../lines/text-line.js';
import { cutAtGutters } from './cut-at-gutters.js';
import { straightenLines } from './straighten-lines.js';
import { feetOf, fontSizeOf } from './word-size.js';

/** Lines and words with less confidence are specks, stamps and ornaments more often than text. */
const MIN_LINE_CONFIDENCE = 0.4;
const MIN_SCRAP_CONFIDENCE = 0.8;
const MIN_WORD_CONFIDENCE = 0.05;
const MIN_SIZE = 3;
/** Sizes are estimates: two that differ by less than this share are the same. */
const SAME_SIZE = 0.17;
const MIN_BULLETS = 3;

/** The recognised lines in points, without noise. @param scale points per pixel */
export const linesOfRecognition = (result: OcrResult, scale: number): TextLine[] => {
  const lines = result.blocks.flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines));
  const read = cutAtGutters(lines).flatMap((line) => toTextLine(line, scale) ?? []);
  return withBullets(withEqualSizes(straightenLines(read)));
};

const toTextLine = (line: OcrLine, scale: number): TextLine | null => {
  const kept = line.words.filter((word) => word.text.trim() !== '' && word.confidence >= MIN_WORD_CONFIDENCE);
  if (kept.length === 0 || isNoise(kept)) return null;
  const measured = kept.filter((word) => /[\p{L}\p{N}]{2}|\p{Script=Han}/u.test(word.text));
  const sizes = (measured.length > 0 ? measured : kept).map((word) => fontSizeOf(word) * scale);
  const size = Math.max(MIN_SIZE, medianOf(sizes));
  const box = unionOf(kept);
  const feet = feetOf(kept);
  const baseline = (feet.length > 0 ? medianOf(feet) : line.y1 - 0.2 * (line.y1 - line.y0)) * scale;
  const words: Word[] = kept.map((word) => ({
    text: word.text.trim(),
    x0: word.x0 * scale,
    y0: word.y0 * scale,
    x1: word.x1 * scale,
    y1: word.y1 * scale,
    baseline,
    size,
    style: { ...PLAIN_STYLE },
    confidence: word.confidence,
  }));
  return {
    x0: box.x0 * scale,
    y0: box.y0 * scale,
    x1: box.x1 * scale,
    y1: box.y1 * scale,
    words,
    baseline,
    size,
    direction: directionOfText(kept.map((word) => word.text).join(' ')),
  };
};

const isNoise = (words: readonly OcrWord[]): boolean => {
  const text = words.map((word) => word.text).join('');
  if (!/[\p{L}\p{N}]/u.test(text)) return true;
  const mean =
    words.reduce((sum, word) => sum + word.confidence * word.text.length, 0) / Math.max(1, text.length);
  const isScrap =
    text.replace(/[^\p{L}]/gu, '').length <= 2 && !/^\p{Nd}+$/u.test(text) && !/\p{Script=Han}/u.test(text);
  return mean < (isScrap ? MIN_SCRAP_CONFIDENCE : MIN_LINE_CONFIDENCE);
};

/** Replaces a size by an earlier one that it is close to. The usual size of the page comes first. */
const withEqualSizes = (lines: readonly TextLine[]): TextLine[] => {
  const known = [medianOf(lines.flatMap((line) => line.words.map(() => line.size)))];
  return lines.map((line) => {
    let size = known.find((other) => Math.abs(line.size / other - 1) < SAME_SIZE);
    if (size === undefined) {
      size = line.size;
      known.push(size);
    }
    const equal = size;
    return { ...line, size: equal, words: line.words.map((word) => ({ ...word, size: equal })) };
  });
};

const BULLET_LIKE = /^[¢©®°¤»«•·*+eo0]$/u;

/** Engines read bullets as various round characters. At least three lines that begin with one are entries of a list. */
const withBullets = (lines: readonly TextLine[]): TextLine[] => {
  const hasBullet = (line: TextLine): boolean =>
    line.words.length > 2 && BULLET_LIKE.test(line.words[0]?.text ?? '');
  if (lines.filter(hasBullet).length < MIN_BULLETS) return [...lines];
  return lines.map((line) => {
    const [first, ...rest] = line.words;
    return first && hasBullet(line) ? { ...line, words: [{ ...first, text: '•' }, ...rest] } : line;
  });
};
