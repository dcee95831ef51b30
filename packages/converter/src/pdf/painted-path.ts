import type { Box } from '../layout/geometry/box.js';
import { pointIn } from './matrix.js';
import type { Matrix, Point } from './matrix.js';

/** A straight horizontal or vertical stroke, or a filled rectangle thin enough to be one. */
export type Rule = Box & { horizontal: boolean };

/** What a page draws besides text and images. */
export type Strokes = {
  rules: Rule[];
  /** Filled or stroked rectangles with both sides longer than a rule's width. */
  panels: Box[];
  /** Curves, slanted lines and other shapes. */
  shapes: Box[];
};

const RULE_THICKNESS = 2.5;

const MAX_PATH_VALUES = 20_000;
/** Points by which the ends of a straight segment may differ across its direction. */
const MAX_LEAN = 0.6;

type Page = Strokes & { width: number; height: number };
type Subpath = { points: Point[]; isStraight: boolean };

/**
 * Sorts a painted path into rules, panels and shapes, one subpath at a time if its points are known.
 *
 * @param whole the bounds of the path on the page
 * @param values operators and coordinates of the path, as pdf.js encodes them
 */
export const classifyPath = (page: Page, whole: Box, values: Float32Array | null, matrix: Matrix): void => {
  if (!values || values.length > MAX_PATH_VALUES) {
    addStroke(page, whole, false);
    return;
  }
  for (const { points, isStraight } of subpathsOf(values, matrix)) {
    const box = boundsOf(points, page);
    if (box) addStroke(page, box, isStraight && isAxisAligned(points));
  }
};

const addStroke = (page: Page, box: Box, isStraight: boolean): void => {
  const w = box.x1 - box.x0;
  const h = box.y1 - box.y0;
  if (w <= RULE_THICKNESS && h <= RULE_THICKNESS) return;
  if (isStraight && h <= RULE_THICKNESS) page.rules.push({ ...box, horizontal: true });
  else if (isStraight && w <= RULE_THICKNESS) page.rules.push({ ...box, horizontal: false });
  else if (isStraight) page.panels.push(box);
  else page.shapes.push(box);
};

/** Operators of a path in pdf.js; others close a subpath and have no coordinates. */
const MOVE_TO = 0;
const LINE_TO = 1;
const CURVE_TO = 2;

/** The subpaths with at least two points. */
const subpathsOf = (values: Float32Array, matrix: Matrix): Subpath[] => {
  const subpaths: Subpath[] = [];
  let current: Subpath = { points: [], isStraight: true };
  const pointAt = (index: number): Point => pointIn(matrix, values[index] ?? 0, values[index + 1] ?? 0);
  for (let i = 0; i < values.length;) {
    const operator = values[i];
    i += 1;
    if (operator === MOVE_TO) {
      subpaths.push(current);
      current = { points: [pointAt(i)], isStraight: true };
      i += 2;
    } else if (operator === LINE_TO) {
      current.points.push(pointAt(i));
      i += 2;
    } else if (operator === CURVE_TO) {
      current.isStraight = false;
      current.points.push(pointAt(i + 4));
      i += 6;
    }
  }
  subpaths.push(current);
  return subpaths.filter(({ points }) => points.length >= 2);
};

/** The bounds of points, clipped to the page; null if they are outside of it. */
const boundsOf = (points: readonly Point[], page: Page): Box | null => {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const box = {
    x0: Math.max(0, Math.min(...xs)),
    y0: Math.max(0, Math.min(...ys)),
    x1: Math.min(page.width, Math.max(...xs)),
    y1: Math.min(page.height, Math.max(...ys)),
  };
  return box.x1 >= box.x0 && box.y1 >= box.y0 ? box : null;
};

const isAxisAligned = (points: readonly Point[]): boolean =>
  points.every(([x, y], i) => {
    const before = points[i - 1];
    return !before || Math.abs(x - before[0]) < MAX_LEAN || Math.abs(y - before[1]) < MAX_LEAN;
  });
