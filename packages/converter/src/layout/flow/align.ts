import type { Box } from '../geometry/box.js';
import { widthOf } from '../geometry/box.js';
import type { TextLine } from '../lines/text-line.js';

/** The alignment of lines in their column; null for left-aligned and justified text. */
export const alignOf = (lines: readonly TextLine[], column: Box, size: number): 'center' | 'right' | null => {
  const offsets = lines.map((line) => ({ left: line.x0 - column.x0, right: column.x1 - line.x1 }));
  const isCentred = offsets.every(
    ({ left, right }) =>
      left > 1.5 * size &&
      right > 1.5 * size &&
      Math.abs(left - right) < Math.max(size, 0.12 * (left + right)),
  );
  if (isCentred && Math.max(...lines.map(widthOf)) < 0.92 * widthOf(column)) return 'center';
  const middle = (column.x0 + column.x1) / 2;
  const isAround =
    lines.length > 1 &&
    hasOneCentre(lines, size) &&
    lines.every((line) => Math.abs((line.x0 + line.x1) / 2 - middle) < size);
  if (isAround) return 'center';
  const isRight =
    lines[0]?.direction === 'ltr' &&
    offsets.every(({ left, right }) => right < 0.5 * size && left > 0.3 * widthOf(column));
  return isRight ? 'right' : null;
};

/** Whether lines of different lengths have the same centre: a centred title. */
export const hasOneCentre = (lines: readonly TextLine[], size: number): boolean => {
  const left = Math.min(...lines.map((line) => line.x0));
  const right = Math.max(...lines.map((line) => line.x1));
  const isEven = lines.every((line) => Math.abs(line.x0 - left - (right - line.x1)) < 0.8 * size);
  return isEven && lines.some((line) => line.x0 - left > 1.2 * size);
};
