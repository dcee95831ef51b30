import { ConversionError } from '../conversion-error.js';
import type { ExtractedPage } from '../converter.js';
import { areaOf, unionOf } from '../layout/geometry/box.js';
import { withStableIds } from '../layout/items/item-id.js';
import type { FigureCropper } from '../layout/ocr-page/read-page-by-ocr.js';
import { readPageByOcr } from '../layout/ocr-page/read-page-by-ocr.js';
import type { StructuredItem } from '../layout/page/structure-types.js';
import { rotatedPixels } from '../ocr/page-image.js';
import { figureImage, renderForFigures, withFigureImages } from './figure-images.js';
import type { LoadedPage } from './load-page.js';
import type { PageSource } from './page-source.js';
import type { Raster } from '../images/raster.js';
import { boundedDpi, renderPnm } from './render-page.js';
import { cropRaster, readPnm } from '../images/raster.js';
import { hasUndecodablePicture } from './undecodable-picture.js';

const OCR_DPI = 300;
const MIN_OCR_DPI = 36;
/** Slightly more than the long side of A4 at 300 dpi. Larger pages are scans whose page box was never set to the paper size. */
const OCR_LONG_SIDE = 3700;
const MIN_FIGURE_SHARE = 0.02;

/**
 * Recognises the rendered page. A page on which nothing is recognised becomes one figure, unless it is empty.
 *
 * @throws ConversionError `picture_damaged` if it is empty because its picture can't be decoded
 */
export const recognisePage = async (source: PageSource, page: LoadedPage): Promise<ExtractedPage> => {
  const { file, pageNumber, context } = source;
  const size = { width: page.graphics.width, height: page.graphics.height };
  const dpi = ocrDpi(size, context.limits.maxPixels);
  const picture = await renderPnm(file, pageNumber, dpi, true, context);
  let rendered: Promise<Raster | null> | undefined;
  const cropFigure: FigureCropper = async (part, quarter) => {
    const raster = await (rendered ??= renderForFigures(source, size));
    return raster && figureImage(rotatedPixels(cropRaster(raster, part), quarter));
  };
  const { content, images } = await readPageByOcr(picture, dpi, size, cropFigure, context);
  if (content.items.length > 0) return { pageNumber, content, images };
  const figure = await pageAsFigure(source, page, picture);
  if (figure) return figure;
  if (await hasUndecodablePicture(file, pageNumber, context)) throw new ConversionError('picture_damaged');
  return { pageNumber, content, images: [] };
};

const ocrDpi = (size: { width: number; height: number }, maxPixels: number): number => {
  const fitting = Math.floor((OCR_LONG_SIDE * 72) / Math.max(size.width, size.height));
  return boundedDpi(size, Math.max(MIN_OCR_DPI, Math.min(OCR_DPI, fitting)), maxPixels);
};

/** The images of the page as one figure; null if there is next to nothing to see. */
const pageAsFigure = async (
  source: PageSource,
  page: LoadedPage,
  picture: Uint8Array,
): Promise<ExtractedPage | null> => {
  const { width, height, images: drawn } = page.graphics;
  const box = drawn.length > 0 ? unionOf(drawn) : { x0: 0, y0: 0, x1: width, y1: height };
  if (areaOf(box) < MIN_FIGURE_SHARE * width * height || isUniform(picture)) return null;
  const figure: StructuredItem = { item: { type: 'figure', content: '', src: '' }, box, crop: true };
  const { items, images } = await withFigureImages(source, { width, height }, [figure]);
  if (items.length === 0) throw new ConversionError('picture_damaged');
  return {
    pageNumber: source.pageNumber,
    content: { items: withStableIds(items), page_info: { page_type: 'ocr', width, height } },
    images,
  };
};

const MAX_SAMPLES = 500_000;
const BACKGROUND_TOLERANCE = 24;
const UNIFORM_SHARE = 0.995;

/** Whether next to nothing in the image differs from its background. */
const isUniform = (pgm: Uint8Array): boolean => {
  const { samples } = readPnm(pgm);
  const counts = new Uint32Array(256);
  const step = Math.max(1, Math.floor(samples.length / MAX_SAMPLES));
  let total = 0;
  for (let i = 0; i < samples.length; i += step) {
    const level = samples[i] ?? 0;
    counts[level] = (counts[level] ?? 0) + 1;
    total += 1;
  }
  const background = counts.indexOf(Math.max(...counts));
  const near = counts
    .slice(Math.max(0, background - BACKGROUND_TOLERANCE), background + BACKGROUND_TOLERANCE + 1)
    .reduce((sum, count) => sum + count, 0);
  return near > UNIFORM_SHARE * total;
};
