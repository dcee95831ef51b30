/** A rectangle in points (or pixels of one image), origin at the top left. */
export type Box = { x0: number; y0: number; x1: number; y1: number };

export const widthOf = (box: Box): number => box.x1 - box.x0;
export const heightOf = (box: Box): number => box.y1 - box.y0;
export const areaOf = (box: Box): number => Math.max(0, widthOf(box)) * Math.max(0, heightOf(box));

export const unionOf = (boxes: readonly Box[]): Box => {
  const union = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (const box of boxes) {
    union.x0 = Math.min(union.x0, box.x0);
    union.y0 = Math.min(union.y0, box.y0);
    union.x1 = Math.max(union.x1, box.x1);
    union.y1 = Math.max(union.y1, box.y1);
  }
  return union;
};

/** The area two boxes share. */
export const overlapOf = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)) *
  Math.max(0, Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0));

/** The length of the vertical overlap of two boxes; negative if they are apart. */
export const verticalOverlapOf = (a: Box, b: Box): number => Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
export const horizontalOverlapOf = (a: Box, b: Box): number => Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);

export const centreIsInside = (inner: Box, outer: Box): boolean => {
  const x = (inner.x0 + inner.x1) / 2;
  const y = (inner.y0 + inner.y1) / 2;
  return x >= outer.x0 && x <= outer.x1 && y >= outer.y0 && y <= outer.y1;
};

/** Whether the boxes overlap if the first grows by `margin` on each side. */
export const isNear = (a: Box, b: Box, margin: number): boolean =>
  a.x0 - margin <= b.x1 && b.x0 <= a.x1 + margin && a.y0 - margin <= b.y1 && b.y0 <= a.y1 + margin;

/**
 * Merges boxes within `margin` of each other until none are left. Sweeps from the top, so that thousands of strips cost little
 * more than sorting them.
 */
export const clusterBoxes = <T extends Box>(
  boxes: readonly T[],
  margin: number,
): { box: Box; members: T[] }[] => {
  let clusters = boxes.map((box) => ({
    box: { x0: box.x0, y0: box.y0, x1: box.x1, y1: box.y1 },
    members: [box],
  }));
  for (let changed = true; changed;) {
    changed = false;
    clusters.sort((a, b) => a.box.y0 - b.box.y0);
    const open: typeof clusters = [];
    const done: typeof clusters = [];
    for (const cluster of clusters) {
      let current = cluster;
      for (let i = open.length - 1; i >= 0; i -= 1) {
        const other = open[i];
        if (!other) continue;
        if (other.box.y1 + margin < current.box.y0) {
          done.push(other);
          open.splice(i, 1);
        } else if (isNear(other.box, current.box, margin)) {
          current = {
            box: unionOf([other.box, current.box]),
            members: [...other.members, ...current.members],
          };
          open.splice(i, 1);
          changed = true;
        }
      }
      open.push(current);
    }
    clusters = [...done, ...open];
  }
  return clusters;
};

/** The middle value; 0 for no values. */
export const medianOf = (values: readonly number[]): number => {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
};
