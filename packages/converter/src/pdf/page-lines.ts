import type { Piece } from '../layout/lines/piece.js';
import { assembleLines } from '../layout/lines/assemble-lines.js';
import { directionOfText, isCjk } from '../layout/lines/script.js';
import type { TextLine } from '../layout/lines/text-line.js';
import type { GlyphFont } from './glyph-font.js';
import type { LoadedPage } from './load-page.js';
import { sidewaysLine } from './rotated-page.js';
import type { ContentTag } from './structure-tags.js';

/** The lines of a page's text layer. @param tags what a tagged file says about each marked content id */
export const linesOfPage = (page: LoadedPage, tags?: ReadonlyMap<number, ContentTag>): TextLine[] => {
  const { glyphs } = page.graphics;
  const styleOf = fontStyles();
  const pieces = glyphs.map((glyph, order): Piece => {
    const { text, x0, y0, x1, y1, baseline, size, artifact } = glyph;
    const tag = glyph.mcid >= 0 ? tags?.get(glyph.mcid) : undefined;
    return {
      text,
      order,
      x0,
      y0,
      x1,
      y1,
      baseline,
      size,
      style: styleOf(glyph.font, isCjk(text)),
      artifact,
      link: page.links.length > 0 ? linkAt(page, (x0 + x1) / 2, (y0 + y1) / 2) : undefined,
      tag: tag?.role,
      cell: tag?.cell,
    };
  });
  return assembleLines(pieces, directionOfText(glyphs.map((glyph) => glyph.text).join('')));
};

/** The sideways lines of an upright page, at the places where they are seen. */
export const sidewaysLinesOf = (page: LoadedPage): TextLine[] =>
  page.sideways.flatMap(({ rotation, graphics }) =>
    linesOfPage({ ...page, graphics, links: [] }).map((line) => sidewaysLine(line, rotation, page.shown)),
  );

const linkAt = (page: LoadedPage, x: number, y: number): string | undefined =>
  page.links.find((area) => x >= area.x0 && x <= area.x1 && y >= area.y0 && y <= area.y1)?.url;

/** One style object for all letters of a font. All Chinese fonts are fixed-pitch, which does not make their text code. */
const fontStyles = (): ((font: GlyphFont, isWide: boolean) => Piece['style']) => {
  const known = new Map<GlyphFont, { narrow: Piece['style']; wide: Piece['style'] }>();
  return (font, isWide) => {
    let pair = known.get(font);
    if (!pair) {
      const { bold, italic, mono, math } = font;
      pair = { narrow: { bold, italic, mono, math }, wide: { bold, italic, mono: false, math } };
      known.set(font, pair);
    }
    return isWide ? pair.wide : pair.narrow;
  };
};
