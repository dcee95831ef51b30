import { z } from 'zod';

/** The properties of a font that the extraction uses. */
export type GlyphFont = {
  name: string;
  bold: boolean;
  italic: boolean;
  mono: boolean;
  math: boolean;
  ascent: number;
  descent: number;
};

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

/** A font with the metrics for placing its glyphs. */
export type FontRecord = {
  font: GlyphFont;
  scaleX: number;
  scaleY: number;
  vertical: boolean;
  vmetrics: readonly number[] | null;
  /** Widths of the Latin letters drawn, in glyph units. */
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

/** The style of a font by its PostScript name, as foundries and TeX write it; the flags of the font descriptor are often missing. */
export const fontStyleOf = (rawName: string): Pick<GlyphFont, 'bold' | 'italic' | 'mono' | 'math'> => {
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

/** Fonts of ornaments: without a map to Unicode, their letters are bullets, squares and hands. */
export const ORNAMENTS = /dingbats|wingdings|webdings/i;

/** The font before a page sets one. */
export const unknownFont = (): FontRecord => ({
  font: UNKNOWN_FONT,
  scaleX: 0.001,
  scaleY: 1,
  vertical: false,
  vmetrics: null,
  widths: { least: Infinity, most: 0 },
});

/** Reads a font object of pdf.js. */
export const readFont = (raw: unknown): FontRecord => {
  const parsed = PdfFont.parse(raw);
  const style = fontStyleOf(parsed.name);
  const matrix = parsed.fontMatrix ?? [0.001, 0, 0, 0.001, 0, 0];
  const scaleX = Math.abs(matrix[0] || 0.001);
  let scaleY = 1;
  let ascent = parsed.ascent ?? 0.8;
  let descent = parsed.descent ?? -0.2;
  if (parsed.isType3Font) {
    // A Type 3 font has its own unit: only the height of its box tells its size.
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
      bold: style.bold || parsed.bold === true || parsed.black === true,
      italic: style.italic || parsed.italic === true,
      mono: style.mono || (parsed.fallbackName === 'monospace' && !ORNAMENTS.test(parsed.name)),
      math: style.math,
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

/** Corrects fonts that are marked as fixed-pitch by the widths of the letters drawn. */
export const correctMono = (records: Iterable<FontRecord>): void => {
  for (const { font, widths } of records) {
    if (font.mono && widths.most > 1.15 * widths.least) font.mono = false;
  }
};
