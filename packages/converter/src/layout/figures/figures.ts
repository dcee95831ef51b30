import type { Box } from '../geometry/box.js';
import {
  areaOf,
  centreIsInside,
  clusterBoxes,
  heightOf,
  horizontalOverlapOf,
  isNear,
  overlapOf,
  unionOf,
  widthOf,
} from '../geometry/box.js';
import { captionKindOf } from './caption.js';
import type { PageDrawing } from './page-drawing.js';
import type { TextLine } from '../lines/text-line.js';
import { lettersOf } from '../lines/text-line.js';

const MIN_SIDE = 22;
const MAX_FIGURES = 24;
const BACKGROUND = 0.85;
/** Largest share of a drawing that its labels may cover. */
const MAX_TEXT = 0.55;
/** Letters that a figure of a scan may contain: an area with more text is better read than shown. */
const MAX_LETTERS = 160;

const textShareOf = (box: Box, lines: readonly TextLine[]): number =>
  lines.reduce((sum, line) => sum + overlapOf(line, box), 0) / Math.max(1, areaOf(box));

/**
 * Images of a page. Strips and tiles that touch are one image. An image behind most of the page is a background, one behind
 * text a decoration; neither is returned.
 */
export const findImages = (page: PageDrawing, lines: readonly TextLine[]): Box[] => {
  const area = page.width * page.height;
  return clusterBoxes(
    page.images.filter((box) => areaOf(box) < BACKGROUND * area),
    3,
  )
    .map(({ box }) => box)
    .filter((box) => Math.min(widthOf(box), heightOf(box)) >= MIN_SIDE && areaOf(box) < BACKGROUND * area)
    .filter((box) => textShareOf(box, lines) < 0.35 && !holdsProse(box, lines) && !isWordy(box, page, lines))
    .slice(0, MAX_FIGURES)
    .map((box) => finish(box, page, lines));
};

/**
 * Drawings: groups of shapes, bars and strokes with the few words that label them. Frames around text are not drawings, and
 * neither is what `taken` covers (tables, images).
 */
export const findDrawings = (page: PageDrawing, lines: readonly TextLine[], taken: readonly Box[]): Box[] => {
  const area = page.width * page.height;
  const isFree = (box: Box): boolean =>
    areaOf(box) < 0.2 * area &&
    taken.every((other) => overlapOf(box, other) < 0.5 * Math.max(1, areaOf(box)) && !isInside(box, other));
  const strokes = [
    ...page.shapes.map((box) => ({ ...box, weight: 2 })),
    ...page.panels.map((box) => ({ ...box, weight: 1 })),
    ...(page.isScan ? [] : page.rules).map((box) => ({ ...box, weight: 1 })),
  ].filter(isFree);
  return clusterBoxes(strokes, 10)
    .filter(({ members }) => members.reduce((sum, member) => sum + member.weight, 0) >= 6)
    .filter(({ members }) => isTwoDimensional(members))
    .map(({ box }) => (page.isScan ? withAxes(box, page.rules) : box))
    .filter(
      (box) =>
        Math.min(widthOf(box), heightOf(box)) >= 36 && areaOf(box) > 0.008 * area && areaOf(box) < 0.8 * area,
    )
    .filter(
      (box) =>
        textShareOf(box, lines.filter(isLong)) < 0.12 &&
        textShareOf(box, lines) < MAX_TEXT &&
        !holdsProse(box, lines) &&
        !isWordy(box, page, lines),
    )
    .slice(0, MAX_FIGURES)
    .map((box) => finish(box, page, lines));
};

/** Adds axes and frames: rules next to a drawing that are not much longer than it. */
const withAxes = (box: Box, rules: readonly Box[]): Box =>
  unionOf([
    box,
    ...rules.filter(
      (rule) =>
        isNear(rule, box, 12) && widthOf(rule) < 1.25 * widthOf(box) && heightOf(rule) < 1.25 * heightOf(box),
    ),
  ]);

const isWordy = (box: Box, page: PageDrawing, lines: readonly TextLine[]): boolean =>
  page.isScan === true &&
  lines.filter((line) => centreIsInside(line, box)).reduce((sum, line) => sum + lettersOf(line), 0) >
    MAX_LETTERS;

const MIN_PROSE = 4;

/** Whether an area holds lines of a paragraph: then it is a background. Labels are short and do not continue in the next line. */
const holdsProse = (box: Box, lines: readonly TextLine[]): boolean => {
  const long = lines
    .filter((line) => line.words.length >= 6 && centreIsInside(line, box))
    .sort((a, b) => a.baseline - b.baseline);
  const goesOn = (line: TextLine, next: TextLine | undefined): boolean =>
    next !== undefined &&
    next.baseline - line.baseline < 1.6 * line.size &&
    Math.abs(next.x0 - line.x0) < line.size &&
    Math.abs(next.size - line.size) < 0.1 * line.size;
  return long.filter((line, i) => goesOn(line, long[i + 1])).length >= MIN_PROSE;
};

/**
 * Framed or coloured boxes right above the caption of a figure: diagrams made of words, which make no sense as text. Code
 * listings are left out.
 */
export const findCaptionedFrames = (
  page: PageDrawing,
  lines: readonly TextLine[],
  taken: readonly Box[],
): Box[] => {
  const captions = lines.filter(
    (line) => captionKindOf(line.words.map((word) => word.text).join(' ')) === 'figure',
  );
  if (captions.length === 0) return [];
  const area = page.width * page.height;
  return clusterBoxes(
    page.panels.filter((box) => areaOf(box) < 0.6 * area),
    3,
  )
    .map(({ box }) => box)
    .filter((box) => widthOf(box) > 0.2 * page.width && heightOf(box) > 36 && areaOf(box) < 0.7 * area)
    .filter((box) => !taken.some((other) => overlapOf(box, other) > 0))
    .filter((box) =>
      captions.some(
        (caption) =>
          // Some frames include their caption at the bottom.
          caption.y0 > box.y1 - 2.2 * caption.size &&
          caption.y0 - box.y1 < 1.5 * caption.size &&
          horizontalOverlapOf(caption, box) > 0.5 * Math.min(widthOf(caption), widthOf(box)),
      ),
    )
    .filter((box) => {
      const inside = lines.filter((line) => centreIsInside(line, box));
      const mono = inside.filter((line) => line.words.every((word) => word.style.mono)).length;
      return mono < 0.3 * Math.max(1, inside.length);
    });
};

const CAPTION_GAP = 30;
const PROSE_LETTERS = 40;

/**
 * Figures of a scan by their captions: the ink above the caption of a figure, up to the next line of running text. On a scan
 * nothing else shows which parts belong to one diagram.
 */
export const findCaptionedInk = (page: PageDrawing, lines: readonly TextLine[]): Box[] => {
  const ink = [...page.images, ...page.shapes, ...page.rules].filter(
    (box) => areaOf(box) < BACKGROUND * page.width * page.height,
  );
  return lines
    .filter((line) => captionKindOf(line.words.map((word) => word.text).join(' ')) === 'figure')
    .map((caption) => inkAbove(caption, ink, lines))
    .filter((box) => box !== null)
    .filter(
      (box) =>
        Math.min(widthOf(box), heightOf(box)) >= 36 &&
        areaOf(box) > 0.008 * page.width * page.height &&
        textShareOf(box, lines) < 0.35 &&
        !holdsProse(box, lines),
    );
};

const inkAbove = (caption: TextLine, ink: readonly Box[], lines: readonly TextLine[]): Box | null => {
  const over = lines.filter(
    (line) =>
      line !== caption &&
      line.y1 < caption.y0 + 0.3 * caption.size &&
      horizontalOverlapOf(line, caption) > 0 &&
      lettersOf(line) > PROSE_LETTERS,
  );
  const top = Math.max(0, ...over.map((line) => line.y1));
  const above = ink
    .filter(
      (box) =>
        box.y0 >= top - 2 &&
        box.y1 < caption.y0 + 0.3 * caption.size &&
        horizontalOverlapOf(box, caption) > 0,
    )
    .sort((a, b) => b.y1 - a.y1);
  let figure: Box | null = null;
  for (const box of above) {
    if ((figure?.y0 ?? caption.y0) - box.y1 > CAPTION_GAP) break;
    figure = figure ? unionOf([figure, box]) : { x0: box.x0, y0: box.y0, x1: box.x1, y1: box.y1 };
  }
  return figure;
};

/** Merges figures that overlap after their labels are added. */
export const mergeFigures = (figures: readonly Box[]): Box[] =>
  clusterBoxes(figures, 2).map(({ box }) => box);

const isInside = (inner: Box, outer: Box): boolean =>
  inner.x0 >= outer.x0 - 2 &&
  inner.x1 <= outer.x1 + 2 &&
  inner.y0 >= outer.y0 - 2 &&
  inner.y1 <= outer.y1 + 2;

const isLong = (line: TextLine): boolean => line.words.length > 7;

/** Whether strokes run in both directions: those of one direction are rules between lines, or underlines. */
const isTwoDimensional = (members: readonly Box[]): boolean => {
  const flat = members.filter((box) => heightOf(box) <= 2.5).length;
  const upright = members.filter((box) => widthOf(box) <= 2.5).length;
  return flat < members.length && upright < members.length;
};

/** Adds the short labels at the edge of a figure, and a small margin. */
const finish = (figure: Box, page: PageDrawing, lines: readonly TextLine[]): Box => {
  const labels = lines.filter((line) => {
    const isOnEdge = !page.isScan && overlapOf(line, figure) > 0.3 * areaOf(line) && line.words.length <= 6;
    const isAtEdge = lettersOf(line) <= 6 && isNear(line, figure, 0.7 * line.size);
    return isOnEdge || isAtEdge;
  });
  const box = unionOf([figure, ...labels]);
  return {
    x0: Math.max(0, box.x0 - 2),
    y0: Math.max(0, box.y0 - 2),
    x1: Math.min(page.width, box.x1 + 2),
    y1: Math.min(page.height, box.y1 + 2),
  };
};
