import type { Box } from '../geometry/box.js';
import { heightOf, horizontalOverlapOf, unionOf, verticalOverlapOf, widthOf } from '../geometry/box.js';

/** A straight stroke of the page, or the edge of a coloured cell. */
export type TableRule = Box & { horizontal: boolean };

/** Largest distance, in points, between rules at the same place. */
export const SNAP = 3;

/** Groups of rules that touch or cross, directly or through others. */
export const connectedRules = (rules: readonly TableRule[]): TableRule[][] => {
  const usable = rules
    .filter((rule) => (rule.horizontal ? widthOf(rule) : heightOf(rule)) > 4)
    .slice(0, 3000);
  const sorted = [...usable].sort((a, b) => a.y0 - b.y0);
  const parent = sorted.map((_, i) => i);
  const find = (i: number): number => {
    let root = i;
    while (parent[root] !== root) root = parent[root] ?? root;
    let at = i;
    while (parent[at] !== root) {
      const next = parent[at] ?? root;
      parent[at] = root;
      at = next;
    }
    return root;
  };
  for (let i = 0; i < sorted.length; i += 1) {
    for (let j = i + 1; j < sorted.length; j += 1) {
      const a = sorted[i];
      const b = sorted[j];
      if (!a || !b) continue;
      if (b.y0 > a.y1 + SNAP) break;
      if (horizontalOverlapOf(a, b) >= -SNAP && verticalOverlapOf(a, b) >= -SNAP) parent[find(i)] = find(j);
    }
  }
  const groups = new Map<number, TableRule[]>();
  for (const [index, rule] of sorted.entries()) {
    const root = find(index);
    groups.set(root, [...(groups.get(root) ?? []), rule]);
  }
  return [...groups.values()].filter((group) => group.length >= 4);
};

/** The groups that do not lie inside another one: a highlight or a box in a cell is not a table. */
export const outermostGroups = (groups: readonly TableRule[][]): TableRule[][] => {
  const boxed = groups.map((rules) => ({ rules, box: unionOf(rules) }));
  return boxed
    .filter(
      ({ box }, i) =>
        !boxed.some(
          ({ box: other, rules }, j) =>
            j !== i &&
            rules.length > 6 &&
            other.x0 <= box.x0 + 1 &&
            other.x1 >= box.x1 - 1 &&
            other.y0 <= box.y0 + 1 &&
            other.y1 >= box.y1 - 1 &&
            heightOf(other) * widthOf(other) > 1.5 * heightOf(box) * widthOf(box),
        ),
    )
    .map(({ rules }) => rules);
};

/** Adds a horizontal rule where the pieces of all vertical rules meet: typesetters draw those row by row, and a row ends there. */
export const withRowEnds = (rules: readonly TableRule[]): TableRule[] => {
  const box = unionOf(rules);
  const byPlace = new Map<number, TableRule[]>();
  for (const rule of rules) {
    const x = Math.round((rule.x0 + rule.x1) / 2);
    if (!rule.horizontal) byPlace.set(x, [...(byPlace.get(x) ?? []), rule]);
  }
  const meetings = [...byPlace.values()].map((pieces) => {
    const sorted = [...pieces].sort((a, b) => a.y0 - b.y0);
    return sorted.flatMap((piece, i) => {
      const next = sorted[i + 1];
      return next && Math.abs(next.y0 - piece.y1) < 1.5 ? [piece.y1] : [];
    });
  });
  const [first = [], ...others] = meetings;
  const shared = first.filter((y) => others.every((ys) => ys.some((other) => Math.abs(other - y) < 1.5)));
  return [...rules, ...shared.map((y) => ({ x0: box.x0, x1: box.x1, y0: y, y1: y, horizontal: true }))];
};
