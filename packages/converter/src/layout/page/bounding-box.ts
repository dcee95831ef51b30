import type { BoundingBox } from '@hamkhan/contracts/content';
import type { Box } from '../geometry/box.js';

/** A box as the content model stores it: fractions of the page with four decimals. */
export const toBoundingBox = (box: Box, page: { width: number; height: number }): BoundingBox => {
  const part = (value: number, whole: number): number =>
    Math.round(Math.min(1, Math.max(0, value / Math.max(1, whole))) * 10_000) / 10_000;
  return [
    part(box.x0, page.width),
    part(box.y0, page.height),
    part(box.x1, page.width),
    part(box.y1, page.height),
  ];
};
