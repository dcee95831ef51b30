import type { Box } from '../layout/geometry/box.js';
import type { TextLine } from '../layout/lines/text-line.js';

/** Degrees, clockwise, by which a page is rotated so that text that runs up or down becomes upright. */
export type Rotation = 0 | 90 | 270;
type Size = { width: number; height: number };

const MIN_LETTERS = 40;

/** Whether nearly all text of a page runs up or down: a landscape page in an upright book. The few upright letters are its running feet. */
export const isRotatedPage = (uprightLetters: number, rotatedLetters: number): boolean =>
  rotatedLetters > MIN_LETTERS && rotatedLetters > 3 * uprightLetters;

/** Maps a box of the rotated page to the page as it is shown. @param shown size of the page as shown */
export const rotateBack = (box: Box, rotation: Rotation, shown: Size): Box => {
  if (rotation === 90)
    return { x0: box.y0, x1: box.y1, y0: shown.height - box.x1, y1: shown.height - box.x0 };
  if (rotation === 270) return { x0: shown.width - box.y1, x1: shown.width - box.y0, y0: box.x0, y1: box.x1 };
  return box;
};

/**
 * Maps a line of the rotated page to the page as it is shown. The boxes are where they are seen; the baselines stay those of the rotated
 * page, so that consecutive lines keep their order.
 */
export const sidewaysLine = (line: TextLine, rotation: Rotation, shown: Size): TextLine => ({
  ...line,
  ...rotateBack(line, rotation, shown),
  words: line.words.map((word) => ({
    ...word,
    ...rotateBack(word, rotation, shown),
    baseline: line.baseline,
  })),
});
