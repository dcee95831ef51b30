import type { Box } from '../geometry/box.js';
import { medianOf } from '../geometry/box.js';

/** A vertical strip without text between two columns: its middle, and its extent on the page. */
export type Gutter = { x: number; top: number; bottom: number };

type Span = { from: number; to: number; letters: number };
type Row = { spans: Span[]; y: number; size: number; letters: number };

const MIN_ROWS = 6;
const MAX_CROSSING = 0.12;
/** In font sizes: wider than a word space, narrower than any gutter in print. */
const MIN_WIDTH = 0.55;
/** Share of the page width: narrower columns are table cells. */
const MIN_COLUMN = 0.2;
const MIN_WIDE = 0.5;
/** Fewer letters are a part of a formula, not a line of text. */
const MIN_LETTERS = 10;

/**
 * Finds gutters that are narrower than the gaps within lines: strips with at least six rows of text on each side that hardly
 * any row crosses. Word spaces never line up over so many rows.
 *
 * @param rows the boxes of the characters on each baseline
 */
export const findGutters = (rows: readonly (readonly (Box & { size: number })[])[]): Gutter[] => {
  const read = rows.filter((row) => row.length > 0).map(toRow);
  const left = Math.min(...read.flatMap((row) => row.spans[0]?.from ?? Infinity));
  const right = Math.max(...read.flatMap((row) => row.spans.at(-1)?.to ?? -Infinity));
  const width = right - left;
  if (read.length < MIN_ROWS || !(width > 0)) return [];
  read.sort((a, b) => a.y - b.y);
  const half = (MIN_WIDTH / 2) * medianOf(read.map((row) => row.size));
  const found: (Gutter & { rows: number })[] = [];
  for (let x = Math.ceil(left + MIN_COLUMN * width); x <= right - MIN_COLUMN * width; x += 1) {
    const gutter = gutterAt(x, half, read, MIN_COLUMN * width);
    if (gutter) found.push(gutter);
  }
  return strongest(found);
};

const toRow = (pieces: readonly (Box & { size: number })[]): Row => {
  const size = medianOf(pieces.map((piece) => piece.size));
  const spans: Span[] = [];
  for (const piece of [...pieces].sort((a, b) => a.x0 - b.x0)) {
    const last = spans.at(-1);
    if (last && piece.x0 - last.to < 0.3 * size) {
      last.to = Math.max(last.to, piece.x1);
      last.letters += 1;
    } else spans.push({ from: piece.x0, to: piece.x1, letters: 1 });
  }
  return { spans, y: medianOf(pieces.map((piece) => piece.y1)), size, letters: pieces.length };
};

/** The text of a row on both sides of a strip, and whether there is text in it. */
const sidesOf = (row: Row, x: number, half: number): { left: Span[]; right: Span[]; isCrossed: boolean } => {
  const left = row.spans.filter((span) => span.to <= x - half);
  const right = row.spans.filter((span) => span.from >= x + half);
  return { left, right, isCrossed: left.length + right.length < row.spans.length };
};

const lettersOf = (spans: readonly Span[]): number => spans.reduce((sum, span) => sum + span.letters, 0);

type Sides = { row: Row; left: Span[]; right: Span[] };

/**
 * The longest run of rows around a strip that few of them cross. Columns are rarely aligned by rows, so a row may have text on
 * one side only.
 */
const gutterAt = (
  x: number,
  half: number,
  rows: readonly Row[],
  leastColumn: number,
): (Gutter & { rows: number }) | null => {
  let best: (Gutter & { rows: number }) | null = null;
  let run: Sides[] = [];
  let letters = 0;
  let crossed = 0;
  const close = (): void => {
    const left = run.filter((sides) => lettersOf(sides.left) >= MIN_LETTERS);
    const right = run.filter((sides) => lettersOf(sides.right) >= MIN_LETTERS);
    const top = Math.max(left[0]?.row.y ?? 0, right[0]?.row.y ?? 0);
    const bottom = Math.min(left.at(-1)?.row.y ?? 0, right.at(-1)?.row.y ?? 0);
    const isBeside = (side: readonly Sides[]): boolean =>
      side.filter(({ row }) => row.y >= top && row.y <= bottom).length >= MIN_ROWS;
    if (run.length > (best?.rows ?? 0) && isBeside(left) && isBeside(right) && areColumns(run, leastColumn)) {
      const size = run[0]?.row.size ?? 0;
      best = { x, top: top - 2 * size, bottom: bottom + size, rows: run.length };
    }
    run = [];
    letters = 0;
    crossed = 0;
  };
  for (const row of rows) {
    const { left, right, isCrossed } = sidesOf(row, x, half);
    if (!isCrossed) {
      run.push({ row, left, right });
      letters += row.letters;
    } else if (run.length > 0) {
      crossed += row.letters;
      if (crossed > MAX_CROSSING * letters) close();
    }
  }
  close();
  return best;
};

/** Whether most letters on both sides are in rows as wide as a column. Short pieces are table cells, numbers, or formulas in the text. */
const areColumns = (run: readonly Sides[], leastColumn: number): boolean => {
  const isText = (sides: readonly (readonly Span[])[]): boolean => {
    const reach = (spans: readonly Span[]): number => (spans.at(-1)?.to ?? 0) - (spans[0]?.from ?? 0);
    const all = sides.reduce((sum, spans) => sum + lettersOf(spans), 0);
    const wide = sides
      .filter((spans) => reach(spans) > leastColumn)
      .reduce((sum, spans) => sum + lettersOf(spans), 0);
    return wide > MIN_WIDE * all;
  };
  return isText(run.map(({ left }) => left)) && isText(run.map(({ right }) => right));
};

/** Merges neighbouring positions of one strip into a gutter in its middle. */
const strongest = (found: readonly (Gutter & { rows: number })[]): Gutter[] => {
  const gutters: Gutter[] = [];
  let group: typeof found = [];
  const close = (): void => {
    const most = Math.max(...group.map((gutter) => gutter.rows));
    const best = group.filter((gutter) => gutter.rows === most);
    const middle = best[best.length >> 1];
    if (middle) gutters.push({ x: middle.x, top: middle.top, bottom: middle.bottom });
    group = [];
  };
  for (const gutter of found) {
    const last = group.at(-1);
    if (last && gutter.x - last.x > 1) close();
    group = [...group, gutter];
  }
  if (group.length > 0) close();
  return gutters;
};

/** Whether a gutter is between two boxes that are side by side. */
export const isOverGutter = (a: Box, b: Box, gutters: readonly Gutter[]): boolean => {
  const from = Math.min(a.x1, b.x1);
  const to = Math.max(a.x0, b.x0);
  return gutters.some(
    ({ x, top, bottom }) =>
      x >= from && x <= to && Math.max(a.y1, b.y1) > top && Math.min(a.y0, b.y0) < bottom,
  );
};
