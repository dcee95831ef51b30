import type { Box } from '../layout/geometry/box.js';
import { pointIn } from './matrix.js';
import type { Matrix } from './matrix.js';

/** A straight horizontal or vertical stroke, or a filled rectangle thin enough to be one. */
export type Rule = Box & { horizontal: boolean };

/** What is drawn on a page beside its letters and pictures. */
export type Strokes = {
  rules: Rule[];
  /** Filled or stroked rectangles with both sides longer than a rule's width. */
  panels: Box[];
  /** Curves, slanted lines and other shapes. */
  shapes: Box[];
};

const RULE_THICKNESS = 2.5;

/** Sorts a painted path into rules, panels and shapes, one subpath at a time where its points are known. */
export const classifyPath = (
  page: Strokes & { width: number; height: number },
  whole: Box,
  values: Float32Array | null,
  matrix: Matrix,
): void => {
  const add = (box: Box, isStraight: boolean): void => {
    const w = box.x1 - box.x0;
    const h = box.y1 - box.y0;
    if (w <= RULE_THICKNESS && h <= RULE_THICKNESS) return;
    if (isStraight && h <= RULE_THICKNESS) page.rules.push({ ...box, horizontal: true });
    else if (isStraight && w <= RULE_THICKNESS) page.rules.push({ ...box, horizontal: false });
    else if (isStraight) page.panels.push(box);
    else page.shapes.push(box);
  };
  if (!values || values.length > 20_000) {
    add(whole, false);
    return;
  }
  let points: [number, number][] = [];
  let isStraight = true;
  const flush = (): void => {
    if (points.length >= 2) {
      const xs = points.map((p) => p[0]);
      const ys = points.map((p) => p[1]);
      const box = {
        x0: Math.max(0, Math.min(...xs)),
        y0: Math.max(0, Math.min(...ys)),
        x1: Math.min(page.width, Math.max(...xs)),
        y1: Math.min(page.height, Math.max(...ys)),
      };
      if (box.x1 >= box.x0 && box.y1 >= box.y0) {
        const isAxisAligned = points.every((p, i) => {
          const q = points[i - 1];
          return !q || Math.abs(p[0] - q[0]) < 0.6 || Math.abs(p[1] - q[1]) < 0.6;
        });
        add(box, isStraight && isAxisAligned);
      }
    }
    points = [];
    isStraight = true;
  };
  for (let i = 0; i < values.length;) {
    const op = values[i];
    i += 1;
    if (op === 0) {
      flush();
      points.push(pointIn(matrix, values[i] ?? 0, values[i + 1] ?? 0));
      i += 2;
    } else if (op === 1) {
      points.push(pointIn(matrix, values[i] ?? 0, values[i + 1] ?? 0));
      i += 2;
    } else if (op === 2) {
      isStraight = false;
      points.push(pointIn(matrix, values[i + 4] ?? 0, values[i + 5] ?? 0));
      i += 6;
    }
  }
  flush();
};
