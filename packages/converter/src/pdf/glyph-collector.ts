import type { Box } from '../layout/geometry/box.js';
import { isGarbageChar, plainGlyphText, UNREADABLE } from '../layout/lines/script.js';
import type { FontRecord } from './glyph-font.js';
import { ORNAMENTS } from './glyph-font.js';
import type { Point } from './matrix.js';
import type { PageGraphics } from './page-graphics.js';

const MAX_GLYPHS = 200_000;
const MIN_SIZE = 0.5;
const MAX_SIZE = 2000;
/** Two equal letters closer than this share of their size are one letter that is drawn twice to look bold. */
const OVERPRINT_DISTANCE = 0.12;

/** A glyph that the page draws; `start` and `end` are its origin and the origin of the next glyph, on the page. */
export type DrawnGlyph = {
  unicode: string;
  start: Point;
  end: Point;
  size: number;
  record: FontRecord;
  hidden: boolean;
  mcid: number;
  artifact: boolean;
};

/** Adds drawn glyphs to a page: places them, counts unreadable ones and leaves out what is not seen. */
export class GlyphCollector {
  /** Where each letter was drawn, by row and text. */
  private readonly drawnAt = new Map<number, Map<string, number[]>>();

  constructor(private readonly page: PageGraphics) {}

  add(drawn: DrawnGlyph): void {
    const { unicode, start, end, size, record, hidden, mcid, artifact } = drawn;
    if (unicode === '' || this.page.drawn > MAX_GLYPHS) return;
    const isBlank = unicode.trim() === '' || unicode === '\u200b';
    const text = isBlank ? ' ' : textOf(unicode, record.font.name);
    const isGarbage = !isBlank && isGarbageChar(text);
    if (!isBlank) this.page.drawn += 1;
    if (isGarbage) this.page.garbage += 1;
    if (!(size > MIN_SIZE && size < MAX_SIZE)) return;
    const box = record.vertical ? verticalBox(start, size) : horizontalBox(drawn);
    if (!this.isOnPage(box)) return;
    const isTurned = !record.vertical && !isUpright(start, end, size);
    if (!isTurned && !isBlank && this.isOverprint(text, start, size)) return;
    const { x0, y0, x1, y1 } = isTurned ? turnedBox(start, end, size) : box;
    (isTurned ? this.page.turned : this.page.glyphs).push({
      text: isGarbage ? UNREADABLE : text,
      size,
      font: record.font,
      hidden,
      mcid,
      artifact,
      x0,
      y0,
      x1,
      y1,
      baseline: start[1],
    });
  }

  private isOnPage(box: Box): boolean {
    const x = (box.x0 + box.x1) / 2;
    const y = (box.y0 + box.y1) / 2;
    return x >= -1 && x <= this.page.width + 1 && y >= -1 && y <= this.page.height + 1;
  }

  private isOverprint(text: string, [x, y]: Point, size: number): boolean {
    const rowKey = Math.round(y);
    let row = this.drawnAt.get(rowKey);
    if (!row) {
      row = new Map();
      this.drawnAt.set(rowKey, row);
    }
    const earlier = row.get(text);
    if (!earlier) row.set(text, [x]);
    else if (earlier.some((other) => Math.abs(other - x) < OVERPRINT_DISTANCE * size)) return true;
    else earlier.push(x);
    return false;
  }
}

const textOf = (unicode: string, fontName: string): string =>
  ORNAMENTS.test(fontName) && /^[A-Za-z]$/.test(unicode) ? '•' : plainGlyphText(unicode);

const isUpright = ([x, y]: Point, [endX, endY]: Point, size: number): boolean =>
  Math.abs(endY - y) <= Math.max(0.08 * Math.abs(endX - x), 0.02 * size) && endX >= x - 0.01;

const verticalBox = ([x, y]: Point, size: number): Box => ({
  x0: x - size / 2,
  y0: y,
  x1: x + size / 2,
  y1: y + size,
});

const horizontalBox = ({ start: [x, y], end: [endX], size, record: { font } }: DrawnGlyph): Box => ({
  x0: Math.min(x, endX),
  y0: y - font.ascent * size,
  x1: Math.max(x, endX),
  y1: y - font.descent * size,
});

const turnedBox = ([x, y]: Point, [endX, endY]: Point, size: number): Box => ({
  x0: Math.min(x, endX) - 0.5 * size,
  y0: Math.min(y, endY) - 0.5 * size,
  x1: Math.max(x, endX) + 0.5 * size,
  y1: Math.max(y, endY) + 0.5 * size,
});
