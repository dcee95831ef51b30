import type { Box } from '../layout/geometry/box.js';

/** A transformation matrix of PDF (ISO 32000-1, 8.3.3). */
export type Matrix = [number, number, number, number, number, number];
export type Point = [x: number, y: number];
export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

export const multiply = (a: Matrix, b: readonly number[]): Matrix => {
  const [b0 = 1, b1 = 0, b2 = 0, b3 = 1, b4 = 0, b5 = 0] = b;
  return [
    a[0] * b0 + a[2] * b1,
    a[1] * b0 + a[3] * b1,
    a[0] * b2 + a[2] * b3,
    a[1] * b2 + a[3] * b3,
    a[0] * b4 + a[2] * b5 + a[4],
    a[1] * b4 + a[3] * b5 + a[5],
  ];
};

/** The value if it is a finite number, else 0. */
export const asNumber = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : 0;
export const isMatrix = (value: unknown): value is ArrayLike<number> & object =>
  typeof value === 'object' &&
  value !== null &&
  'length' in value &&
  (value as ArrayLike<unknown>).length === 6;
export const toMatrix = (value: unknown): Matrix => {
  if (!isMatrix(value)) return IDENTITY;
  return [0, 1, 2, 3, 4, 5].map((index) => asNumber(value[index])) as Matrix;
};

export const pointIn = (matrix: Matrix, x: number, y: number): Point => [
  matrix[0] * x + matrix[2] * y + matrix[4],
  matrix[1] * x + matrix[3] * y + matrix[5],
];

/** The axis-aligned box around a transformed box. */
export const boxIn = (matrix: Matrix, { x0, y0, x1, y1 }: Box): Box => {
  const corners = [
    pointIn(matrix, x0, y0),
    pointIn(matrix, x1, y0),
    pointIn(matrix, x0, y1),
    pointIn(matrix, x1, y1),
  ];
  const xs = corners.map((corner) => corner[0]);
  const ys = corners.map((corner) => corner[1]);
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
};
