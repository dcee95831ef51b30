import { ConversionError } from '../conversion-error.js';
import type { ExtractedPage, OutlineEntry } from '../converter.js';
import { imageCoverOf } from '../layout/figures/page-drawing.js';
import { runningLines } from '../layout/flow/running-heads.js';
import type { Box } from '../layout/geometry/box.js';
import { withStableIds } from '../layout/items/item-id.js';
import { directionOfText } from '../layout/lines/script.js';
import { structurePage } from '../layout/page/structure-page.js';
import type { StructuredItem } from '../layout/page/structure-types.js';
import { withFigureImages } from './figure-images.js';
import type { LoadedPage } from './load-page.js';
import { hasOversizedImage } from './oversized-image.js';
import { sidewaysLinesOf } from './page-lines.js';
import type { PageSource } from './page-source.js';
import type { NeighbourPage, PdfReader, ReadPage } from './pdf-reader.js';
import { recognisePage } from './recognise-page.js';
import { hasUndecodablePicture } from './undecodable-picture.js';
import { rotateBack } from './rotated-page.js';
import { judgeTextLayer } from './text-layer.js';

/** Share of the page height, at the top and at the bottom, that counts as margin. */
const MARGIN = 0.16;
/** Points by which the sides of an image may differ in sum for it to be the same on another page. */
const SAME_IMAGE = 4;

/** The content of a page: from its text layer if that can be trusted, from OCR otherwise. */
export const extractPage = async (
  source: PageSource,
  reader: PdfReader,
  outline: readonly OutlineEntry[],
): Promise<ExtractedPage> => {
  const { file, pageNumber, context } = source;
  const page = await reader.read(pageNumber);
  switch (judgeTextLayer(page.graphics, context.language)) {
    case 'ocr':
      return recognisePage(source, page);
    case 'text':
      return extractText(source, page, reader, outline);
    case 'blank': {
      if (await hasOversizedImage(file, pageNumber, context)) throw new ConversionError('page_too_large');
      const { width, height, images } = page.graphics;
      if (images.length === 0 && (await hasUndecodablePicture(file, pageNumber, context))) {
        throw new ConversionError('picture_damaged');
      }
      return {
        pageNumber,
        content: { items: [], page_info: { page_type: 'blank', width, height } },
        images: [],
      };
    }
  }
};

const extractText = async (
  source: PageSource,
  page: ReadPage,
  reader: PdfReader,
  outline: readonly OutlineEntry[],
): Promise<ExtractedPage> => {
  const { pageNumber } = source;
  const structured = await structureText(page, pageNumber, reader, outline);
  const { rotation, shown } = page;
  const placed = structured.map((entry) => ({ ...entry, box: rotateBack(entry.box, rotation, shown) }));
  const { items, images } = await withFigureImages(source, shown, placed);
  // Figures without an image are left out; a page of figures only would be blank.
  if (items.length === 0 && placed.length > 0) throw new ConversionError('picture_damaged');
  return {
    pageNumber,
    content: { items: withStableIds(items), page_info: { page_type: 'text', ...shown } },
    images,
  };
};

const structureText = async (
  page: ReadPage,
  pageNumber: number,
  reader: PdfReader,
  outline: readonly OutlineEntry[],
): Promise<StructuredItem[]> => {
  const { graphics, lines, edges } = page;
  const neighbours = await reader.neighboursOf(pageNumber);
  const isScan = isScanWithText(page);
  return structurePage({
    width: graphics.width,
    height: graphics.height,
    lines,
    sideways: sidewaysLinesOf(page),
    drawing: isScan ? null : { ...graphics, images: withoutLayoutImages(page, neighbours) },
    running: runningLines(
      edges,
      neighbours.map((neighbour) => ({ offset: neighbour.offset, edges: neighbour.edges })),
    ),
    profile: await reader.profile(),
    direction: directionOfText(graphics.glyphs.map((glyph) => glyph.text).join('')),
    outline: outline.filter((entry) => entry.page === pageNumber),
    isRecognised: isScan,
  });
};

/** The images of a page without those at the same place in the margin of a neighbour: logos and ornaments of the layout. */
const withoutLayoutImages = (page: LoadedPage, neighbours: readonly NeighbourPage[]): Box[] => {
  const { height, images } = page.graphics;
  const isSame = (a: Box, b: Box): boolean =>
    Math.abs(a.x0 - b.x0) + Math.abs(a.y0 - b.y0) + Math.abs(a.x1 - b.x1) + Math.abs(a.y1 - b.y1) <
    SAME_IMAGE;
  return images.filter((image) => {
    const isInMargin = image.y1 < MARGIN * height || image.y0 > (1 - MARGIN) * height;
    return (
      !isInMargin || !neighbours.some((other) => other.graphics.images.some((box) => isSame(box, image)))
    );
  });
};

/** Whether the text is invisible over an image of the page: another program recognised it. */
const isScanWithText = ({ graphics }: LoadedPage): boolean => {
  const hidden = graphics.glyphs.filter((glyph) => glyph.hidden).length;
  return hidden > 0.5 * graphics.glyphs.length && imageCoverOf(graphics) > 0.6;
};
