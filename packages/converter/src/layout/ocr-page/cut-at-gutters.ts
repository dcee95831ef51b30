import type { OcrLine } from '../../ocr/ocr-engine.js';
import { heightOf, medianOf, unionOf } from '../geometry/box.js';

const MIN_GUTTER_LINES = 4;
/** Least width of a gap, in line heights. */
const MIN_GAP = 1.3;
/** How many lines may cross a gutter, as a share of those that keep it free. */
const MAX_CROSSING = 0.3;

type OcrGap = { from: number; to: number; y: number };

/** Wide gaps between the words of lines. */
const gapsOf = (lines: readonly OcrLine[]): OcrGap[] =>
  lines.flatMap((line) => {
    const words = [...line.words].sort((a, b) => a.x0 - b.x0);
    const height = medianOf(words.map(heightOf));
    return words.flatMap((word, i) => {
      const before = words[i - 1];
      const isWide = before !== undefined && word.x0 - before.x1 > MIN_GAP * height;
      return isWide ? [{ from: before.x1, to: word.x0, y: word.y0 }] : [];
    });
  });

/** Engines read two columns of a skewed page as one line. Cuts lines where several of them have the same gap. */
export const cutAtGutters = (lines: readonly OcrLine[]): OcrLine[] => {
  const gaps = gapsOf(lines);
  return lines.flatMap((line) => cutLine(line, gaps, lines));
};

const cutLine = (line: OcrLine, gaps: readonly OcrGap[], lines: readonly OcrLine[]): OcrLine[] => {
  const cuts = gapsOf([line])
    .filter((gap) => isGutter(gap, gaps, lines))
    .map(({ to }) => to)
    .sort((a, b) => a - b);
  if (cuts.length === 0) return [line];
  return [...cuts, Infinity].map((to, i) => {
    const from = i === 0 ? -Infinity : (cuts[i - 1] ?? -Infinity);
    const own = line.words.filter((word) => word.x0 >= from && word.x0 < to);
    return { ...line, ...unionOf(own), words: own };
  });
};

/** Whether enough lines have a gap at the same place, and few lines between them cross it. */
const isGutter = ({ from, to }: OcrGap, gaps: readonly OcrGap[], lines: readonly OcrLine[]): boolean => {
  const middle = (from + to) / 2;
  const same = gaps.filter((gap) => gap.from < middle && gap.to > middle);
  if (same.length < MIN_GUTTER_LINES) return false;
  const top = Math.min(...same.map((gap) => gap.y));
  const bottom = Math.max(...same.map((gap) => gap.y));
  const isCrossed = ({ words }: OcrLine): boolean =>
    words.some((word) => word.x0 < middle && word.x1 > middle && word.y1 > top && word.y0 < bottom);
  return lines.filter(isCrossed).length <= MAX_CROSSING * same.length;
};
