import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { z } from 'zod';
import type { Box } from '../common/box.domain.js';
import { isGarbageChar, plainGlyphText, UNREADABLE } from '../common/script.domain.js';

/** What the extraction needs to know of a font. */
export type GlyphFont = {
  name: string;
  bold: boolean;
  italic: boolean;
  mono: boolean;
  math: boolean;
  ascent: number;
  descent: number;
};

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

/** A straight horizontal or vertical stroke, or a filled rectangle thin enough to be one. */
export type Rule = Box & { horizontal: boolean };

export type PageGraphics = {
  width: number;
  height: number;
  glyphs: Glyph[];
  /** Glyphs that don't run from left to right (stamps in the margin, labels of axes). */
  turned: Glyph[];
  images: Box[];
  rules: Rule[];
  /** Filled or stroked rectangles with both sides longer than a rule's width. */
  panels: Box[];
  /** Curves, slanted lines and other shapes. */
  shapes: Box[];
  /** Characters drawn and those among them that a broken font map made meaningless. */
  drawn: number;
  garbage: number;
};

type Matrix = [number, number, number, number, number, number];

const MAX_GLYPHS = 200_000;
const MAX_PATHS = 60_000;
const RULE_THICKNESS = 2.5;
const TEXT_ONLY_CLIP = 7;

const PdfFont = z
  .object({
    name: z.string().catch(''),
    bold: z.boolean().optional().catch(undefined),
    black: z.boolean().optional().catch(undefined),
    italic: z.boolean().optional().catch(undefined),
    ascent: z.number().optional().catch(undefined),
    descent: z.number().optional().catch(undefined),
    fontMatrix: z.array(z.number()).length(6).optional().catch(undefined),
    vertical: z.boolean().optional().catch(undefined),
    isType3Font: z.boolean().optional().catch(undefined),
    defaultVMetrics: z.array(z.number()).optional().catch(undefined),
    bbox: z.array(z.number()).length(4).optional().catch(undefined),
    fallbackName: z.string().optional().catch(undefined),
  })
  .catch({ name: '' });

type FontRecord = {
  font: GlyphFont;
  scaleX: number;
  scaleY: number;
  vertical: boolean;
  vmetrics: readonly number[] | null;
  /** Of Latin letters drawn, in glyph units. */
  widths: { least: number; most: number };
};

const UNKNOWN_FONT: GlyphFont = {
  name: '',
  bold: false,
  italic: false,
  mono: false,
  math: false,
  ascent: 0.8,
  descent: -0.2,
};

/** Reads a font's manner from its PostScript name, as foundries and TeX write it; the flags of the descriptor are often absent. */
export const fontManner = (rawName: string): Pick<GlyphFont, 'bold' | 'italic' | 'mono' | 'math'> => {
  const name = rawName.replace(/^[A-Z]{6}\+/, '');
  return {
    bold: /bold|black|heavy|demi|semibd|(?:^|[-,_])bd|CMBX|CMB\d|SFBX|LMRoman\d+-Bold|NimbusRomNo9L-Medi|NimbusSanL-Bold|-Medi(?:um)?(?:Ital)?$/i.test(
      name,
    ),
    italic:
      /italic|oblique|slanted|(?:^|[-,_])(?:it|ital)(?:$|[-,_])|ReguItal|MediItal|CMTI|CMSL|SFTI|CMBXTI/i.test(
        name,
      ),
    mono: /courier|mono(?!type)|consol|menlo|typewriter|CMTT|CMSLTT|SFTT|CMITT|inconsolata|LucidaSansTypewriter|SourceCode|NimbusMonL|fixed|Andale|Code(?:Pro|New)?\b/i.test(
      name,
    ),
    math: /^(?:CM(?:MI|SY|EX|BSY|MIB)|MSAM|MSBM|EU(?:FM|SM|RM|EX)|RSFS|LMMath|MTMI|MTSY|MTEX|MathematicalPi|Symbol(?:MT)?$|STIXMath|XITSMath|rsfs|stmary|wasy|esint|txsy|pxsy|txmi|pxmi|NewTXMI|bbm|dsrom)|math/i.test(
      name,
    ),
  };
};

/** Fonts of ornaments: where one has no map to Unicode, its letters stand for bullets, squares and hands. */
const ORNAMENTS = /dingbats|wingdings|webdings/i;

const readFont = (raw: unknown): FontRecord => {
  const parsed = PdfFont.parse(raw);
  const manner = fontManner(parsed.name);
  const matrix = parsed.fontMatrix ?? [0.001, 0, 0, 0.001, 0, 0];
  const scaleX = Math.abs(matrix[0] || 0.001);
  let scaleY = 1;
  let ascent = parsed.ascent ?? 0.8;
  let descent = parsed.descent ?? -0.2;
  if (parsed.isType3Font) {
    // A Type 3 font's unit is its own: the height of its box is the only hint at its size.
    const [, low = 0, , high = 0] = parsed.bbox ?? [];
    const height = Math.abs(high - low) * Math.abs(matrix[3] ?? 0.001);
    scaleY = height > 0 && height < 1000 ? height / 1.1 : Math.abs(matrix[3] ?? 0.001) * 1000;
    ascent = 0.8;
    descent = -0.25;
  }
  if (!(ascent > 0.3 && ascent < 1.5)) ascent = 0.8;
  if (!(descent < 0 && descent > -0.8)) descent = -0.22;
  return {
    font: {
      name: parsed.name,
      bold: manner.bold || parsed.bold === true || parsed.black === true,
      italic: manner.italic || parsed.italic === true,
      mono: manner.mono || (parsed.fallbackName === 'monospace' && !ORNAMENTS.test(parsed.name)),
      math: manner.math,
      ascent,
      descent,
    },
    scaleX,
    scaleY,
    vertical: parsed.vertical === true,
    vmetrics: parsed.defaultVMetrics ?? null,
    widths: { least: Infinity, most: 0 },
  };
};

const multiply = (a: Matrix, b: readonly number[]): Matrix => {
  const [b0 = 1, b1 = 0, b2 = 0, b3 = 1, b4 = 0, b5 = 0] = b;
  return [
    a[0] * b0 + a[2] * b1,
    a[1] * b0 + a[3] * b1,
    a[0] * b2 + a[2] * b3,
    a[1] * b2 + a[3] * b3,
    a[0] * b4 + a[2] * b5 + a[4],
    a[1] * b4 + a[3] * b5 + a[5],
  ];
};

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

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

/** Files mark fonts as fixed-pitch that aren't: what counts are the widths of the letters drawn. */
const checkMono = (records: Iterable<FontRecord>): void => {
  for (const { font, widths } of records) {
    if (font.mono && widths.most > 1.15 * widths.least) font.mono = false;
  }
};

const asNumber = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : 0;
const isMatrix = (value: unknown): value is ArrayLike<number> & object =>
  typeof value === 'object' &&
  value !== null &&
  'length' in value &&
  (value as ArrayLike<unknown>).length === 6;
const toMatrix = (value: unknown): Matrix => {
  if (!isMatrix(value)) return IDENTITY;
  return [0, 1, 2, 3, 4, 5].map((index) => asNumber(value[index])) as Matrix;
};

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
    font: {
      font: UNKNOWN_FONT,
      scaleX: 0.001,
      scaleY: 1,
      vertical: false,
      vmetrics: null,
      widths: { least: Infinity, most: 0 },
    },
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

  const point = (matrix: Matrix, px: number, py: number): [number, number] => [
    matrix[0] * px + matrix[2] * py + matrix[4],
    matrix[1] * px + matrix[3] * py + matrix[5],
  ];
  const boxOfQuad = (matrix: Matrix, x0: number, y0: number, x1: number, y1: number): Box => {
    const corners = [
      point(matrix, x0, y0),
      point(matrix, x1, y0),
      point(matrix, x0, y1),
      point(matrix, x1, y1),
    ];
    const xs = corners.map((corner) => corner[0]);
    const ys = corners.map((corner) => corner[1]);
    return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
  };
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
    const [ox, oy] = point(matrix, x, y + state.rise);
    const [ex, ey] = state.font.vertical ? [ox, oy] : point(matrix, x + advance, y + state.rise);
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
      boxOfQuad(
        state.ctm,
        asNumber(bounds[0]),
        asNumber(bounds[1]),
        asNumber(bounds[2]),
        asNumber(bounds[3]),
      ),
    );
    if (!box) return;
    paths += 1;
    const path = Array.isArray(data) ? (data as unknown[])[0] : undefined;
    const values = path instanceof Float32Array ? path : null;
    classifyPath(page, box, values, state.ctm, point);
  };

  const addImage = (matrix: Matrix): void => {
    const box = clip(boxOfQuad(matrix, 0, 0, 1, 1));
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

/** Sorts a painted path into rules, panels and shapes, one subpath at a time where its points are known. */
const classifyPath = (
  page: PageGraphics,
  whole: Box,
  values: Float32Array | null,
  matrix: Matrix,
  point: (matrix: Matrix, x: number, y: number) => [number, number],
): void => {
  const add = (box: Box, isStraight: boolean): void => {
    const w = box.x1 - box.x0;
    const h = box.y1 - box.y0;
    if (w <= RULE_THICKNESS && h <= RULE_THICKNESS) return;
    if (isStraight && h <= RULE_THICKNESS) page.rules.push({ ...box, horizontal: true });
    else if (isStraight && w <= RULE_THICKNESS) page.rules.push({ ...box, horizontal: false });
    else if (isStraight) page.panels.push(box);
    else page.shapes.push(box);
  };
  if (!values || values.length > 20_000) {
    add(whole, false);
    return;
  }
  let points: [number, number][] = [];
  let isStraight = true;
  const flush = (): void => {
    if (points.length >= 2) {
      const xs = points.map((p) => p[0]);
      const ys = points.map((p) => p[1]);
      const box = {
        x0: Math.max(0, Math.min(...xs)),
        y0: Math.max(0, Math.min(...ys)),
        x1: Math.min(page.width, Math.max(...xs)),
        y1: Math.min(page.height, Math.max(...ys)),
      };
      if (box.x1 >= box.x0 && box.y1 >= box.y0) {
        const isAxisAligned = points.every((p, i) => {
          const q = points[i - 1];
          return !q || Math.abs(p[0] - q[0]) < 0.6 || Math.abs(p[1] - q[1]) < 0.6;
        });
        add(box, isStraight && isAxisAligned);
      }
    }
    points = [];
    isStraight = true;
  };
  for (let i = 0; i < values.length;) {
    const op = values[i];
    i += 1;
    if (op === 0) {
      flush();
      points.push(point(matrix, values[i] ?? 0, values[i + 1] ?? 0));
      i += 2;
    } else if (op === 1) {
      points.push(point(matrix, values[i] ?? 0, values[i + 1] ?? 0));
      i += 2;
    } else if (op === 2) {
      isStraight = false;
      points.push(point(matrix, values[i + 4] ?? 0, values[i + 5] ?? 0));
      i += 6;
    }
  }
  flush();
};
