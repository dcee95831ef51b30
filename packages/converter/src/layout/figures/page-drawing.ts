import type { Box } from '../geometry/box.js';
import { areaOf, clusterBoxes } from '../geometry/box.js';

/** The graphics of a page. */
export type PageDrawing = {
  width: number;
  height: number;
  images: readonly Box[];
  /** Straight thin strokes. */
  rules: readonly Box[];
  /** Filled or framed rectangles. */
  panels: readonly Box[];
  /** Curves and slanted lines. */
  shapes: readonly Box[];
  /** Detected on the image of a scanned page: rules belong to tables and forms only, and text near an image may be unrelated to it. */
  isScan?: boolean;
};

/** The share of the page that its images cover, 0 to 1: near 1 for a scan. */
export const imageCoverOf = (page: Pick<PageDrawing, 'width' | 'height' | 'images'>): number => {
  const covered = clusterBoxes(page.images, 1.5).reduce(
    (sum, { box, members }) =>
      sum +
      Math.min(
        areaOf(box),
        members.reduce((area, member) => area + areaOf(member), 0),
      ),
    0,
  );
  return Math.min(1, covered / Math.max(1, page.width * page.height));
};
