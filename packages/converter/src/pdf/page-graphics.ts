import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Box } from '../layout/geometry/box.js';
import { isGarbageChar, plainGlyphText, UNREADABLE } from '../layout/lines/script.js';
import type { FontRecord, GlyphFont } from './glyph-font.js';
import { checkMono, ORNAMENTS, readFont, unknownFont } from './glyph-font.js';
import type { Matrix } from './matrix.js';
import { asNumber, boxIn, IDENTITY, isMatrix, multiply, pointIn, toMatrix } from './matrix.js';
import type { Strokes } from './painted-path.js';
import { classifyPath } from './painted-path.js';

/** One drawn character (or ligature), in points from the top left of the page as it is shown. */
export type Glyph = Box & {
  text: string;
  baseline: number;
  size: number;
  font: GlyphFont;
  /** Drawn with text render mode 3 or 7: the text layer under or over a scan. */
  hidden: boolean;
  /** Marked content id of a tagged PDF, or -1. */
  mcid: number;
  artifact: boolean;
};

export type PageGraphics = Strokes & {
  width: number;
  height: number;
  glyphs: Glyph[];
  /** Glyphs that don't run from left to right (stamps in the margin, labels of axes). */
  turned: Glyph[];
  images: Box[];
  /** Characters drawn and those among them that a broken font map made meaningless. */
  drawn: number;
  garbage: number;
};

const MAX_GLYPHS = 200_000;
const MAX_PATHS = 60_000;
const TEXT_ONLY_CLIP = 7;
/** Where PDF paints every picture before it is transformed. */
const UNIT: Box = { x0: 0, y0: 0, x1: 1, y1: 1 };

type State = {
  ctm: Matrix;
  font: FontRecord;
  size: number;
  charSpacing: number;
  wordSpacing: number;
  hScale: number;
  leading: number;
  rise: number;
  mode: number;
};

type RawGlyph = { unicode?: unknown; width?: unknown; isSpace?: unknown; vmetric?: unknown };

/**
 * Interprets pdf.js' operator list of a page (with annotations off) into glyphs, images and lines. One pass gives what
 * `getTextContent` gives and the fonts, pictures and ruling besides, at half its cost.
 *
 * @param viewport maps PDF space to points from the top left of the page as shown (crop box, rotation)
 */
export const readPageGraphics = (
  operators: { fnArray: readonly number[]; argsArray: readonly unknown[] },
  fontOf: (id: string) => unknown,
  viewport: { width: number; height: number; transform: readonly number[] },
): PageGraphics => {
  const { width, height } = viewport;
  const page: PageGraphics = {
    width,
    height,
    glyphs: [],
    turned: [],
    images: [],
    rules: [],
    panels: [],
    shapes: [],
    drawn: 0,
    garbage: 0,
  };
  const fonts = new Map<string, FontRecord>();
  const fontFor = (id: string): FontRecord => {
    let record = fonts.get(id);
    if (!record) {
      record = readFont(fontOf(id));
      fonts.set(id, record);
    }
    return record;
  };
  const overprints = new Map<number, Map<string, number[]>>();

  let state: State = {
    ctm: toMatrix(viewport.transform),
    font: unknownFont(),
    size: 0,
    charSpacing: 0,
    wordSpacing: 0,
    hScale: 1,
    leading: 0,
    rise: 0,
    mode: 0,
  };
  const stack: State[] = [];
  const save = (): void => {
    if (stack.length < 512) stack.push({ ...state });
  };
  const restore = (): void => {
    state = stack.pop() ?? state;
  };
  let textMatrix: Matrix = IDENTITY;
  let x = 0;
  let y = 0;
  let lineX = 0;
  let lineY = 0;
  const marked: { mcid: number; artifact: boolean }[] = [];
  let paths = 0;

  const clip = (box: Box): Box | null => {
    const clipped = {
      x0: Math.max(0, box.x0),
      y0: Math.max(0, box.y0),
      x1: Math.min(width, box.x1),
      y1: Math.min(height, box.y1),
    };
    return clipped.x1 < clipped.x0 || clipped.y1 < clipped.y0 ? null : clipped;
  };

  const addGlyph = (raw: RawGlyph, advance: number, matrix: Matrix, scaleUp: number): void => {
    const unicode = typeof raw.unicode === 'string' ? raw.unicode : '';
    if (unicode === '' || page.drawn > MAX_GLYPHS) return;
    const { font } = state.font;
    const isBlank = unicode.trim() === '' || unicode === '\u200b';
    if (!isBlank) page.drawn += 1;
    const isOrnament = ORNAMENTS.test(font.name) && /^[A-Za-z]$/.test(unicode);
    const text = isBlank ? ' ' : isOrnament ? '•' : plainGlyphText(unicode);
    const isGarbage = !isBlank && isGarbageChar(text);
    if (isGarbage) page.garbage += 1;
    const [ox, oy] = pointIn(matrix, x, y + state.rise);
    const [ex, ey] = state.font.vertical ? [ox, oy] : pointIn(matrix, x + advance, y + state.rise);
    const size = Math.abs(state.size) * state.font.scaleY * scaleUp;
    if (!(size > 0.5 && size < 2000)) return;
    const hidden = state.mode === 3 || state.mode === TEXT_ONLY_CLIP;
    const mark = marked.at(-1);
    const shown = isGarbage ? UNREADABLE : text;
    const mcid = mark?.mcid ?? -1;
    const artifact = mark?.artifact ?? false;
    const isUpright = Math.abs(ey - oy) <= Math.max(0.08 * Math.abs(ex - ox), 0.02 * size) && ex >= ox - 0.01;
    const box = state.font.vertical
      ? { x0: ox - size / 2, x1: ox + size / 2, y0: oy, y1: oy + size }
      : {
          x0: Math.min(ox, ex),
          x1: Math.max(ox, ex),
          y0: oy - font.ascent * size,
          y1: oy - font.descent * size,
        };
    const cx = (box.x0 + box.x1) / 2;
    const cy = (box.y0 + box.y1) / 2;
    if (cx < -1 || cx > width + 1 || cy < -1 || cy > height + 1) return;
    if (!isUpright && !state.font.vertical) {
      const turnedBox = {
        x0: Math.min(ox, ex) - 0.5 * size,
        x1: Math.max(ox, ex) + 0.5 * size,
        y0: Math.min(oy, ey) - 0.5 * size,
        y1: Math.max(oy, ey) + 0.5 * size,
      };
      page.turned.push({ text: shown, size, font, hidden, mcid, artifact, ...turnedBox, baseline: oy });
      return;
    }
    if (!isBlank) {
      // Bold is sometimes faked by drawing the same letter twice, a hair apart.
      const row = overprints.get(Math.round(oy)) ?? new Map<string, number[]>();
      if (row.size === 0) overprints.set(Math.round(oy), row);
      const earlier = row.get(text);
      if (!earlier) row.set(text, [ox]);
      else if (earlier.some((other) => Math.abs(other - ox) < 0.12 * size)) return;
      else earlier.push(ox);
    }
    const { x0, y0, x1, y1 } = box;
    page.glyphs.push({ text: shown, size, font, hidden, mcid, artifact, x0, y0, x1, y1, baseline: oy });
  };

  const showText = (glyphs: unknown): void => {
    if (!Array.isArray(glyphs) || state.size === 0) return;
    const matrix = multiply(state.ctm, textMatrix);
    const scaleUp = Math.hypot(matrix[2], matrix[3]);
    const record = state.font;
    for (const raw of glyphs as unknown[]) {
      if (typeof raw === 'number') {
        const shift = (-raw / 1000) * state.size;
        if (record.vertical) y += shift;
        else x += shift * state.hScale;
        continue;
      }
      if (typeof raw !== 'object' || raw === null) continue;
      const glyph = raw as RawGlyph;
      const spacing = (glyph.isSpace === true ? state.wordSpacing : 0) + state.charSpacing;
      if (record.vertical) {
        const metric = Array.isArray(glyph.vmetric) ? (glyph.vmetric as number[]) : record.vmetrics;
        const drop = metric ? asNumber(metric[0]) : -1000;
        addGlyph(glyph, 0, matrix, scaleUp);
        y += drop * record.scaleX * state.size - spacing;
        continue;
      }
      const natural = asNumber(glyph.width) * record.scaleX * state.size * state.hScale;
      if (record.font.mono && typeof glyph.unicode === 'string' && /^[A-Za-z]$/.test(glyph.unicode)) {
        record.widths.least = Math.min(record.widths.least, asNumber(glyph.width));
        record.widths.most = Math.max(record.widths.most, asNumber(glyph.width));
      }
      addGlyph(glyph, natural, matrix, scaleUp);
      x += natural + spacing * state.hScale;
    }
  };

  const addPath = (args: unknown): void => {
    if (!Array.isArray(args) || paths > MAX_PATHS) return;
    const [op, data, minMax] = args as [unknown, unknown, unknown];
    if (op === OPS.endPath || op === OPS.clip || op === OPS.eoClip) return;
    if (typeof minMax !== 'object' || minMax === null) return;
    const bounds = minMax as ArrayLike<number>;
    const box = clip(
      boxIn(state.ctm, {
        x0: asNumber(bounds[0]),
        y0: asNumber(bounds[1]),
        x1: asNumber(bounds[2]),
        y1: asNumber(bounds[3]),
      }),
    );
    if (!box) return;
    paths += 1;
    const path = Array.isArray(data) ? (data as unknown[])[0] : undefined;
    const values = path instanceof Float32Array ? path : null;
    classifyPath(page, box, values, state.ctm);
  };

  const addImage = (matrix: Matrix): void => {
    const box = clip(boxIn(matrix, UNIT));
    if (box && page.images.length < 5000) page.images.push(box);
  };

  for (let i = 0; i < operators.fnArray.length; i += 1) {
    const fn = operators.fnArray[i];
    const rawArgs = operators.argsArray[i];
    const args: readonly unknown[] = Array.isArray(rawArgs) ? rawArgs : [];
    switch (fn) {
      case OPS.save:
        save();
        break;
      case OPS.restore:
        restore();
        break;
      case OPS.transform:
        state.ctm = multiply(state.ctm, args.map(asNumber));
        break;
      case OPS.paintFormXObjectBegin:
        save();
        if (isMatrix(args[0])) state.ctm = multiply(state.ctm, toMatrix(args[0]));
        break;
      case OPS.paintFormXObjectEnd:
        restore();
        break;
      case OPS.beginText:
        textMatrix = IDENTITY;
        x = y = lineX = lineY = 0;
        break;
      case OPS.setTextMatrix:
        textMatrix = toMatrix(args[0]);
        x = y = lineX = lineY = 0;
        break;
      case OPS.setLeadingMoveText:
      case OPS.moveText:
        if (fn === OPS.setLeadingMoveText) state.leading = asNumber(args[1]);
        x = lineX += asNumber(args[0]);
        y = lineY += asNumber(args[1]);
        break;
      case OPS.nextLine:
        x = lineX;
        y = lineY += state.leading;
        break;
      case OPS.setLeading:
        state.leading = -asNumber(args[0]);
        break;
      case OPS.setFont:
        state.font = fontFor(String(args[0]));
        state.size = asNumber(args[1]);
        break;
      case OPS.setGState:
        for (const entry of Array.isArray(args[0]) ? (args[0] as unknown[]) : []) {
          if (!Array.isArray(entry) || entry[0] !== 'Font' || !Array.isArray(entry[1])) continue;
          state.font = fontFor(String(entry[1][0]));
          state.size = asNumber(entry[1][1]);
        }
        break;
      case OPS.setCharSpacing:
        state.charSpacing = asNumber(args[0]);
        break;
      case OPS.setWordSpacing:
        state.wordSpacing = asNumber(args[0]);
        break;
      case OPS.setHScale:
        state.hScale = asNumber(args[0]) / 100;
        break;
      case OPS.setTextRise:
        state.rise = asNumber(args[0]);
        break;
      case OPS.setTextRenderingMode:
        state.mode = asNumber(args[0]);
        break;
      case OPS.showText:
        showText(args[0]);
        break;
      case OPS.constructPath:
        addPath(rawArgs);
        break;
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
      case OPS.paintImageMaskXObject:
      case OPS.paintSolidColorImageMask:
        addImage(state.ctm);
        break;
      case OPS.paintImageXObjectRepeat: {
        const [, scaleX, scaleY, positions] = args;
        addRepeated(positions, asNumber(scaleX), 0, 0, asNumber(scaleY));
        break;
      }
      case OPS.paintImageMaskXObjectRepeat: {
        const [, scaleX, skewX, skewY, scaleY, positions] = args;
        addRepeated(positions, asNumber(scaleX), asNumber(skewX), asNumber(skewY), asNumber(scaleY));
        break;
      }
      case OPS.paintInlineImageXObjectGroup:
      case OPS.paintImageMaskXObjectGroup: {
        const entries = fn === OPS.paintInlineImageXObjectGroup ? args[1] : args[0];
        for (const entry of Array.isArray(entries) ? (entries as unknown[]) : []) {
          const transform =
            typeof entry === 'object' && entry !== null && 'transform' in entry ? entry.transform : null;
          if (isMatrix(transform)) addImage(multiply(state.ctm, toMatrix(transform)));
        }
        break;
      }
      case OPS.beginMarkedContent:
      case OPS.beginMarkedContentProps: {
        const outer = marked.at(-1);
        const mcid = typeof args[1] === 'number' ? args[1] : (outer?.mcid ?? -1);
        marked.push({ mcid, artifact: (outer?.artifact ?? false) || args[0] === 'Artifact' });
        break;
      }
      case OPS.endMarkedContent:
        marked.pop();
        break;
      default:
    }
  }

  function addRepeated(positions: unknown, a: number, b: number, c: number, d: number): void {
    if (typeof positions !== 'object' || positions === null) return;
    const list = positions as ArrayLike<number>;
    for (let i = 0; i + 1 < list.length; i += 2) {
      addImage(multiply(state.ctm, [a, b, c, d, asNumber(list[i]), asNumber(list[i + 1])]));
    }
  }

  checkMono(fonts.values());
  return page;
};
