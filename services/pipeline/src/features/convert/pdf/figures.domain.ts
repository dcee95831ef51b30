import type { Box } from '../common/box.domain.js';
import { areaOf, clusterBoxes, heightOf, isNear, overlapOf, unionOf, widthOf } from '../common/box.domain.js';
import type { TextLine } from '../common/text-line.js';
import type { PageGraphics } from './page-graphics.domain.js';

const LEAST_SIDE = 22;
const MOST_FIGURES = 24;

/** How much of the page its images cover, 0 to 1: near 1 for a scan. */
export const imageCoverOf = (graphics: PageGraphics): number => {
  const page = graphics.width * graphics.height;
  const clusters = clusterBoxes(graphics.images, 1.5);
  return Math.min(
    1,
    clusters.reduce((sum, { box, members }) => sum + Math.min(areaOf(box), sumOf(members)), 0) / page,
  );
};

const sumOf = (boxes: readonly Box[]): number => boxes.reduce((sum, box) => sum + areaOf(box), 0);

/**
 * The areas of a page that are pictures: images (strips and tiles that touch are one) and drawings (curves near each other).
 * A picture behind most of the page is its background, and a frame around text is no drawing.
 */
export const findFigures = (graphics: PageGraphics, lines: readonly TextLine[]): Box[] => {
  const page = graphics.width * graphics.height;
  const textArea = lines.map((line) => ({ ...line, area: areaOf(line) }));
  const textShare = (box: Box): number =>
    textArea.reduce((sum, line) => sum + Math.min(line.area, overlapOf(line, box)), 0) /
    Math.max(1, areaOf(box));

  const images = clusterBoxes(
    graphics.images.filter((box) => areaOf(box) < 0.85 * page),
    3,
  )
    .map(({ box }) => box)
    .filter((box) => Math.min(widthOf(box), heightOf(box)) >= LEAST_SIDE && areaOf(box) < 0.85 * page)
    .filter((box) => textShare(box) < 0.35);

  const drawings = clusterBoxes(
    graphics.shapes.filter((box) => areaOf(box) < 0.6 * page),
    8,
  )
    .filter(({ members }) => members.length >= 3)
    .map(({ box }) => withNeighbours(box, graphics))
    .filter(
      (box) =>
        Math.min(widthOf(box), heightOf(box)) >= 36 && areaOf(box) > 0.008 * page && areaOf(box) < 0.8 * page,
    )
    .filter((box) => textShare(box) < 0.3);

  return clusterBoxes([...images, ...drawings], 2)
    .map(({ box }) => withLabels(box, lines))
    .map((box) => clamp(box, graphics))
    .sort((a, b) => areaOf(b) - areaOf(a))
    .slice(0, MOST_FIGURES);
};

/** Axes, arrows and boxes that belong to a drawing: straight strokes and panels that overlap it. */
const withNeighbours = (drawing: Box, graphics: PageGraphics): Box => {
  let box = drawing;
  const page = graphics.width * graphics.height;
  for (let round = 0; round < 3; round += 1) {
    const grown = { x0: box.x0 - 4, y0: box.y0 - 4, x1: box.x1 + 4, y1: box.y1 + 4 };
    const touching = [...graphics.rules, ...graphics.panels].filter(
      (other) =>
        areaOf(other) < 0.4 * page &&
        widthOf(other) < 2 * widthOf(drawing) + 40 &&
        heightOf(other) < 2 * heightOf(drawing) + 40 &&
        other.x0 <= grown.x1 &&
        other.x1 >= grown.x0 &&
        other.y0 <= grown.y1 &&
        other.y1 >= grown.y0,
    );
    const next = unionOf([box, ...touching]);
    if (areaOf(next) - areaOf(box) < 1) break;
    box = next;
  }
  return box;
};

/** Short pieces of text that overlap a picture's edge are its labels. */
const withLabels = (figure: Box, lines: readonly TextLine[]): Box => {
  const letters = (line: TextLine): number => line.words.reduce((sum, word) => sum + word.text.length, 0);
  const labels = lines.filter((line) => {
    const isOnEdge = overlapOf(line, figure) > 0.3 * areaOf(line) && line.words.length <= 6;
    const isAtEdge = letters(line) <= 6 && isNear(line, figure, 0.7 * line.size);
    return isOnEdge || isAtEdge;
  });
  return unionOf([figure, ...labels]);
};

const clamp = (box: Box, graphics: PageGraphics): Box => ({
  x0: Math.max(0, box.x0 - 2),
  y0: Math.max(0, box.y0 - 2),
  x1: Math.min(graphics.width, box.x1 + 2),
  y1: Math.min(graphics.height, box.y1 + 2),
});
