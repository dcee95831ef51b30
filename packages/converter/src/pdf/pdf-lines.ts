import type { Piece } from '../layout/lines/assemble-lines.js';
import { assembleLines } from '../layout/lines/assemble-lines.js';
import { directionOfText, isCjk } from '../layout/lines/script.js';
import type { TextLine } from '../layout/lines/text-line.js';
import type { GlyphFont } from './glyph-font.js';
import type { LoadedPage } from './pdf-document.js';
import type { ContentTag } from './structure-tags.js';
import { lyingLine } from './turned-page.js';

/** The lines of a page's text layer. `tags`: what a tagged file says of each marked content id. */
export const linesOfPage = (page: LoadedPage, tags?: ReadonlyMap<number, ContentTag>): TextLine[] => {
  const { glyphs } = page.graphics;
  const styleOf = styles();
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

/** Lines that lie on an upright page, where they are seen. */
export const lyingLinesOfPage = (page: LoadedPage): TextLine[] =>
  page.lying.flatMap(({ turn, graphics }) =>
    linesOfPage({ ...page, graphics, links: [] }).map((line) => lyingLine(line, turn, page.shown)),
  );

const linkAt = (page: LoadedPage, x: number, y: number): string | undefined =>
  page.links.find((area) => x >= area.x0 && x <= area.x1 && y >= area.y0 && y <= area.y1)?.url;

/** One style for all letters of a font. Chinese type is all of one width, which makes no code of it. */
const styles = (): ((font: GlyphFont, isWide: boolean) => Piece['style']) => {
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
