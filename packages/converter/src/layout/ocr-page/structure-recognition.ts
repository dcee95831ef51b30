import type { OcrResult } from '../../ocr/ocr-engine.js';
import type { Rotation } from '../../ocr/page-image.js';
import { boxOnPage } from '../../ocr/page-image.js';
import { edgeLinesOf, runningLines, SCAN_EDGE } from '../flow/running-heads.js';
import type { Box } from '../geometry/box.js';
import type { DraftItem } from '../items/item-id.js';
import { directionOfText } from '../lines/script.js';
import type { TextLine } from '../lines/text-line.js';
import { toBoundingBox } from '../page/bounding-box.js';
import { profileOf } from '../page/document-profile.js';
import { structurePage } from '../page/structure-page.js';
import { linesOfRecognition } from './lines-of-recognition.js';
import { drawingOfScan } from './drawing-of-scan.js';

const WHOLE_PAGE: Box = { x0: -Infinity, y0: -Infinity, x1: Infinity, y1: Infinity };

export type RecognisedPage = {
  /** Without ids (see `withStableIds`); figures without their images. */
  items: DraftItem[];
  /** Mean confidence of the page, 0 to 1; absent if nothing was recognised. */
  confidence?: number;
};

/**
 * Structures words that OCR recognised or that a DJVU file has as its text layer. Neighbouring pages are not available, so running heads
 * are found by their place and their page numbers only.
 *
 * @param size of the page in points
 */
export const structureRecognition = (
  result: OcrResult,
  size: { width: number; height: number },
): RecognisedPage => {
  const rotation: Rotation = result.rotation ?? { quarter: 0, skew: 0 };
  const isSideways = rotation.quarter === 90 || rotation.quarter === 270;
  const upright = isSideways ? { width: size.height, height: size.width } : size;
  const scale = upright.width / Math.max(1, result.width);
  const lines = linesOfRecognition(result, scale);
  const words = lines.flatMap((line) => line.words);
  const structured = structurePage({
    ...upright,
    lines,
    // A page without words becomes one figure.
    drawing: result.image && lines.length > 0 ? drawingOfScan(result.image, upright, words) : null,
    running: runningLines(edgeLinesOf(lines, upright.height, SCAN_EDGE), []),
    profile: profileOf([lines]),
    direction: directionOfText(words.map((word) => word.text).join('')),
    outline: [],
    isRecognised: true,
  });
  const items = structured.map(({ item, box }): DraftItem => ({
    ...item,
    bbox: toBoundingBox(boxOnPage(box, rotation, size), size),
    ...confidenceIn(lines, box),
  }));
  return { items, ...confidenceIn(lines, WHOLE_PAGE) };
};

/** Mean confidence of the words inside a box; absent if there are none. */
const confidenceIn = (lines: readonly TextLine[], box: Box): { confidence?: number } => {
  let sum = 0;
  let count = 0;
  for (const line of lines) {
    for (const word of line.words) {
      const x = (word.x0 + word.x1) / 2;
      const y = (word.y0 + word.y1) / 2;
      if (word.confidence === undefined || x < box.x0 || x > box.x1 || y < box.y0 || y > box.y1) continue;
      sum += word.confidence * word.text.length;
      count += word.text.length;
    }
  }
  return count === 0 ? {} : { confidence: Math.round((sum / count) * 1000) / 1000 };
};
