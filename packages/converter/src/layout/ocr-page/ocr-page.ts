import type { PageContent } from '@hamkhan/contracts/content';
import type { OcrLine, OcrResult, OcrWord } from '../../ocr/ocr-engine.js';
import type { Turn } from '../../ocr/page-image.js';
import { boxOnPage } from '../../ocr/page-image.js';
import type { ConverterContext, ExtractedImage } from '../../converter.js';
import type { Box } from '../geometry/box.js';
import { heightOf, medianOf, unionOf } from '../geometry/box.js';
import { profileOf } from '../page/document-profile.js';
import type { DraftItem } from '../items/item-id.js';
import { withStableIds } from '../items/item-id.js';
import { drawingOfScan } from './page-ink.js';
import { edgeLinesOf, runningLines, SCAN_EDGE } from '../flow/running-heads.js';
import { directionOfText } from '../lines/script.js';
import { structurePage } from '../page/structure-page.js';
import type { StructuredItem } from '../page/structure-types.js';
import type { TextLine, Word } from '../lines/text-line.js';
import { PLAIN_STYLE } from '../lines/text-line.js';

/** Below these, a line or a word is noise (specks, stamps, ornaments) more often than text. */
const LEAST_LINE_CONFIDENCE = 0.4;
const LEAST_SCRAP_CONFIDENCE = 0.8;
const LEAST_WORD_CONFIDENCE = 0.05;

/** Recognised lines in points, noise left out. `scale`: points a pixel. */
export const linesOfRecognition = (result: OcrResult, scale: number): TextLine[] => {
  const lines: TextLine[] = [];
  const all = result.blocks.flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines));
  const gaps = gapsOf(all);
  for (const block of result.blocks) {
    for (const paragraph of block.paragraphs) {
      for (const line of paragraph.lines) {
        for (const part of atGutters(line, gaps, all)) {
          const read = toTextLine(part, scale);
          if (read) lines.push(read);
        }
      }
    }
  }
  return withBullets(evenSizes(straighten(lines)));
};

type OcrGap = { from: number; to: number; y: number };

/** Wide gaps inside the lines of a page. */
const gapsOf = (lines: readonly OcrLine[]): OcrGap[] =>
  lines.flatMap((line) => {
    const words = [...line.words].sort((a, b) => a.x0 - b.x0);
    const height = medianOf(words.map(heightOf));
    return words.flatMap((word, i) => {
      const before = words[i - 1];
      const isWide = before !== undefined && word.x0 - before.x1 > 1.3 * height;
      return isWide ? [{ from: before.x1, to: word.x0, y: word.y0 }] : [];
    });
  });

const LEAST_GUTTER_LINES = 4;

/** Engines run two columns of a crooked page into one line: it is cut where several lines leave the same gap. */
const atGutters = (line: OcrLine, gaps: readonly OcrGap[], lines: readonly OcrLine[]): OcrLine[] => {
  const cuts = gapsOf([line])
    .filter(({ from, to }) => {
      const middle = (from + to) / 2;
      const same = gaps.filter((gap) => gap.from < middle && gap.to > middle);
      if (same.length < LEAST_GUTTER_LINES) return false;
      const top = Math.min(...same.map((gap) => gap.y));
      const bottom = Math.max(...same.map((gap) => gap.y));
      const isCrossed = ({ words }: OcrLine): boolean =>
        words.some((word) => word.x0 < middle && word.x1 > middle && word.y1 > top && word.y0 < bottom);
      return lines.filter(isCrossed).length <= 0.3 * same.length;
    })
    .map(({ to }) => to)
    .sort((a, b) => a - b);
  if (cuts.length === 0) return [line];
  return [...cuts, Infinity].map((to, i) => {
    const from = i === 0 ? -Infinity : (cuts[i - 1] ?? -Infinity);
    const own = line.words.filter((word) => word.x0 >= from && word.x0 < to);
    return { ...line, ...unionOf(own), words: own };
  });
};

const LEAST_SKEW = 0.002;
const MOST_SKEW = 0.12;

/**
 * Undoes the slant of a crooked scan, so that rows are rows: the median slope of the longer lines, taken off every height. Boxes
 * move by a few points at most.
 */
const straighten = (lines: readonly TextLine[]): TextLine[] => {
  const slopes: number[] = [];
  for (const { words } of lines) {
    const first = words[0];
    const last = words.at(-1);
    if (!first || !last || words.length < 5) continue;
    const run = (last.x0 + last.x1 - first.x0 - first.x1) / 2;
    if (Math.abs(run) > 100) slopes.push((last.y0 + last.y1 - first.y0 - first.y1) / 2 / run);
  }
  const slope = medianOf(slopes);
  if (slopes.length < 3 || Math.abs(slope) < LEAST_SKEW || Math.abs(slope) > MOST_SKEW) return [...lines];
  const middle = unionOf(lines);
  const shift = (box: Box): number => slope * ((box.x0 + box.x1) / 2 - (middle.x0 + middle.x1) / 2);
  return lines.map((line) => {
    const words = line.words.map((word) => ({
      ...word,
      y0: word.y0 - shift(word),
      y1: word.y1 - shift(word),
    }));
    const feet = words
      .filter((word) => /\p{L}/u.test(word.text) && !/[gjpqyçруцщфдQ,;]/u.test(word.text))
      .map((word) => word.y1);
    const box = unionOf(words);
    const baseline = feet.length > 0 ? medianOf(feet) : line.baseline - shift(line);
    return { ...line, ...box, baseline, words: words.map((word) => ({ ...word, baseline })) };
  });
};

const isNoise = (words: readonly OcrWord[]): boolean => {
  const text = words.map((word) => word.text).join('');
  if (!/[\p{L}\p{N}]/u.test(text)) return true;
  const mean =
    words.reduce((sum, word) => sum + word.confidence * word.text.length, 0) / Math.max(1, text.length);
  const isScrap =
    text.replace(/[^\p{L}]/gu, '').length <= 2 && !/^\p{Nd}+$/u.test(text) && !/\p{Script=Han}/u.test(text);
  return mean < (isScrap ? LEAST_SCRAP_CONFIDENCE : LEAST_LINE_CONFIDENCE);
};

/** Part of the type size that a word's box covers, by the letters it has: capitals, ascenders, descenders or none of them. */
const coverOf = (text: string): number => {
  if (/\p{Script=Han}/u.test(text)) return 0.9;
  if (/[\p{Script=Arabic}]/u.test(text)) return 0.85;
  if (/[\p{Script=Hebrew}]/u.test(text)) return /[ךןףץקל]/u.test(text) ? 0.82 : 0.6;
  const isTall = /[\p{Lu}\p{Nd}bdfhijkltßбфäöüàâáéèêíóúñёй]/u.test(text);
  const isDeep = /[gjpqyçруцщфд,;()Q]/u.test(text);
  return isTall ? (isDeep ? 0.93 : 0.72) : isDeep ? 0.7 : 0.5;
};

const toTextLine = (line: OcrLine, scale: number): TextLine | null => {
  const kept = line.words.filter(
    (word) => word.text.trim() !== '' && word.confidence >= LEAST_WORD_CONFIDENCE,
  );
  if (kept.length === 0 || isNoise(kept)) return null;
  const text = kept.map((word) => word.text).join(' ');
  const measured = kept.filter((word) => /[\p{L}\p{N}]{2}|\p{Script=Han}/u.test(word.text));
  const sizes = (measured.length > 0 ? measured : kept).map(
    (word) => (heightOf(word) / coverOf(word.text)) * scale,
  );
  const size = Math.max(3, medianOf(sizes));
  const box = unionOf(kept);
  // The foot of words without descenders is the baseline.
  const feet = kept
    .filter((word) => /\p{L}/u.test(word.text) && !/[gjpqyçруцщфдQ,;]/u.test(word.text))
    .map((word) => word.y1);
  const baseline = (feet.length > 0 ? medianOf(feet) : line.y1 - 0.2 * (line.y1 - line.y0)) * scale;
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

/** Sizes are estimates: one within a sixth of a size that came before is that size. The page's usual size comes first. */
const evenSizes = (lines: readonly TextLine[]): TextLine[] => {
  const known = [medianOf(lines.flatMap((line) => line.words.map(() => line.size)))];
  return lines.map((line) => {
    let size = known.find((other) => Math.abs(line.size / other - 1) < 0.17);
    if (size === undefined) {
      size = line.size;
      known.push(size);
    }
    const even = size;
    return { ...line, size: even, words: line.words.map((word) => ({ ...word, size: even })) };
  });
};

const BULLET_LIKE = /^[¢©®°¤»«•·*+eo0]$/u;

/** Bullets are read as all sorts of round signs; three lines or more that begin with one make it a bullet. */
const withBullets = (lines: readonly TextLine[]): TextLine[] => {
  const begins = (line: TextLine): boolean =>
    line.words.length > 2 && BULLET_LIKE.test(line.words[0]?.text ?? '');
  if (lines.filter(begins).length < 3) return [...lines];
  return lines.map((line) => {
    const [first, ...rest] = line.words;
    return first && begins(line) ? { ...line, words: [{ ...first, text: '•' }, ...rest] } : line;
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
  /** Without ids (see `withStableIds`) and, as far as they are figures, without their pictures. */
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
  const turn: Turn = result.turn ?? { quarter: 0, skew: 0 };
  const isOnSide = turn.quarter === 90 || turn.quarter === 270;
  const upright = isOnSide ? { width: size.height, height: size.width } : size;
  const scale = upright.width / Math.max(1, result.width);
  const lines = linesOfRecognition(result, scale);
  const structured: StructuredItem[] = structurePage({
    ...upright,
    lines,
    // A page without words is a picture as a whole.
    drawing:
      result.picture && lines.length > 0
        ? drawingOfScan(
            result.picture,
            upright,
            lines.flatMap((line) => line.words),
          )
        : null,
    running: runningLines(edgeLinesOf(lines, upright.height, SCAN_EDGE), []),
    profile: profileOf([lines]),
    direction: directionOfText(lines.flatMap((line) => line.words.map((word) => word.text)).join('')),
    outline: [],
    isRecognised: true,
  });
  const items = structured.map(({ item, box }): DraftItem => {
    const confidence = confidenceIn(lines, box);
    return {
      ...item,
      bbox: toBoundingBox(boxOnPage(box, turn, size), size),
      ...(confidence === undefined ? {} : { confidence }),
    };
  });
  const whole = confidenceIn(lines, { x0: -Infinity, y0: -Infinity, x1: Infinity, y1: Infinity });
  return { items, ...(whole === undefined ? {} : { confidence: whole }) };
};

/** Cuts a part (in fractions of the page) out of the page's picture and turns it upright; null when the page can't be drawn. */
export type PictureCutter = (part: Box, quarter: Turn['quarter']) => Promise<ExtractedImage | null>;

/**
 * Recognises a page image and structures what was read.
 * @param image a binary PGM, PNG or JPEG file's bytes, at `dpi`
 * @param size of the page in points
 * @param cut for the figures of the page; those it can't cut out are left out
 */
export const readPageByOcr = async (
  image: Uint8Array,
  dpi: number,
  size: { width: number; height: number },
  cut: PictureCutter,
  context: Pick<ConverterContext, 'ocr' | 'language' | 'signal'>,
): Promise<{ content: PageContent; images: ExtractedImage[] }> => {
  const result = await context.ocr.recognise(image, {
    language: context.language,
    dpi,
    signal: context.signal,
  });
  const { items, confidence } = structureRecognition(result, size);
  const images = new Map<string, ExtractedImage>();
  const shown: DraftItem[] = [];
  for (const item of items) {
    if (item.type !== 'figure') {
      shown.push(item);
      continue;
    }
    const [x0, y0, x1, y1] = item.bbox ?? [0, 0, 1, 1];
    const picture = await cut({ x0, y0, x1, y1 }, result.turn?.quarter ?? 0);
    if (!picture) continue;
    images.set(picture.name, picture);
    shown.push({ ...item, src: picture.name });
  }
  return {
    content: {
      items: withStableIds(shown),
      page_info: {
        page_type: shown.length === 0 ? 'blank' : 'ocr',
        width: size.width,
        height: size.height,
        ...(confidence === undefined ? {} : { confidence }),
      },
    },
    images: [...images.values()],
  };
};
