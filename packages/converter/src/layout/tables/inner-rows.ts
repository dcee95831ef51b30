import { unionOf, widthOf } from '../geometry/box.js';
import type { CellEntries } from './table-text.js';

/** Points. */
const SAME_BASELINE = 2.5;

export type GridCell = { entries: CellEntries; width: number };

/**
 * Splits a row between two rules into the rows it holds: those whose cells have lines at the same heights that end before the cell
 * does. Running text fills the lines of its cell and stays whole.
 */
export const innerRows = (cells: readonly GridCell[]): CellEntries[][] => {
  const whole = [cells.map((cell) => cell.entries)];
  const filled = cells.filter((cell) => cell.entries.length > 0);
  const perCell = filled.map((cell) => baselinesOf(cell.entries));
  const longest = Math.max(0, ...perCell.map((lines) => lines.length));
  const full = perCell.filter((lines) => lines.length === longest);
  if (
    longest < (isNumeric(filled) ? 2 : 3) ||
    filled.length < 2 ||
    full.length < Math.max(2, 0.6 * filled.length)
  )
    return whole;
  const [first = []] = full;
  const isInStep = full.every((lines) =>
    lines.every((y, i) => Math.abs(y - (first[i] ?? Infinity)) < SAME_BASELINE),
  );
  const isLoose = filled.every((cell) => hasShortLines(cell, longest));
  if (!isInStep || !isLoose) return whole;
  return first.map((y, index) => {
    const from = index === 0 ? -Infinity : (y + (first[index - 1] ?? y)) / 2;
    const to = index === first.length - 1 ? Infinity : (y + (first[index + 1] ?? y)) / 2;
    return cells.map((cell) =>
      cell.entries.filter(({ word }) => word.baseline >= from && word.baseline < to),
    );
  });
};

/** Whether the lines of a cell end before the cell does. */
const hasShortLines = ({ entries, width }: GridCell, longest: number): boolean => {
  const { x0, x1 } = unionOf(entries.map(({ word }) => word));
  const fullLines = baselinesOf(entries).filter((y) => {
    const own = entries.filter(({ word }) => Math.abs(word.baseline - y) < SAME_BASELINE);
    return widthOf(unionOf(own.map(({ word }) => word))) > 0.88 * width;
  }).length;
  return x1 - x0 < width && fullLines < 0.34 * longest;
};

/** Whether most cells hold numbers: columns of figures, not wrapped words. */
const isNumeric = (cells: readonly { entries: CellEntries }[]): boolean =>
  cells.filter((cell) => cell.entries.every(({ word }) => /^[\p{Nd}.,%±+−–-]+$/u.test(word.text))).length >
  0.6 * cells.length;

const baselinesOf = (entries: CellEntries): number[] => {
  const values: number[] = [];
  for (const y of entries.map(({ line }) => line.baseline).sort((a, b) => a - b)) {
    if (y - (values.at(-1) ?? -Infinity) > SAME_BASELINE) values.push(y);
  }
  return values;
};
