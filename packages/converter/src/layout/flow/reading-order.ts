import type { Box } from '../geometry/box.js';
import {
  heightOf,
  horizontalOverlapOf,
  medianOf,
  unionOf,
  verticalOverlapOf,
  widthOf,
} from '../geometry/box.js';
import type { TextLine } from '../lines/text-line.js';
import { lettersOf } from '../lines/text-line.js';

/** An element of the reading order: a line, or a figure or table that is kept whole. */
export type Atom<T = unknown> = Box & ({ kind: 'line'; line: TextLine } | { kind: 'float'; float: T });

/** A column or a part of one, from top to bottom. */
export type Region<T = unknown> = { box: Box; atoms: Atom<T>[] };

type Gutter = { x: number; crossing: Set<Atom> };

const MAX_DEPTH = 12;

/**
 * Puts a page with one or more columns into reading order: finds the emptiest vertical gutter, cuts the page into bands at
 * elements that cross it (a title, a wide figure), and reads the columns of each band one after the other; from the right on
 * right-to-left pages (Arabic, Hebrew).
 */
export const orderRegions = <T>(atoms: readonly Atom<T>[], direction: 'ltr' | 'rtl'): Region<T>[] => {
  const regions: Region<T>[] = [];
  visit([...atoms], direction, 0, regions);
  return mergeSingleColumn(regions);
};

const visit = <T>(atoms: Atom<T>[], direction: 'ltr' | 'rtl', depth: number, regions: Region<T>[]): void => {
  if (atoms.length === 0) return;
  const gutter = depth < MAX_DEPTH && atoms.length >= 4 ? findGutter(atoms) : null;
  if (!gutter) {
    regions.push({
      box: unionOf(atoms),
      atoms: [...atoms].sort((a, b) => rowKey(a) - rowKey(b) || a.x0 - b.x0),
    });
    return;
  }
  for (const atom of lastLinesOf(atoms, gutter, direction)) gutter.crossing.add(atom);
  for (const band of cutAcross(atoms, gutter)) {
    if (band.isCrossing) {
      visit(band.atoms, direction, depth + 1, regions);
      continue;
    }
    const left = band.atoms.filter((atom) => (atom.x0 + atom.x1) / 2 < gutter.x);
    const right = band.atoms.filter((atom) => (atom.x0 + atom.x1) / 2 >= gutter.x);
    for (const side of direction === 'rtl' ? [right, left] : [left, right])
      visit(side, direction, depth + 1, regions);
  }
};

const rowKey = (atom: Atom): number => (atom.kind === 'line' ? atom.line.baseline : atom.y1);

/**
 * The short last lines of paragraphs that cross the gutter (a caption, an abstract): a line at the paragraph's line distance
 * and left edge, alone in its row, with more white space below.
 */
const lastLinesOf = (atoms: readonly Atom[], { crossing }: Gutter, direction: 'ltr' | 'rtl'): Atom[] => {
  const startOf = (atom: Atom): number => (direction === 'rtl' ? -atom.x1 : atom.x0);
  const lines = atoms.filter((atom) => atom.kind === 'line');
  const stepTo = (upper: Atom, lower: Atom): number => rowKey(lower) - rowKey(upper);
  return lines.filter((last) => {
    if (crossing.has(last)) return false;
    const { size } = last.line;
    const isNear = (step: number): boolean => step > 0.5 * size && step < 1.6 * size;
    const before = lines.find(
      (line) =>
        crossing.has(line) &&
        isNear(stepTo(line, last)) &&
        Math.abs(line.line.size - size) < 0.3 &&
        Math.abs(startOf(line) - startOf(last)) < size,
    );
    if (!before) return false;
    const step = stepTo(before, last);
    return lines.every(
      (line) => line === last || stepTo(last, line) > 1.3 * step || stepTo(last, line) < -0.5 * size,
    );
  });
};

/** Bands from top to bottom: elements that cross the gutter, and elements between them. */
const cutAcross = <T>(
  atoms: readonly Atom<T>[],
  gutter: Gutter,
): { isCrossing: boolean; atoms: Atom<T>[] }[] => {
  const bands: { isCrossing: boolean; atoms: Atom<T>[] }[] = [];
  for (const atom of [...atoms].sort((a, b) => a.y0 + a.y1 - b.y0 - b.y1)) {
    const isCrossing = gutter.crossing.has(atom);
    const band = bands.at(-1);
    if (band && band.isCrossing === isCrossing) band.atoms.push(atom);
    else bands.push({ isCrossing, atoms: [atom] });
  }
  // A single line beside crossing elements (a page number, the number of a heading) is not a band of columns.
  const merged: typeof bands = [];
  for (const band of bands) {
    const before = merged.at(-1);
    const isThin = !band.isCrossing && !hasBothSides(band.atoms, gutter.x);
    const isCrossing = band.isCrossing || isThin;
    if (before && before.isCrossing && isCrossing) before.atoms.push(...band.atoms);
    else merged.push({ isCrossing, atoms: band.atoms });
  }
  return merged.length === 1 && merged[0]?.isCrossing
    ? [{ isCrossing: false, atoms: merged[0].atoms }]
    : merged;
};

const hasBothSides = (atoms: readonly Atom[], x: number): boolean => {
  const left = atoms.filter((atom) => (atom.x0 + atom.x1) / 2 < x);
  return left.length > 0 && left.length < atoms.length;
};

/**
 * The best gutter: a vertical strip that few elements cross, with text columns on both sides. A column has several lines and is
 * as wide as a few words; numbers or list markers are not a column.
 */
const findGutter = (atoms: readonly Atom[]): Gutter | null => {
  const page = unionOf(atoms);
  const lines = atoms.filter((atom) => atom.kind === 'line');
  if (lines.length < 4) return null;
  const size = medianOf(lines.map((atom) => atom.line.size));
  const candidates = gapsBetween(atoms, page, size);
  let best: Gutter | null = null;
  let bestScore = 0;
  for (const gap of candidates) {
    const x = (gap.from + gap.to) / 2;
    const crossing = new Set(atoms.filter((atom) => atom.x0 < gap.from - 0.1 && atom.x1 > gap.to + 0.1));
    const left = lines.filter((atom) => !crossing.has(atom) && (atom.x0 + atom.x1) / 2 < x);
    const right = lines.filter((atom) => !crossing.has(atom) && (atom.x0 + atom.x1) / 2 >= x);
    if (sharesRows(crossing, [...left, ...right])) continue;
    const support = columnSupport(left, right, size, page);
    if (support === 0) continue;
    const score = support * (1 + Math.min(2, (gap.to - gap.from) / size) * 0.1) - crossing.size * 0.25;
    if (score > bestScore) {
      bestScore = score;
      best = { x, crossing };
    }
  }
  return best;
};

/** Whether many lines are beside elements that cross the gutter: then they are not columns. */
const sharesRows = (crossing: ReadonlySet<Atom>, beside: readonly Atom[]): boolean => {
  let shared = 0;
  for (const atom of crossing) {
    if (
      beside.some((other) => verticalOverlapOf(atom, other) > 0.5 * Math.min(heightOf(atom), heightOf(other)))
    )
      shared += 1;
  }
  return shared > 0.1 * beside.length;
};

type Gap = { from: number; to: number };

/** Vertical strips between atoms that are wide enough for a gutter and that at most half of the rows cross. */
const gapsBetween = (atoms: readonly Atom[], page: Box, size: number): Gap[] => {
  const least = Math.max(6, 0.7 * size);
  const starts = [...new Set(atoms.map((atom) => Math.round(atom.x0)))].sort((a, b) => a - b);
  const total = atoms.reduce((sum, atom) => sum + Math.min(heightOf(atom), 3 * size), 0);
  const gaps: Gap[] = [];
  for (const to of starts) {
    if (to <= page.x0 + 3 * size || to >= page.x1 - 3 * size) continue;
    let over = 0;
    let from = page.x0;
    for (const atom of atoms) {
      if (atom.x0 >= to - 1) continue;
      if (atom.x1 > to - least) over += Math.min(heightOf(atom), 3 * size);
      else from = Math.max(from, atom.x1);
    }
    if (over <= 0.6 * total && to - from >= least) gaps.push({ from: Math.min(from, to - least), to });
  }
  return gaps;
};

/** Number of lines that support two columns; 0 if the sides do not look like columns. */
const columnSupport = (
  left: readonly Extract<Atom, { kind: 'line' }>[],
  right: readonly Extract<Atom, { kind: 'line' }>[],
  size: number,
  page: Box,
): number => {
  if (left.length < 2 || right.length < 2) return 0;
  const leftBox = unionOf(left);
  const rightBox = unionOf(right);
  const shared = verticalOverlapOf(leftBox, rightBox);
  if (shared < 1.5 * size) return 0;
  const least = Math.max(5 * size, 0.1 * widthOf(page));
  // Weighted by letters, so that small parts of formulas don't count as much as text.
  const typicalWidth = (side: typeof left): number => {
    const byWidth = [...side].sort((a, b) => widthOf(a) - widthOf(b));
    const total = byWidth.reduce((sum, atom) => sum + lettersOf(atom.line), 0);
    let letters = 0;
    for (const atom of byWidth) {
      letters += lettersOf(atom.line);
      if (letters > 0.6 * total) return widthOf(atom);
    }
    return 0;
  };
  if (typicalWidth(left) < least || typicalWidth(right) < least) return 0;
  // A few lines that are all side by side are rows of a table, unless they fill their columns as text does.
  const beside = left.filter((a) =>
    right.some((b) => Math.abs(a.line.baseline - b.line.baseline) < 0.3 * size),
  ).length;
  const fill = (side: typeof left, box: Box): number =>
    medianOf(side.map((atom) => widthOf(atom) / widthOf(box)));
  const isText = fill(left, leftBox) > 0.75 && fill(right, rightBox) > 0.75;
  if (Math.min(left.length, right.length) < 4 && beside === Math.min(left.length, right.length) && !isText)
    return 0;
  const inShared = (side: typeof left, other: Box): number =>
    side.filter((atom) => verticalOverlapOf(atom, other) > 0).length;
  return Math.min(inShared(left, rightBox), inShared(right, leftBox));
};

/** Merges consecutive regions of the same column, so that paragraphs continue. */
const mergeSingleColumn = <T>(regions: readonly Region<T>[]): Region<T>[] => {
  const merged: Region<T>[] = [];
  for (const region of regions) {
    const before = merged.at(-1);
    const overlap = before ? horizontalOverlapOf(before.box, region.box) : 0;
    if (
      before &&
      before.box.y1 <= region.box.y0 + 2 &&
      overlap > 0.9 * Math.max(widthOf(before.box), widthOf(region.box))
    ) {
      before.atoms.push(...region.atoms);
      before.box = unionOf([before.box, region.box]);
    } else merged.push({ box: region.box, atoms: [...region.atoms] });
  }
  return merged;
};
