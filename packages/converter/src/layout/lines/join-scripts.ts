import { horizontalOverlapOf, unionOf } from '../geometry/box.js';
import type { Gutter } from './column-gutters.js';
import { isOverGutter } from './column-gutters.js';
import type { Segment } from './segment.js';
import { SEGMENT_GAP } from './segment.js';

/** Points. */
const MAX_SCRIPT_DISTANCE = 40;

/** Joins raised and lowered small segments (footnote marks, indices, ordinal letters) with the line they belong to. */
export const joinScripts = (segments: readonly Segment[], gutters: readonly Gutter[]): Segment[] => {
  const byTop = [...segments].sort((a, b) => a.baseline - b.baseline);
  const hosts = new Set(byTop);
  for (const [index, small] of byTop.entries()) {
    const best = hostOf(small, index, byTop, hosts, gutters);
    if (!best) continue;
    const mark = small.baseline < best.baseline - 0.1 * best.size ? 1 : -1;
    for (const piece of small.pieces) best.raised.set(piece, mark);
    for (const [piece, inner] of small.raised) best.raised.set(piece, inner);
    best.pieces.push(...small.pieces);
    Object.assign(best, unionOf([best, small]));
    hosts.delete(small);
  }
  return joinTouching(joinScraps([...hosts]), gutters);
};

/** The nearest line beside a small segment, from its baseline up and down, at the distance of a superscript or subscript. */
const hostOf = (
  small: Segment,
  index: number,
  byTop: readonly Segment[],
  hosts: ReadonlySet<Segment>,
  gutters: readonly Gutter[],
): Segment | undefined => {
  let best: Segment | undefined;
  let bestGap = Infinity;
  for (const direction of [-1, 1]) {
    for (let i = index + direction; i >= 0 && i < byTop.length; i += direction) {
      const host = byTop[i];
      if (!host || Math.abs(host.baseline - small.baseline) > MAX_SCRIPT_DISTANCE) break;
      if (host.size * 0.92 < small.size || !hosts.has(host)) continue;
      if (small.pieces.length > Math.max(4, host.pieces.length * 0.8)) continue;
      const shift = small.baseline - host.baseline;
      if (shift < -0.75 * host.size || shift > 0.4 * host.size) continue;
      const gap = -horizontalOverlapOf(small, host);
      if (gap < 0.35 * host.size && gap < bestGap && hasText(host) && !isOverGutter(small, host, gutters)) {
        best = host;
        bestGap = gap;
      }
    }
  }
  return best;
};

/**
 * Joins characters of a formula above or below a line (the limits of a sum) with the line that has a gap at their place. Others stay
 * alone.
 */
const joinScraps = (segments: Segment[]): Segment[] => {
  const scraps = segments.filter(isScrap);
  if (scraps.length === 0) return segments;
  const joined = new Set<Segment>();
  for (const scrap of scraps) {
    const hosts = segments
      .filter(
        (host) =>
          host !== scrap && !joined.has(host) && host.pieces.length > scrap.pieces.length && hasText(host),
      )
      .filter((host) => scrap.x0 > host.x0 - 0.3 * host.size && scrap.x1 < host.x1 + 0.6 * host.size)
      .filter((host) => Math.abs((scrap.y0 + scrap.y1) / 2 - (host.y0 + host.y1) / 2) < 1.35 * host.size)
      .filter((host) =>
        host.pieces.every(
          (piece) => piece.text === ' ' || horizontalOverlapOf(piece, scrap) < 0.35 * (scrap.x1 - scrap.x0),
        ),
      );
    const host = hosts.sort(
      (a, b) => Math.abs(a.baseline - scrap.baseline) - Math.abs(b.baseline - scrap.baseline),
    )[0];
    if (!host) continue;
    const shift = scrap.baseline - host.baseline;
    const mark = scrap.size < 0.9 * host.size ? (shift > 0 ? -1 : 1) : null;
    for (const piece of scrap.pieces) if (mark) host.raised.set(piece, mark);
    host.pieces.push(...scrap.pieces);
    Object.assign(host, { x0: Math.min(host.x0, scrap.x0), x1: Math.max(host.x1, scrap.x1) });
    joined.add(scrap);
  }
  return segments.filter((segment) => !joined.has(segment));
};

/** A few characters of a formula: mathematical letters, signs, digits. */
const isScrap = (segment: Segment): boolean =>
  segment.pieces.length <= 8 &&
  segment.pieces.every(
    (piece) =>
      piece.style.math || /[\p{Sm}\p{N}]/u.test(piece.text) || piece.text === ' ' || segment.size < 8,
  ) &&
  segment.pieces.some((piece) => piece.style.math || /\p{Sm}/u.test(piece.text));

const hasText = (segment: Segment): boolean =>
  segment.pieces.some((piece) => /[\p{L}\p{N}\p{Sm})\]”"]/u.test(piece.text));

/** Joins two halves of a line if a superscript or subscript fills the gap between them. */
const joinTouching = (segments: Segment[], gutters: readonly Gutter[]): Segment[] => {
  const sorted = segments.sort((a, b) => a.baseline - b.baseline || a.x0 - b.x0);
  const result: Segment[] = [];
  for (const segment of sorted) {
    const host = result
      .slice(-6)
      .find(
        (other) =>
          Math.abs(other.baseline - segment.baseline) < 0.16 * Math.min(other.size, segment.size) &&
          (other.raised.size > 0 || segment.raised.size > 0) &&
          !isOverGutter(other, segment, gutters) &&
          -horizontalOverlapOf(other, segment) < SEGMENT_GAP * Math.max(other.size, segment.size),
      );
    if (!host) {
      result.push(segment);
      continue;
    }
    host.pieces.push(...segment.pieces);
    for (const [piece, mark] of segment.raised) host.raised.set(piece, mark);
    Object.assign(host, unionOf([host, segment]));
  }
  return result;
};
