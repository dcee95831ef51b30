import type { Box } from '../geometry/box.js';
import { unionOf } from '../geometry/box.js';
import type { TableRule } from './table-rules.js';
import { SNAP } from './table-rules.js';

const MAX_CELLS = 4000;

/** The cells between the rules of a table. A cell that spans several places of the grid is at its first place, by row. */
export type TableGrid = {
  box: Box;
  /** Positions of the vertical and of the horizontal rules. */
  xs: number[];
  ys: number[];
  columns: number;
  rows: number;
  /** Number of cells; a cell that spans several places counts once. */
  cells: number;
  /** For each place of the grid the first place of its cell. */
  firstPlaces: Int32Array;
};

/** The grid that rules form; null if it has less than two rows or columns, or too many cells. */
export const gridOf = (rules: readonly TableRule[]): TableGrid | null => {
  const box = unionOf(rules);
  const xs = snapped([box.x0, box.x1, ...rules.filter((r) => !r.horizontal).map((r) => (r.x0 + r.x1) / 2)]);
  const ys = snapped([box.y0, box.y1, ...rules.filter((r) => r.horizontal).map((r) => (r.y0 + r.y1) / 2)]);
  const columns = xs.length - 1;
  const rows = ys.length - 1;
  if (columns < 2 || rows < 2 || columns * rows > MAX_CELLS) return null;
  const { vertical, horizontal } = bordersOf(rules, xs, ys);
  const isOpen = (row: number, column: number, direction: Direction): boolean => {
    switch (direction) {
      case 'right':
        return column + 1 < columns && vertical[row]?.[column + 1] === false;
      case 'left':
        return column > 0 && vertical[row]?.[column] === false;
      case 'down':
        return row + 1 < rows && horizontal[row + 1]?.[column] === false;
      case 'up':
        return row > 0 && horizontal[row]?.[column] === false;
    }
  };
  return { box, xs, ys, columns, rows, ...cellsOf(columns, rows, isOpen) };
};

/** The first place of the cell at a point; null outside of the grid. */
export const placeAt = ({ xs, ys, columns, firstPlaces }: TableGrid, x: number, y: number): number | null => {
  const column = xs.findIndex((from, i) => x >= from && x < (xs[i + 1] ?? -Infinity));
  const row = ys.findIndex((from, i) => y >= from && y < (ys[i + 1] ?? -Infinity));
  return column < 0 || row < 0 ? null : (firstPlaces[row * columns + column] ?? 0);
};

/** Positions in order; those within `SNAP` points of each other are one. */
const snapped = (values: readonly number[]): number[] => {
  const result: number[] = [];
  for (const value of [...values].sort((a, b) => a - b)) {
    const last = result.at(-1);
    if (last === undefined || value - last > SNAP) result.push(value);
  }
  return result;
};

const nearestIndex = (positions: readonly number[], value: number): number => {
  let best = 0;
  for (const [index, position] of positions.entries()) {
    if (Math.abs(position - value) < Math.abs((positions[best] ?? 0) - value)) best = index;
  }
  return best;
};

type Borders = { vertical: boolean[][]; horizontal: boolean[][] };

/** Which places have a rule at their left (`vertical`) and at their top (`horizontal`). */
const bordersOf = (rules: readonly TableRule[], xs: readonly number[], ys: readonly number[]): Borders => {
  const columns = xs.length - 1;
  const rows = ys.length - 1;
  const vertical = Array.from({ length: rows }, () => new Array<boolean>(columns + 1).fill(false));
  const horizontal = Array.from({ length: rows + 1 }, () => new Array<boolean>(columns).fill(false));
  const middleOf = (positions: readonly number[], i: number): number =>
    ((positions[i] ?? 0) + (positions[i + 1] ?? 0)) / 2;
  for (const rule of rules) {
    if (rule.horizontal) {
      const row = horizontal[nearestIndex(ys, (rule.y0 + rule.y1) / 2)];
      for (let column = 0; row && column < columns; column += 1) {
        const middle = middleOf(xs, column);
        if (rule.x0 - SNAP <= middle && rule.x1 + SNAP >= middle) row[column] = true;
      }
    } else {
      const column = nearestIndex(xs, (rule.x0 + rule.x1) / 2);
      for (const [i, row] of vertical.entries()) {
        const middle = middleOf(ys, i);
        if (rule.y0 - SNAP <= middle && rule.y1 + SNAP >= middle) row[column] = true;
      }
    }
  }
  return { vertical, horizontal };
};

type Direction = 'right' | 'left' | 'down' | 'up';

/** Places without a rule between them are one cell. */
const cellsOf = (
  columns: number,
  rows: number,
  isOpen: (row: number, column: number, direction: Direction) => boolean,
): Pick<TableGrid, 'cells' | 'firstPlaces'> => {
  const steps: [Direction, number][] = [
    ['right', 1],
    ['left', -1],
    ['down', columns],
    ['up', -columns],
  ];
  const firstPlaces = new Int32Array(columns * rows).fill(-1);
  let cells = 0;
  for (let first = 0; first < firstPlaces.length; first += 1) {
    if (firstPlaces[first] !== -1) continue;
    cells += 1;
    firstPlaces[first] = first;
    const queue = [first];
    for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
      const row = Math.floor(place / columns);
      for (const [direction, step] of steps) {
        const next = place + step;
        if (!isOpen(row, place % columns, direction) || firstPlaces[next] !== -1) continue;
        firstPlaces[next] = first;
        queue.push(next);
      }
    }
  }
  return { cells, firstPlaces };
};
