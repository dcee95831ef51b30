import { ConversionError } from '../conversion-error.js';
import type { ExtractedImage } from '../converter.js';
import { toExtractedImage } from '../images/extracted-image.js';
import type { Box } from '../layout/geometry/box.js';
import type { DraftItem } from '../layout/items/item-id.js';
import { toBoundingBox } from '../layout/page/bounding-box.js';
import type { StructuredItem } from '../layout/page/structure-types.js';
import type { PageSource } from './page-source.js';
import type { Raster } from '../images/raster.js';
import { boundedDpi, renderPnm } from './render-page.js';
import { cropRaster, encodeWebp, readPnm } from '../images/raster.js';

const FIGURE_DPI = 160;
const MAX_FIGURE_PIXELS = 12_000_000;
const FIGURE_WIDTH = 1600;
const MATH_MARGIN = 3;

type Size = { width: number; height: number };

/**
 * Renders the page once and crops the images of figures and formulas from it. If rendering fails, figures are left out and formulas
 * keep their text.
 */
export const withFigureImages = async (
  source: PageSource,
  size: Size,
  structured: readonly StructuredItem[],
): Promise<{ items: DraftItem[]; images: ExtractedImage[] }> => {
  const place = (item: DraftItem, box: Box): DraftItem => ({ ...item, bbox: toBoundingBox(box, size) });
  const images = new Map<string, ExtractedImage>();
  const items: DraftItem[] = [];
  const needsImage = structured.some((entry) => entry.crop);
  const raster = needsImage ? await renderForFigures(source, size) : null;
  for (const { item, box, crop } of structured) {
    if (!crop || (item.type !== 'figure' && item.type !== 'math')) {
      items.push(place(item, box));
    } else if (raster) {
      const part = partOfPage(box, size, item.type === 'math' ? MATH_MARGIN : 0);
      const image = await figureImage(cropRaster(raster, part));
      images.set(image.name, image);
      items.push(place({ ...item, src: image.name }, box));
    } else if (item.type === 'math') items.push(place(item, box));
  }
  return { items, images: [...images.values()] };
};

/** The page in colour at the resolution of figures; null if it can't be rendered. */
export const renderForFigures = async (
  { file, pageNumber, context }: PageSource,
  size: Size,
): Promise<Raster | null> => {
  try {
    const dpi = boundedDpi(size, FIGURE_DPI, MAX_FIGURE_PIXELS);
    return readPnm(await renderPnm(file, pageNumber, dpi, false, context));
  } catch (error) {
    if (error instanceof ConversionError) return null;
    throw error;
  }
};

export const figureImage = async (raster: Raster): Promise<ExtractedImage> =>
  toExtractedImage(await encodeWebp(raster, FIGURE_WIDTH), 'image/webp');

/** A box with a margin around it, in fractions of the page. */
const partOfPage = (box: Box, size: Size, margin: number): Box => ({
  x0: (box.x0 - margin) / size.width,
  y0: (box.y0 - margin) / size.height,
  x1: (box.x1 + margin) / size.width,
  y1: (box.y1 + margin) / size.height,
});
