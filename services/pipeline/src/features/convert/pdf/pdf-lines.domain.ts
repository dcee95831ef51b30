import type { Piece } from '../common/assemble-lines.domain.js';
import { assembleLines } from '../common/assemble-lines.domain.js';
import { directionOfText, isCjk } from '../common/script.domain.js';
import type { TextLine } from '../common/text-line.js';
import type { Glyph } from './page-graphics.domain.js';
import type { LoadedPage } from './pdf-document.js';

/** The lines of a page's text layer. `tagOf` names the structure role of a marked content id, in tagged files. */
export const linesOfPage = (page: LoadedPage, tagOf?: (mcid: number) => string | undefined): TextLine[] => {
  const { glyphs } = page.graphics;
  const pieces = glyphs.map((glyph) => toPiece(glyph, page, tagOf));
  return assembleLines(pieces, directionOfText(glyphs.map((glyph) => glyph.text).join('')));
};

const toPiece = (glyph: Glyph, page: LoadedPage, tagOf?: (mcid: number) => string | undefined): Piece => {
  const x = (glyph.x0 + glyph.x1) / 2;
  const y = (glyph.y0 + glyph.y1) / 2;
  const link = page.links.find((area) => x >= area.x0 && x <= area.x1 && y >= area.y0 && y <= area.y1)?.url;
  const tag = glyph.mcid >= 0 ? tagOf?.(glyph.mcid) : undefined;
  const { bold, italic, math } = glyph.font;
  // Chinese type is all of one width, which makes no code of it.
  const mono = glyph.font.mono && !isCjk(glyph.text);
  return {
    text: glyph.text,
    x0: glyph.x0,
    y0: glyph.y0,
    x1: glyph.x1,
    y1: glyph.y1,
    baseline: glyph.baseline,
    size: glyph.size,
    style: { bold, italic, mono, math },
    artifact: glyph.artifact,
    ...(link ? { link } : {}),
    ...(tag ? { tag } : {}),
  };
};
