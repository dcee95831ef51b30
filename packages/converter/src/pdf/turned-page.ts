import type { Box } from '../layout/geometry/box.js';
import type { TextLine } from '../layout/lines/text-line.js';

/** Quarter turns, clockwise in degrees, that make text upright which the page shows lying. */
export type Turn = 0 | 90 | 270;
type Size = { width: number; height: number };

const LEAST_LETTERS = 40;

/** Whether nearly all text of a page lies: a landscape page that was bound upright. The few letters that stand are its running feet. */
export const isTurnedPage = (upright: number, turned: number): boolean =>
  turned > LEAST_LETTERS && turned > 3 * upright;

/** A box of the turned page, back on the page as it is shown. @param shown size of the page as shown */
export const turnBack = (box: Box, turn: Turn, shown: Size): Box => {
  if (turn === 90) return { x0: box.y0, x1: box.y1, y0: shown.height - box.x1, y1: shown.height - box.x0 };
  if (turn === 270) return { x0: shown.width - box.y1, x1: shown.width - box.y0, y0: box.x0, y1: box.x1 };
  return box;
};

/**
 * A lying line on the page as it is shown: its boxes are where they are seen; lines that follow each other keep that order in
 * their baselines.
 */
export const lyingLine = (line: TextLine, turn: Turn, shown: Size): TextLine => ({
  ...line,
  ...turnBack(line, turn, shown),
  words: line.words.map((word) => ({
    ...word,
    ...turnBack(word, turn, shown),
    baseline: line.baseline,
  })),
});
