import { captionKindOf } from '../figures/caption.js';
import type { Box } from '../geometry/box.js';
import { unionOf } from '../geometry/box.js';
import { endOf, isBoldLine, isMonoLine, shareOf, startOf } from '../lines/line-style.js';
import type { TextLine } from '../lines/text-line.js';
import { lettersOf } from '../lines/text-line.js';
import { alignOf } from './align.js';
import { mergeRows } from './merge-rows.js';
import { splitParagraphs } from './split-paragraphs.js';
import { isVerse } from './verse.js';

/** Lines that belong together: a paragraph, a heading, a list entry. */
export type TextBlock = {
  box: Box;
  lines: TextLine[];
  /** Font size of most of its letters. */
  size: number;
  /** White space above it, in points; Infinity for the first block of a column. */
  gapBefore: number;
  /** Horizontal extent of its column. */
  column: { from: number; to: number };
  isBold: boolean;
  isMono: boolean;
  /** A poem: its line breaks are part of the text. */
  isVerse: boolean;
  align: 'center' | 'right' | null;
};

/** Splits the lines of one column into blocks. @param usualPitch line distance of the document, for columns with few lines */
export const splitBlocks = (
  columnLines: readonly TextLine[],
  isRecognised: boolean,
  usualPitch = 1.25,
): TextBlock[] => {
  const lines = mergeRows(columnLines);
  if (lines.length === 0) return [];
  const pitch = pitchOf(lines, usualPitch, isRecognised);
  const column = unionOf(lines);
  const blocks: TextBlock[] = [];
  let gapBefore = Infinity;
  for (const group of tightGroups(lines, pitch, isRecognised)) {
    const isPoem = isRecognised && isVerse(group);
    for (const part of isPoem ? [group] : splitParagraphs(group, column)) {
      const first = part[0];
      if (!first) continue;
      const last = blocks.at(-1)?.lines.at(-1);
      if (last) gapBefore = first.baseline - last.baseline - pitch * first.size;
      blocks.push({ ...toBlock(part, gapBefore, column), isVerse: isPoem });
    }
  }
  return blocks;
};

/** The usual distance between baselines of consecutive lines, in font sizes. */
const pitchOf = (lines: readonly TextLine[], usual: number, isRecognised: boolean): number => {
  const steps: number[] = [];
  for (let i = 1; i < lines.length; i += 1) {
    const step = (lines[i]?.baseline ?? 0) - (lines[i - 1]?.baseline ?? 0);
    const size = lines[i]?.size ?? 10;
    const isSame = Math.abs(size - (lines[i - 1]?.size ?? 0)) < (isRecognised ? 0.3 * size : 0.6);
    if (step > 0.8 * size && step < 2.6 * size && isSame) steps.push(step / size);
  }
  if (steps.length < 6) return usual;
  const sorted = steps.sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.4)] ?? 1.25;
};

const toBlock = (lines: TextLine[], gapBefore: number, column: Box): Omit<TextBlock, 'isVerse'> => {
  const letters = new Map<number, number>();
  for (const line of lines) letters.set(line.size, (letters.get(line.size) ?? 0) + lettersOf(line));
  const size = [...letters.entries()].sort((a, b) => b[1] - a[1])[0]?.[0] ?? lines[0]?.size ?? 10;
  return {
    box: unionOf(lines),
    lines,
    size,
    gapBefore,
    column: { from: column.x0, to: column.x1 },
    isBold: lines.every(isBoldLine),
    isMono: lines.every(isMonoLine),
    align: alignOf(lines, column, size),
  };
};

/** Groups of consecutive lines of one size and style at the usual distance. */
const tightGroups = (lines: readonly TextLine[], pitch: number, isRecognised: boolean): TextLine[][] => {
  const groups: TextLine[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group && before && !isApart(before, line, pitch, isRecognised)) group.push(line);
    else groups.push([line]);
  }
  return groups;
};

const isApart = (before: TextLine, line: TextLine, pitch: number, isRecognised: boolean): boolean => {
  const ratio = Math.max(before.size, line.size) / Math.min(before.size, line.size);
  if (ratio > (isRecognised ? 1.3 : 1.09)) return true;
  if (/^[、，。；：！？）】》」』]/u.test(line.words[0]?.text ?? '')) return false;
  const size = Math.max(before.size, line.size);
  const step = line.baseline - before.baseline;
  if (step > Math.max(pitch * 1.22, pitch + 0.25) * size + 0.5) return true;
  if (isMonoLine(before) !== isMonoLine(line)) {
    // Fixed-pitch words may fill a line of a paragraph; code is further away, or begins elsewhere.
    const runsOn = step < 1.05 * pitch * size && Math.abs(startOf(before) - startOf(line)) < 0.5 * size;
    if (!runsOn || endOf(before) < endOf(line) - 2 * size) return true;
  }
  const wasBold = isBoldLine(before);
  const isBold = isBoldLine(line);
  if (wasBold === isBold) return false;
  if (captionKindOf(before.words.map((word) => word.text).join(' '))) return false;
  const plain = wasBold ? line : before;
  return shareOf(plain, (word) => word.style.bold) < 0.15;
};
