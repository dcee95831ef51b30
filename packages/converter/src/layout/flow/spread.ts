import type { Box } from '../geometry/box.js';
import { medianOf, unionOf, widthOf } from '../geometry/box.js';
import { edgeLinesOf } from './running-heads.js';
import type { StructureInput } from '../page/structure-types.js';
import type { TextLine } from '../lines/text-line.js';

/** Paper formats on their side, and two pages of any book format beside each other. */
const LEAST_RATIO = 1.2;
const MOST_RATIO = 2.2;
/** Fewer lines may be the rows of a table. */
const LEAST_LINES = 8;

/**
 * Where the fold of two pages on one sheet runs, or null for a page that is one: the sheet lies on its side, nothing is printed
 * over its middle, and both halves have page numbers that follow each other, or are filled with text as pages are.
 */
const foldOf = ({ width, height, lines, drawing, direction }: StructureInput): number | null => {
  if (width < LEAST_RATIO * height || width > MOST_RATIO * height) return null;
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

/** Lines of running text, most of which are as wide as their page is. */
const isFilled = (lines: readonly TextLine[], pageWidth: number): boolean => {
  if (lines.length < LEAST_LINES) return false;
  const block = unionOf(lines);
  const isProse = medianOf(lines.map((line) => line.words.length)) >= 5;
  return isProse && widthOf(block) > 0.6 * pageWidth && medianOf(lines.map(widthOf)) > 0.8 * widthOf(block);
};

/** The two pages of a spread in the order of reading, each with what stands on it; a single page as it is. */
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
