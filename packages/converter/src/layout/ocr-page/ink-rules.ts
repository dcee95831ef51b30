import type { Box } from '../geometry/box.js';
import { heightOf, horizontalOverlapOf, unionOf, verticalOverlapOf, widthOf } from '../geometry/box.js';
import type { Ink } from './ink.js';
import { scaleBox, transposed } from './ink.js';

/** Points: longer than strokes of letters in running text, shorter than the side of a table cell. */
const MIN_RULE = 22;
/** Points. */
const MAX_RULE_WIDTH = 3.2;
/** Largest distance, in points, between pieces of a rule that the scan broke. */
const RULE_GAP = 4;
/** More strokes than any table has: the texture of a picture. */
const MAX_RULES = 1000;
/** Slope of a rule: paper is never exactly square to the scanner. */
const MAX_LEAN = 0.02;

/** A stroke and its number of pixels. */
type Stroke = Box & { area: number };

/** The rules of a page, horizontal and vertical, in points. @param unit points per pixel */
export const rulesOf = (ink: Ink, unit: number): Box[] => [
  ...horizontalRules(ink, unit),
  ...horizontalRules(transposed(ink), unit).map(exchangeAxes),
];

const exchangeAxes = ({ x0, y0, x1, y1 }: Box): Box => ({ x0: y0, y0: x0, x1: y1, y1: x1 });

/** Long horizontal strokes that are thin and have no ink beside them. */
const horizontalRules = (ink: Ink, unit: number): Box[] => {
  const maxWidth = Math.max(2, MAX_RULE_WIDTH / unit);
  const isThin = (stroke: Stroke): boolean =>
    stroke.area <= maxWidth * widthOf(stroke) && heightOf(stroke) <= maxWidth + MAX_LEAN * widthOf(stroke);
  const rules = strokesOf(ink, MIN_RULE / unit).filter((stroke) => isThin(stroke) && isFree(stroke, ink));
  if (rules.length > MAX_RULES) return [];
  return joinPieces(rules, RULE_GAP / unit).map((rule) => scaleBox(rule, unit));
};

/** Long horizontal runs of ink; runs that touch in neighbouring rows are one stroke. */
const strokesOf = (ink: Ink, minLength: number): Stroke[] => {
  const found: Stroke[] = [];
  let open: Stroke[] = [];
  for (let y = 0; y < ink.height; y += 1) {
    const next: Stroke[] = [];
    for (const run of runsOf(ink, y, minLength)) {
      for (const known of [open, next]) {
        for (let i = known.length - 1; i >= 0; i -= 1) {
          const other = known[i];
          if (!other || horizontalOverlapOf(run, other) < -2) continue;
          Object.assign(run, unionOf([run, other]), { area: run.area + other.area });
          known.splice(i, 1);
        }
      }
      next.push(run);
    }
    found.push(...open);
    open = next;
  }
  return [...found, ...open];
};

/** Runs of ink in one row. Breaks of one or two pixels are faults of the scan. */
const runsOf = ({ width, dark }: Ink, y: number, minLength: number): Stroke[] => {
  const runs: Stroke[] = [];
  const start = y * width;
  let from = -1;
  let last = -1;
  const close = (): void => {
    if (from >= 0 && last + 1 - from >= minLength)
      runs.push({ x0: from, y0: y, x1: last + 1, y1: y + 1, area: last + 1 - from });
  };
  for (let x = dark.indexOf(1, start) - start; x >= 0 && x < width; x += 1) {
    if (dark[start + x] !== 1) continue;
    if (from < 0 || x - last > 3) {
      close();
      from = x;
    }
    last = x;
  }
  close();
  return runs;
};

const MAX_BESIDE = 0.3;

/** Whether there is little ink above and below a stroke. */
const isFree = (run: Box, { width, height, dark }: Ink): boolean =>
  [run.y0 - 2, run.y1 + 1].every((y) => {
    if (y < 0 || y >= height) return false;
    let beside = 0;
    for (let x = run.x0; x < run.x1; x += 1) beside += dark[y * width + x] ?? 0;
    return beside <= MAX_BESIDE * widthOf(run);
  });

/** Joins the pieces of rules that the scan broke. */
const joinPieces = (pieces: readonly Box[], gap: number): Box[] => {
  const rules: Box[] = [];
  for (const piece of [...pieces].sort((a, b) => a.x0 - b.x0)) {
    const before = rules.find(
      (rule) => piece.x0 - rule.x1 < gap && piece.x0 > rule.x0 && verticalOverlapOf(piece, rule) >= -1,
    );
    if (before) Object.assign(before, unionOf([before, piece]));
    else rules.push({ ...piece });
  }
  return rules;
};
