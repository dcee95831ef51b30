import type { GreyImage } from '../../ocr/page-image.js';
import type { PageDrawing } from '../figures/page-drawing.js';
import type { Box } from '../geometry/box.js';
import { heightOf, horizontalOverlapOf, verticalOverlapOf, widthOf } from '../geometry/box.js';
import { inkOf, scaleBox } from './ink.js';
import type { Patch } from './ink-patches.js';
import { patchesOf } from './ink-patches.js';
import { rulesOf } from './ink-rules.js';

/** Points per pixel of the black-and-white copy. */
const PIXEL = 0.48;
/** Share of the sheet at each edge where nothing is printed. */
const EDGE = 0.02;
/** Share of the page height at top and bottom where logos and ornaments of the layout are. */
const MARGIN = 0.12;
/** A page with a larger share of ink is not ink on paper. */
const MAX_INK = 0.5;
/** Points: the long side of A4. */
const LONG_SIDE_OF_PAPER = 842;
const MIN_PICTURE = 30;
const MIN_SHAPE = 8;
/** Share of ink in the box of a picture; lines and letters have less. */
const MIN_FILL = 0.25;

type Size = { width: number; height: number };

/**
 * The graphics of a scanned page: rules (straight thin strokes), images (areas full of ink) and shapes (other ink, as in diagrams).
 * Recognised words are no images or shapes.
 *
 * @param image straightened: lines of text run along its rows
 * @param page its size in points
 * @param words boxes of the recognised words, in points
 */
export const drawingOfScan = (image: GreyImage, page: Size, words: readonly Box[]): PageDrawing => {
  // Some scans have page boxes larger than any paper: lengths are those of a sheet of A4.
  const paper = Math.max(1, Math.max(page.width, page.height) / LONG_SIDE_OF_PAPER);
  const sheet = { width: page.width / paper, height: page.height / paper };
  const scale = sheet.width / image.width;
  const factor = Math.max(1, Math.round(PIXEL / scale));
  const unit = scale * factor;
  const ink = inkOf(image, factor);
  const empty: PageDrawing = { ...page, images: [], rules: [], panels: [], shapes: [], isScan: true };
  if (ink.share > MAX_INK) return empty;

  const read = words.map((word) => scaleBox(word, 1 / paper));
  const rules = rulesOf(ink, unit).filter((rule) => !isAtEdge(rule, sheet) && !isInWords(rule, read));
  const patches = patchesOf(ink, unit, read, rules).filter(({ box }) => !isAtEdge(box, sheet));
  const images = patches.filter((patch) => isPicture(patch) && !isInMargin(patch.box, sheet));
  const shapes = patches.filter((patch) => !isPicture(patch) && longSideOf(patch.box) >= MIN_SHAPE);
  const onPage = (box: Box): Box => scaleBox(box, paper);
  return {
    ...empty,
    rules: rules.map(onPage),
    images: images.map(({ box }) => onPage(box)),
    shapes: shapes.map(({ box }) => onPage(box)),
  };
};

const isPicture = ({ box, fill }: Patch): boolean =>
  fill > MIN_FILL && Math.min(widthOf(box), heightOf(box)) >= MIN_PICTURE;

const longSideOf = (box: Box): number => Math.max(widthOf(box), heightOf(box));

/** Whether a box is at the very edge of the sheet: shadows of the spine and the end of the paper, nothing printed. */
const isAtEdge = (box: Box, { width, height }: Size): boolean =>
  box.x1 < EDGE * width ||
  box.x0 > (1 - EDGE) * width ||
  box.y1 < EDGE * height ||
  box.y0 > (1 - EDGE) * height;

const isInMargin = (box: Box, { height }: Size): boolean =>
  box.y1 < MARGIN * height || box.y0 > (1 - MARGIN) * height;

/** Whether a rule lies in words: letters that run together in the copy make strokes, too. */
const isInWords = (rule: Box, words: readonly Box[]): boolean => {
  const isHorizontal = widthOf(rule) >= heightOf(rule);
  const middle = (rule.y0 + rule.y1) / 2;
  let covered = 0;
  for (const word of words) {
    const across = horizontalOverlapOf(rule, word);
    const down = verticalOverlapOf(rule, word);
    if (across <= 0 || down <= 0) continue;
    if (!isHorizontal) covered += down;
    else if (middle > word.y0 + 0.05 * heightOf(word) && middle < word.y1 + 0.02 * heightOf(word))
      covered += across;
  }
  return covered > 0.5 * Math.max(widthOf(rule), heightOf(rule));
};
