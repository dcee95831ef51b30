import type { Box } from '../geometry/box.js';
import { areaOf, unionOf } from '../geometry/box.js';
import type { Ink } from './ink.js';
import { scaleBox } from './ink.js';

/** Side of a cell of the grid, in points. */
const CELL = 4;
/** Share of a cell that ink covers, for the cell to count. */
const MIN_INK = 0.05;
/** Largest distance, in cells, between cells of one patch. */
const REACH = 2;

/** `fill`: share of the box that has ink. */
export type Patch = { box: Box; fill: number };

/** Ink that belongs neither to words nor to rules, grouped by the distance between cells of a grid. @param unit points per pixel */
export const patchesOf = (ink: Ink, unit: number, words: readonly Box[], rules: readonly Box[]): Patch[] => {
  const size = Math.max(1, Math.round(CELL / unit));
  const columns = Math.floor(ink.width / size);
  const rows = Math.floor(ink.height / size);
  const dark = ink.dark.slice();
  for (const box of words) clear(dark, ink, scaleBox(grown(box, 1.5), 1 / unit));
  for (const box of rules) clear(dark, ink, scaleBox(grown(box, 1), 1 / unit));
  const counts = countByCell({ ...ink, dark }, size, columns, rows);
  const marked = Uint8Array.from(counts, (count) => (count > MIN_INK * size * size ? 1 : 0));
  return connectedCells(marked, columns, rows).map(({ box, cells }) => ({
    box: scaleBox(box, size * unit),
    fill: cells / areaOf(box),
  }));
};

/** Pixels of ink in each cell. */
const countByCell = ({ width, dark }: Ink, size: number, columns: number, rows: number): Uint16Array => {
  const counts = new Uint16Array(columns * rows);
  for (let y = 0; y < rows * size; y += 1) {
    const row = Math.floor(y / size) * columns;
    let at = y * width;
    for (let column = 0; column < columns; column += 1) {
      let count = 0;
      for (let i = 0; i < size; i += 1, at += 1) count += dark[at] ?? 0;
      counts[row + column] = (counts[row + column] ?? 0) + count;
    }
  }
  return counts;
};

const grown = (box: Box, by: number): Box => ({
  x0: box.x0 - by,
  y0: box.y0 - by,
  x1: box.x1 + by,
  y1: box.y1 + by,
});

const clear = (dark: Uint8Array, { width, height }: Ink, box: Box): void => {
  const x0 = Math.max(0, Math.floor(box.x0));
  const x1 = Math.min(width, Math.ceil(box.x1));
  const y1 = Math.min(height, Math.ceil(box.y1));
  if (x1 <= x0) return;
  for (let y = Math.max(0, Math.floor(box.y0)); y < y1; y += 1) dark.fill(0, y * width + x0, y * width + x1);
};

/** Groups of marked cells that are near each other, with their bounding boxes. */
const connectedCells = (marked: Uint8Array, columns: number, rows: number): { box: Box; cells: number }[] => {
  const patches: { box: Box; cells: number }[] = [];
  for (let start = marked.indexOf(1); start >= 0; start = marked.indexOf(1, start + 1)) {
    const box = { x0: columns, y0: rows, x1: 0, y1: 0 };
    let cells = 0;
    const queue = [start];
    marked[start] = 2;
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      const x = at % columns;
      const y = (at - x) / columns;
      cells += 1;
      Object.assign(box, unionOf([box, { x0: x, y0: y, x1: x + 1, y1: y + 1 }]));
      for (let ny = Math.max(0, y - REACH); ny <= Math.min(rows - 1, y + REACH); ny += 1) {
        for (let nx = Math.max(0, x - REACH); nx <= Math.min(columns - 1, x + REACH); nx += 1) {
          const next = ny * columns + nx;
          if (marked[next] !== 1) continue;
          marked[next] = 2;
          queue.push(next);
        }
      }
    }
    patches.push({ box, cells });
  }
  return patches;
};
