import { AnnotationMode } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PageViewport, PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Glyph, PageGraphics } from './page-graphics.js';
import type { PageLink } from './page-links.js';
import { readLinks } from './page-links.js';
import { readPageGraphics } from './read-page-graphics.js';
import type { Rotation } from './rotated-page.js';
import { isRotatedPage } from './rotated-page.js';

const MIN_SIDEWAYS_LETTERS = 4;

/** `graphics` and `links` are upright: rotated by `rotation` if most text of the page as `shown` runs up or down. */
export type LoadedPage = {
  graphics: PageGraphics;
  links: PageLink[];
  rotation: Rotation;
  shown: { width: number; height: number };
  /** Sideways text on an upright page (heads of narrow columns), read with the page rotated. */
  sideways: { rotation: Rotation; graphics: PageGraphics }[];
};

/** Reads one page (0-based) into glyphs, strokes, images and links. */
export const loadPage = async (document: PDFDocumentProxy, pageNumber: number): Promise<LoadedPage> => {
  const page = await document.getPage(pageNumber + 1);
  try {
    const [operators, annotations] = await Promise.all([
      page.getOperatorList({ annotationMode: AnnotationMode.DISABLE }),
      page.getAnnotations({ intent: 'display' }).catch(() => []),
    ]);
    const fontOf = (id: string): unknown => {
      const store = page.commonObjs as { has(id: string): boolean; get(id: string): unknown };
      return store.has(id) ? store.get(id) : null;
    };
    const viewportOf = (rotation: Rotation): PageViewport =>
      page.getViewport({ scale: 1, rotation: (page.rotate + rotation) % 360 });
    const read = (rotation: Rotation): { rotation: Rotation; graphics: PageGraphics } => ({
      rotation,
      graphics: readPageGraphics(operators, fontOf, viewportOf(rotation)),
    });
    const asShown = read(0);
    const { width, height, turned } = asShown.graphics;
    const sideways = lettersOf(turned) >= MIN_SIDEWAYS_LETTERS ? ([90, 270] as const).map(read) : [];
    const isRotated = isRotatedPage(lettersOf(asShown.graphics.glyphs), lettersOf(turned));
    const best = isRotated
      ? sideways.reduce((a, b) => (lettersOf(b.graphics.glyphs) > lettersOf(a.graphics.glyphs) ? b : a))
      : asShown;
    const viewport = viewportOf(best.rotation);
    return {
      ...best,
      links: readLinks(annotations, (rectangle) => viewport.convertToViewportRectangle(rectangle)),
      shown: { width, height },
      sideways: isRotated ? [] : sideways,
    };
  } finally {
    page.cleanup();
  }
};

const lettersOf = (glyphs: readonly Glyph[]): number => glyphs.filter((glyph) => glyph.text !== ' ').length;
