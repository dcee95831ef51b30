import type { Box } from '../geometry/box.js';
import { medianOf, unionOf, widthOf } from '../geometry/box.js';
import { edgeLinesOf } from './running-heads.js';
import type { StructureInput } from '../page/structure-types.js';
import type { TextLine } from '../lines/text-line.js';

/** Width to height of two book pages side by side. */
const MIN_RATIO = 1.2;
const MAX_RATIO = 2.2;
/** Fewer lines may be rows of a table. */
const MIN_LINES = 8;

/**
 * The position of the fold between two pages on one sheet, or null for a single page. Two pages: the sheet is in landscape
 * format, nothing crosses its middle, and both halves have consecutive page numbers or are full of text.
 */
const foldOf = ({ width, height, lines, drawing, direction }: StructureInput): number | null => {
  if (width < MIN_RATIO * height || width > MAX_RATIO * height) return null;
  const fold = width / 2;
  const isOver = (box: Box): boolean => box.x0 < fold - 2 && box.x1 > fold + 2;
  if ([...lines, ...(drawing?.images ?? [])].some(isOver)) return null;
  const left = lines.filter((line) => line.x1 <= fold + 2);
  const right = lines.filter((line) => line.x1 > fold + 2);
  const [first, second] = direction === 'rtl' ? [right, left] : [left, right];
  return areCountedOn(first, second, height) || (isFilled(left, fold) && isFilled(right, fold)) ? fold : null;
};

const areCountedOn = (first: readonly TextLine[], second: readonly TextLine[], height: number): boolean => {
  const numbersOf = (lines: readonly TextLine[]) =>
    edgeLinesOf(lines, height).flatMap(({ numbers, top }) => numbers.map((number) => ({ number, top })));
  const later = numbersOf(second);
  return numbersOf(first).some(({ number, top }) =>
    later.some((other) => other.number === number + 1 && Math.abs(other.top - top) < 0.02),
  );
};

/** Whether lines are running text that is as wide as a page. */
const isFilled = (lines: readonly TextLine[], pageWidth: number): boolean => {
  if (lines.length < MIN_LINES) return false;
  const block = unionOf(lines);
  const isProse = medianOf(lines.map((line) => line.words.length)) >= 5;
  return isProse && widthOf(block) > 0.6 * pageWidth && medianOf(lines.map(widthOf)) > 0.8 * widthOf(block);
};

/** The two pages of a spread in reading order, each with its lines and drawing; a single page as it is. */
export const pagesOfSheet = (input: StructureInput): StructureInput[] => {
  const fold = foldOf(input);
  if (fold === null) return [input];
  const sides = input.direction === 'rtl' ? ['right', 'left'] : ['left', 'right'];
  return sides.map((side) => {
    const on = <T extends Box>(boxes: readonly T[]): T[] =>
      boxes.filter((box) => (box.x0 + box.x1) / 2 < fold === (side === 'left'));
    const { drawing, sideways } = input;
    return {
      ...input,
      lines: on(input.lines),
      ...(sideways ? { sideways: on(sideways) } : {}),
      drawing: drawing && {
        ...drawing,
        images: on(drawing.images),
        rules: on(drawing.rules),
        panels: on(drawing.panels),
        shapes: on(drawing.shapes),
      },
    };
  });
};
