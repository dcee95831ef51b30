import type { Box } from '../geometry/box.js';
import { unionOf } from '../geometry/box.js';
import type { Gutter } from './column-gutters.js';
import { isOverGutter } from './column-gutters.js';
import type { Piece } from './piece.js';

/** The pieces of a row without a column-wide gap. `raised`: pieces above (1) or below (-1) the baseline. */
export type Segment = Box & {
  pieces: Piece[];
  baseline: number;
  size: number;
  raised: Map<Piece, -1 | 1>;
};

/** Gap, in ems, past which two neighbours on a line belong to different columns or cells. */
export const SEGMENT_GAP = 1.35;

/** Splits rows at gaps as wide as those between columns, and at gutters. */
export const splitRows = (rows: readonly Piece[][], gutters: readonly Gutter[]): Segment[] => {
  const segments: Segment[] = [];
  for (const row of rows) {
    const sorted = [...row].sort((a, b) => a.x0 - b.x0 || a.x1 - b.x1);
    let current: Piece[] = [];
    let right = -Infinity;
    let size = 0;
    for (const piece of sorted) {
      const isSpace = piece.text === ' ';
      const limit = SEGMENT_GAP * Math.max(piece.size, size);
      const isOver =
        gutters.length > 0 && isOverGutter({ ...piece, x0: -Infinity, x1: right }, piece, gutters);
      if (!isSpace && current.length > 0 && (isOver || piece.x0 - right > limit)) {
        pushSegment(segments, current);
        current = [];
      }
      if (isSpace && current.length === 0) continue;
      current.push(piece);
      if (!isSpace) {
        right = current.length === 1 ? piece.x1 : Math.max(right, piece.x1);
        size = piece.size;
      }
    }
    pushSegment(segments, current);
  }
  return segments;
};

/** Adds a segment without the spaces at its end. */
const pushSegment = (segments: Segment[], pieces: Piece[]): void => {
  let end = pieces.length;
  while (end > 0 && pieces[end - 1]?.text === ' ') end -= 1;
  if (end > 0) segments.push(toSegment(pieces.slice(0, end)));
};

const toSegment = (pieces: Piece[]): Segment => {
  const solid = pieces.filter((piece) => piece.text !== ' ');
  const size = smallCapsSize(solid) ?? dominant(solid, (piece) => piece.size);
  return {
    ...unionOf(solid),
    pieces,
    baseline: dominant(solid, (piece) => piece.baseline),
    size,
    raised: new Map(),
  };
};

/** The font size of small capitals (capitals in two sizes): the larger one. */
const smallCapsSize = (pieces: readonly Piece[]): number | undefined => {
  const letters = pieces.filter((piece) => /\p{L}/u.test(piece.text));
  if (letters.length < 4 || letters.some((piece) => !/^\p{Lu}$/u.test(piece.text))) return undefined;
  const sizes = letters.map((piece) => Math.round(piece.size * 10) / 10);
  const most = Math.max(...sizes);
  const isMixed = sizes.some((size) => size > 0.65 * most && size < 0.9 * most);
  return isMixed && sizes.filter((size) => size === most).length > 1 ? most : undefined;
};

/** The commonest value among the letters, rounded so that single odd glyphs don't count. */
const dominant = (pieces: readonly Piece[], valueOf: (piece: Piece) => number): number => {
  const counts = new Map<number, number>();
  let best = 0;
  let bestCount = -1;
  for (const piece of pieces) {
    const value = Math.round(valueOf(piece) * 10) / 10;
    const count = (counts.get(value) ?? 0) + 1;
    counts.set(value, count);
    if (count > bestCount) {
      best = value;
      bestCount = count;
    }
  }
  return best;
};
