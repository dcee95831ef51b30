import type { Box } from '../geometry/box.js';
import { medianOf, unionOf } from '../geometry/box.js';
import type { TextLine } from '../lines/text-line.js';
import { feetOf } from './word-size.js';

const MIN_SKEW = 0.002;
const MAX_SKEW = 0.12;
/** A line's slope is measured between its first and last word, if it has enough words and is long enough (points). */
const MIN_WORDS = 5;
const MIN_LENGTH = 100;
const MIN_LINES = 3;

/** Removes the skew of a scan, so that words of a row are at one height: shifts every word by the median slope of the longer lines. */
export const straightenLines = (lines: readonly TextLine[]): TextLine[] => {
  const slopes = lines.flatMap((line) => slopeOf(line) ?? []);
  const slope = medianOf(slopes);
  if (slopes.length < MIN_LINES || Math.abs(slope) < MIN_SKEW || Math.abs(slope) > MAX_SKEW)
    return [...lines];
  const page = unionOf(lines);
  const shift = (box: Box): number => slope * ((box.x0 + box.x1) / 2 - (page.x0 + page.x1) / 2);
  return lines.map((line) => {
    const words = line.words.map((word) => ({
      ...word,
      y0: word.y0 - shift(word),
      y1: word.y1 - shift(word),
    }));
    const feet = feetOf(words);
    const baseline = feet.length > 0 ? medianOf(feet) : line.baseline - shift(line);
    return { ...line, ...unionOf(words), baseline, words: words.map((word) => ({ ...word, baseline })) };
  });
};

const slopeOf = ({ words }: TextLine): number | null => {
  const first = words[0];
  const last = words.at(-1);
  if (!first || !last || words.length < MIN_WORDS) return null;
  const length = (last.x0 + last.x1 - first.x0 - first.x1) / 2;
  return Math.abs(length) > MIN_LENGTH ? (last.y0 + last.y1 - first.y0 - first.y1) / 2 / length : null;
};
