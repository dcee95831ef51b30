import type { SourceLanguage } from '@hamkhan/contracts/languages';
import { heightOf, widthOf } from '../layout/geometry/box.js';
import { imageCoverOf } from '../layout/figures/page-drawing.js';
import type { PageGraphics } from './page-graphics.js';

export type TextLayerVerdict = 'text' | 'ocr' | 'blank';

const SCRIPTS: Partial<Record<SourceLanguage, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  ru: /\p{Script=Cyrillic}/u,
  zh: /\p{Script=Han}/u,
};

/**
 * Decides whether the text layer of a page can be used. It can't if there is nearly no text over an image of the page, if the
 * font maps are broken, or if the text of another script consists of accented Latin characters (a font that only draws the
 * letters).
 */
export const judgeTextLayer = (graphics: PageGraphics, language: SourceLanguage): TextLayerVerdict => {
  const text = graphics.glyphs.map((glyph) => glyph.text).join('');
  const solid = text.replace(/\s+/gu, '');
  const cover = imageCoverOf(graphics);
  const marks = graphics.shapes.length + graphics.rules.length + graphics.panels.length;

  if (graphics.drawn === 0) {
    if (cover > 0.02) return 'ocr';
    // Letters drawn as outlines are many shapes; a frame or a rule are few.
    return graphics.shapes.length > 60 ? 'ocr' : 'blank';
  }
  if (graphics.garbage > 0.25 * graphics.drawn) return 'ocr';
  if (cover > 0.6 && solid.length < 25) return 'ocr';
  if (cover > 0.6 && !reachesBody(graphics)) return 'ocr';
  if (solid.length < 4 && graphics.shapes.length > 200) return 'ocr';
  if (solid.length === 0) return cover > 0.02 || marks > 60 ? 'ocr' : 'blank';

  const own = SCRIPTS[language];
  if (own && solid.length > 80 && !own.test(solid)) {
    const odd = [...solid].filter((char) => /[\u0080-\u02ff]/u.test(char)).length;
    if (odd > 0.3 * solid.length) return 'ocr';
  }
  return 'text';
};

/** Whether the text layer of a scan is more than a stamp or a footer in the margin. */
const reachesBody = (graphics: PageGraphics): boolean => {
  const { width, height } = graphics;
  const inBody = graphics.glyphs.filter(
    (glyph) => glyph.text !== ' ' && glyph.baseline > 0.12 * height && glyph.baseline < 0.88 * height,
  );
  return (
    inBody.length > 20 ||
    inBody.some((glyph) => heightOf(glyph) > 0.05 * height && widthOf(glyph) < 0.5 * width)
  );
};
