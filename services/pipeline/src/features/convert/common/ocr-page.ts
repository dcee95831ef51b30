import type { PageContent } from '@hamkhan/contracts/content';
import type { OcrLine, OcrResult } from '../../../infra/ocr/ocr-engine.js';
import type { ConverterContext } from '../converter.js';
import type { Box } from './box.domain.js';
import { heightOf, medianOf, unionOf } from './box.domain.js';
import { profileOf } from './document-profile.domain.js';
import type { DraftItem } from './item-id.domain.js';
import { withStableIds } from './item-id.domain.js';
import { edgeLinesOf, runningLines } from './running-heads.domain.js';
import { directionOfText } from './script.domain.js';
import { structurePage } from './structure-page.domain.js';
import type { StructuredItem } from './structure-types.js';
import type { TextLine, Word } from './text-line.js';
import { PLAIN_STYLE } from './text-line.js';

/** Below this, a recognised word is noise (specks, stamps, ornaments) more often than text. */
const LEAST_CONFIDENCE = 0.3;

/** Recognised lines in points, noise left out. `scale`: points a pixel. */
export const linesOfRecognition = (result: OcrResult, scale: number): TextLine[] => {
  const lines: TextLine[] = [];
  for (const block of result.blocks) {
    for (const paragraph of block.paragraphs) {
      for (const line of paragraph.lines) {
        const read = toTextLine(line, scale);
        if (read) lines.push(read);
      }
    }
  }
  return evenSizes(lines);
};

const toTextLine = (line: OcrLine, scale: number): TextLine | null => {
  const kept = line.words.filter((word) => word.text.trim() !== '' && word.confidence >= LEAST_CONFIDENCE);
  if (kept.length === 0) return null;
  const text = kept.map((word) => word.text).join(' ');
  if (!/[\p{L}\p{N}]/u.test(text)) return null;
  const heights = kept.map((word) => heightOf(word) * scale);
  // A line box holds ascenders and descenders; type is about 1.05 times the median word's height.
  const size = Math.max(3, medianOf(heights) * 1.05);
  const box = unionOf(kept);
  const baseline = (line.y1 - 0.22 * (line.y1 - line.y0)) * scale;
  const words: Word[] = kept.map((word) => ({
    text: word.text.trim(),
    x0: word.x0 * scale,
    y0: word.y0 * scale,
    x1: word.x1 * scale,
    y1: word.y1 * scale,
    baseline,
    size,
    style: { ...PLAIN_STYLE },
    confidence: word.confidence,
  }));
  return {
    x0: box.x0 * scale,
    y0: box.y0 * scale,
    x1: box.x1 * scale,
    y1: box.y1 * scale,
    words,
    baseline,
    size,
    direction: directionOfText(text),
  };
};

/** A recognised line's height depends on its letters; lines within a quarter of the page's usual height are of that size. */
const evenSizes = (lines: readonly TextLine[]): TextLine[] => {
  const usual = medianOf(lines.flatMap((line) => line.words.map(() => line.size)));
  return lines.map((line) => {
    const size = Math.abs(line.size / usual - 1) < 0.28 ? usual : line.size;
    return { ...line, size, words: line.words.map((word) => ({ ...word, size })) };
  });
};

/** Mean confidence of the words inside a box; undefined where there are none. */
const confidenceIn = (lines: readonly TextLine[], box: Box): number | undefined => {
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
  return count === 0 ? undefined : Math.round((sum / count) * 1000) / 1000;
};

/** Boxes as the content model has them: fractions of the page, four decimals. */
export const toBoundingBox = (
  box: Box,
  page: { width: number; height: number },
): [number, number, number, number] => {
  const part = (value: number, whole: number): number =>
    Math.round(Math.min(1, Math.max(0, value / Math.max(1, whole))) * 10_000) / 10_000;
  return [
    part(box.x0, page.width),
    part(box.y0, page.height),
    part(box.x1, page.width),
    part(box.y1, page.height),
  ];
};

export type RecognisedPage = {
  /** Without ids: see `withStableIds`. */
  items: DraftItem[];
  /** Mean confidence over the page, 0 to 1; undefined when nothing was recognised. */
  confidence?: number;
};

/**
 * Structures words that were recognised, or that a DJVU file brings as its text layer. Neighbouring pages are not at hand, so
 * only lone numbers in the margin count as running matter.
 * @param size of the page in points
 */
export const structureRecognition = (
  result: OcrResult,
  size: { width: number; height: number },
): RecognisedPage => {
  const scale = size.width / Math.max(1, result.width);
  const lines = linesOfRecognition(result, scale);
  const structured: StructuredItem[] = structurePage({
    width: size.width,
    height: size.height,
    lines,
    drawing: null,
    running: runningLines(edgeLinesOf(lines, size.height), []),
    profile: profileOf([lines]),
    direction: directionOfText(lines.flatMap((line) => line.words.map((word) => word.text)).join('')),
    outline: [],
    isRecognised: true,
  });
  const items = structured.map(({ item, box }): DraftItem => {
    const confidence = confidenceIn(lines, box);
    return { ...item, bbox: toBoundingBox(box, size), ...(confidence === undefined ? {} : { confidence }) };
  });
  const whole = confidenceIn(lines, { x0: -Infinity, y0: -Infinity, x1: Infinity, y1: Infinity });
  return { items, ...(whole === undefined ? {} : { confidence: whole }) };
};

/**
 * Recognises a page image and structures what was read.
 * @param image a binary PGM, PNG or JPEG file's bytes, at `dpi`
 * @param size of the page in points
 */
export const readPageByOcr = async (
  image: Uint8Array,
  dpi: number,
  size: { width: number; height: number },
  context: Pick<ConverterContext, 'ocr' | 'language' | 'signal'>,
): Promise<PageContent> => {
  const result = await context.ocr.recognise(image, {
    language: context.language,
    dpi,
    signal: context.signal,
  });
  const { items, confidence } = structureRecognition(result, size);
  return {
    items: withStableIds(items),
    page_info: {
      page_type: items.length === 0 ? 'blank' : 'ocr',
      width: size.width,
      height: size.height,
      ...(confidence === undefined ? {} : { confidence }),
    },
  };
};
