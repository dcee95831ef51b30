import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Box } from '../layout/geometry/box.js';
import { GlyphCollector } from './glyph-collector.js';
import type { FontRecord } from './glyph-font.js';
import { correctMono, readFont } from './glyph-font.js';
import { GraphicsStateStack, isInvisible, TextCursor } from './graphics-state.js';
import type { Matrix } from './matrix.js';
import { asNumber, boxIn, IDENTITY, isMatrix, multiply, pointIn, toMatrix } from './matrix.js';
import type { PageGraphics } from './page-graphics.js';
import { classifyPath } from './painted-path.js';

const MAX_PATHS = 60_000;
const MAX_IMAGES = 5000;
/** PDF paints every image into this square, which the current transformation maps to the page. */
const UNIT_SQUARE: Box = { x0: 0, y0: 0, x1: 1, y1: 1 };
/** Advance of a vertical glyph without metrics, in glyph units. */
const DEFAULT_VERTICAL_ADVANCE = -1000;

type RawGlyph = { unicode?: unknown; width?: unknown; isSpace?: unknown; vmetric?: unknown };
type Arguments = readonly unknown[];

/** Interprets the operators of one page, in order, into its graphics. */
export class OperatorInterpreter {
  private readonly states: GraphicsStateStack;
  private readonly cursor = new TextCursor();
  private readonly glyphs: GlyphCollector;
  private readonly fonts = new Map<string, FontRecord>();
  private readonly markedContent: { mcid: number; artifact: boolean }[] = [];
  private paths = 0;

  /**
   * @param page receives what is drawn
   * @param fontOf the font object of pdf.js for an id
   * @param ctm maps PDF space to the page
   */
  constructor(
    private readonly page: PageGraphics,
    private readonly fontOf: (id: string) => unknown,
    ctm: Matrix,
  ) {
    this.states = new GraphicsStateStack(ctm);
    this.glyphs = new GlyphCollector(page);
  }

  run(operator: number, args: Arguments): void {
    HANDLERS.get(operator)?.(this, args);
  }

  /** Corrects what is only known once the whole page is read. */
  finish(): void {
    correctMono(this.fonts.values());
  }

  save(): void {
    this.states.save();
  }

  restore(): void {
    this.states.restore();
  }

  transform(matrix: readonly number[]): void {
    this.state.ctm = multiply(this.state.ctm, matrix);
  }

  get state() {
    return this.states.current;
  }

  beginText(matrix: Matrix): void {
    this.cursor.begin(matrix);
  }

  moveText(dx: number, dy: number): void {
    this.cursor.moveLine(dx, dy);
  }

  setFont(id: string, size: number): void {
    let record = this.fonts.get(id);
    if (!record) {
      record = readFont(this.fontOf(id));
      this.fonts.set(id, record);
    }
    this.state.font = record;
    this.state.fontSize = size;
  }

  /** Shows glyphs; numbers between them move the cursor (kerning, in thousandths of the font size). */
  showText(glyphs: unknown): void {
    const { font, fontSize, horizontalScale } = this.state;
    if (!Array.isArray(glyphs) || fontSize === 0) return;
    const matrix = multiply(this.state.ctm, this.cursor.matrix);
    const scale = Math.hypot(matrix[2], matrix[3]);
    for (const entry of glyphs as unknown[]) {
      if (typeof entry === 'number') {
        const shift = (-entry / 1000) * fontSize;
        if (font.vertical) this.cursor.y += shift;
        else this.cursor.x += shift * horizontalScale;
      } else if (typeof entry === 'object' && entry !== null) {
        if (font.vertical) this.showVertical(entry, matrix, scale);
        else this.showHorizontal(entry, matrix, scale);
      }
    }
  }

  addPath(args: Arguments): void {
    if (this.paths > MAX_PATHS) return;
    const [operator, data, minMax] = args;
    if (operator === OPS.endPath || operator === OPS.clip || operator === OPS.eoClip) return;
    if (typeof minMax !== 'object' || minMax === null) return;
    const [x0, y0, x1, y1] = [0, 1, 2, 3].map((i) => asNumber((minMax as ArrayLike<unknown>)[i])) as [
      number,
      number,
      number,
      number,
    ];
    const { ctm } = this.state;
    const box = this.clip(boxIn(ctm, { x0, y0, x1, y1 }));
    if (!box) return;
    this.paths += 1;
    const path = Array.isArray(data) ? (data as unknown[])[0] : undefined;
    classifyPath(this.page, box, path instanceof Float32Array ? path : null, ctm);
  }

  /** @param placement transformation of the image within the current one */
  addImage(placement: readonly number[] = IDENTITY): void {
    const box = this.clip(boxIn(multiply(this.state.ctm, placement), UNIT_SQUARE));
    if (box && this.page.images.length < MAX_IMAGES) this.page.images.push(box);
  }

  /** One image at several positions: x and y in turn. */
  addRepeatedImage(positions: unknown, [a, b, c, d]: readonly [number, number, number, number]): void {
    if (typeof positions !== 'object' || positions === null) return;
    const list = positions as ArrayLike<unknown>;
    for (let i = 0; i + 1 < list.length; i += 2) {
      this.addImage([a, b, c, d, asNumber(list[i]), asNumber(list[i + 1])]);
    }
  }

  addImageGroup(entries: unknown): void {
    for (const entry of Array.isArray(entries) ? (entries as unknown[]) : []) {
      const transform =
        typeof entry === 'object' && entry !== null && 'transform' in entry ? entry.transform : null;
      if (isMatrix(transform)) this.addImage(toMatrix(transform));
    }
  }

  beginMarkedContent(tag: unknown, mcid: unknown): void {
    const outer = this.markedContent.at(-1);
    this.markedContent.push({
      mcid: typeof mcid === 'number' ? mcid : (outer?.mcid ?? -1),
      artifact: (outer?.artifact ?? false) || tag === 'Artifact',
    });
  }

  endMarkedContent(): void {
    this.markedContent.pop();
  }

  private showVertical(glyph: RawGlyph, matrix: Matrix, scale: number): void {
    const { font, fontSize } = this.state;
    const metrics = Array.isArray(glyph.vmetric) ? (glyph.vmetric as unknown[]) : font.vmetrics;
    const advance = metrics ? asNumber(metrics[0]) : DEFAULT_VERTICAL_ADVANCE;
    this.addGlyph(glyph, 0, matrix, scale);
    this.cursor.y += advance * font.scaleX * fontSize - this.spacingAfter(glyph);
  }

  private showHorizontal(glyph: RawGlyph, matrix: Matrix, scale: number): void {
    const { font, fontSize, horizontalScale } = this.state;
    const width = asNumber(glyph.width);
    const advance = width * font.scaleX * fontSize * horizontalScale;
    if (font.font.mono && typeof glyph.unicode === 'string' && /^[A-Za-z]$/.test(glyph.unicode)) {
      font.widths.least = Math.min(font.widths.least, width);
      font.widths.most = Math.max(font.widths.most, width);
    }
    this.addGlyph(glyph, advance, matrix, scale);
    this.cursor.x += advance + this.spacingAfter(glyph) * horizontalScale;
  }

  private spacingAfter(glyph: RawGlyph): number {
    return (glyph.isSpace === true ? this.state.wordSpacing : 0) + this.state.charSpacing;
  }

  private addGlyph({ unicode }: RawGlyph, advance: number, matrix: Matrix, scale: number): void {
    const { state, cursor } = this;
    const y = cursor.y + state.rise;
    const start = pointIn(matrix, cursor.x, y);
    const marked = this.markedContent.at(-1);
    this.glyphs.add({
      unicode: typeof unicode === 'string' ? unicode : '',
      start,
      end: state.font.vertical ? start : pointIn(matrix, cursor.x + advance, y),
      size: Math.abs(state.fontSize) * state.font.scaleY * scale,
      record: state.font,
      hidden: isInvisible(state),
      mcid: marked?.mcid ?? -1,
      artifact: marked?.artifact ?? false,
    });
  }

  /** The part of a box that lies on the page; null if none does. */
  private clip(box: Box): Box | null {
    const clipped = {
      x0: Math.max(0, box.x0),
      y0: Math.max(0, box.y0),
      x1: Math.min(this.page.width, box.x1),
      y1: Math.min(this.page.height, box.y1),
    };
    return clipped.x1 < clipped.x0 || clipped.y1 < clipped.y0 ? null : clipped;
  }
}

type Handler = (page: OperatorInterpreter, args: Arguments) => void;

const paintImage: Handler = (page) => page.addImage();

const setFontOfState: Handler = (page, [entries]) => {
  for (const entry of Array.isArray(entries) ? (entries as unknown[]) : []) {
    if (!Array.isArray(entry) || entry[0] !== 'Font' || !Array.isArray(entry[1])) continue;
    page.setFont(String(entry[1][0]), asNumber(entry[1][1]));
  }
};

const moveText: Handler = (page, [dx, dy]) => page.moveText(asNumber(dx), asNumber(dy));

const HANDLERS: ReadonlyMap<number, Handler> = new Map<number, Handler>([
  [OPS.save, (page) => page.save()],
  [OPS.restore, (page) => page.restore()],
  [OPS.transform, (page, args) => page.transform(args.map(asNumber))],
  [
    OPS.paintFormXObjectBegin,
    (page, [matrix]) => {
      page.save();
      if (isMatrix(matrix)) page.transform(toMatrix(matrix));
    },
  ],
  [OPS.paintFormXObjectEnd, (page) => page.restore()],

  [OPS.beginText, (page) => page.beginText(IDENTITY)],
  [OPS.setTextMatrix, (page, [matrix]) => page.beginText(toMatrix(matrix))],
  [OPS.moveText, moveText],
  [
    OPS.setLeadingMoveText,
    (page, args) => {
      page.state.leading = asNumber(args[1]);
      moveText(page, args);
    },
  ],
  [OPS.nextLine, (page) => page.moveText(0, page.state.leading)],
  [OPS.setLeading, (page, [leading]) => void (page.state.leading = -asNumber(leading))],
  [OPS.setFont, (page, [id, size]) => page.setFont(String(id), asNumber(size))],
  [OPS.setGState, setFontOfState],
  [OPS.setCharSpacing, (page, [spacing]) => void (page.state.charSpacing = asNumber(spacing))],
  [OPS.setWordSpacing, (page, [spacing]) => void (page.state.wordSpacing = asNumber(spacing))],
  [OPS.setHScale, (page, [percent]) => void (page.state.horizontalScale = asNumber(percent) / 100)],
  [OPS.setTextRise, (page, [rise]) => void (page.state.rise = asNumber(rise))],
  [OPS.setTextRenderingMode, (page, [mode]) => void (page.state.renderMode = asNumber(mode))],
  [OPS.showText, (page, [glyphs]) => page.showText(glyphs)],

  [OPS.constructPath, (page, args) => page.addPath(args)],
  [OPS.paintImageXObject, paintImage],
  [OPS.paintInlineImageXObject, paintImage],
  [OPS.paintImageMaskXObject, paintImage],
  [OPS.paintSolidColorImageMask, paintImage],
  [
    OPS.paintImageXObjectRepeat,
    (page, [, scaleX, scaleY, positions]) =>
      page.addRepeatedImage(positions, [asNumber(scaleX), 0, 0, asNumber(scaleY)]),
  ],
  [
    OPS.paintImageMaskXObjectRepeat,
    (page, [, scaleX, skewX, skewY, scaleY, positions]) =>
      page.addRepeatedImage(positions, [
        asNumber(scaleX),
        asNumber(skewX),
        asNumber(skewY),
        asNumber(scaleY),
      ]),
  ],
  [OPS.paintInlineImageXObjectGroup, (page, [, entries]) => page.addImageGroup(entries)],
  [OPS.paintImageMaskXObjectGroup, (page, [entries]) => page.addImageGroup(entries)],

  [OPS.beginMarkedContent, (page, [tag, mcid]) => page.beginMarkedContent(tag, mcid)],
  [OPS.beginMarkedContentProps, (page, [tag, mcid]) => page.beginMarkedContent(tag, mcid)],
  [OPS.endMarkedContent, (page) => page.endMarkedContent()],
]);
