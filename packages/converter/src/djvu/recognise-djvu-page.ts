import type { PageContent } from '@hamkhan/contracts/content';
import { ConversionError } from '../conversion-error.js';
import type { ConverterContext, ExtractedImage, ExtractedPage } from '../converter.js';
import { toExtractedImage } from '../images/extracted-image.js';
import { withStableIds } from '../layout/items/item-id.js';
import { readPageByOcr } from '../layout/ocr-page/read-page-by-ocr.js';
import { rotatedPixels } from '../ocr/page-image.js';
import { cropRaster, encodeWebp, readPnm } from '../images/raster.js';
import type { Raster } from '../images/raster.js';
import { textOfContent } from './content-text.js';
import type { ReadPage } from './djvu-reader.js';
import { renderDjvu } from './djvu-tools.js';
import { hasInk } from './page-ink.js';

/** A little more than the long side of A4 at 300 dpi, the resolution that tesseract reads best. */
const OCR_LONG_SIDE = 3700;
const FIGURE_LONG_SIDE = 2000;
const FIGURE_WIDTH = 1600;

/** The largest size within both limits with the same proportions; never larger than the page. */
const fit = (
  page: { width: number; height: number },
  longSide: number,
  maxPixels: number,
): { width: number; height: number; factor: number } => {
  const factor = Math.min(
    1,
    longSide / Math.max(page.width, page.height),
    Math.sqrt(maxPixels / (page.width * page.height)),
  );
  return { width: page.width * factor, height: page.height * factor, factor };
};

/** Shorter results are usually ornaments or stains, unless the confidence is high. */
const MIN_RECOGNISED_CHARACTERS = 25;
const HIGH_CONFIDENCE = 0.8;

const hasRecognisedText = (content: PageContent): boolean => {
  const text = textOfContent(content).replace(/\s+/g, '');
  if (text.length >= MIN_RECOGNISED_CHARACTERS) return true;
  return (
    (content.page_info.confidence ?? 0) >= HIGH_CONFIDENCE && /[\p{L}\p{N}]{3}|\p{Script=Han}/u.test(text)
  );
};

/** Recognises a rendered page. A page without text becomes a figure, unless it is blank. */
export const recognisePage = async (
  file: string,
  pageNumber: number,
  page: ReadPage,
  context: ConverterContext,
): Promise<ExtractedPage> => {
  const isSideways = page.rotation % 2 === 1;
  const pixels = isSideways
    ? { width: page.height, height: page.width }
    : { width: page.width, height: page.height };
  const size = isSideways ? { width: page.size.height, height: page.size.width } : page.size;
  const target = fit(pixels, OCR_LONG_SIDE, context.limits.maxPixels);
  const picture = await renderDjvu(file, pageNumber, target, true, context);
  const blank: ExtractedPage = {
    pageNumber,
    content: { items: [], page_info: { page_type: 'blank', ...size } },
    images: [],
  };
  if (!hasInk(picture)) return blank;
  let inColour: Promise<Raster> | undefined;
  const renderInColour = (): Promise<Raster> =>
    (inColour ??= renderDjvu(
      file,
      pageNumber,
      fit(pixels, FIGURE_LONG_SIDE, context.limits.maxPixels),
      false,
      context,
    ).then(readPnm));
  const encode = async (raster: Raster): Promise<ExtractedImage> =>
    toExtractedImage(await encodeWebp(raster, FIGURE_WIDTH), 'image/webp');
  const { content, images } = await readPageByOcr(
    picture,
    Math.max(70, Math.round(page.dpi * target.factor)),
    size,
    async (part, quarter) => {
      const raster = await renderInColour().catch((error: unknown) => {
        if (error instanceof ConversionError) return null;
        throw error;
      });
      return raster && encode(rotatedPixels(cropRaster(raster, part), quarter));
    },
    context,
  );
  if (hasRecognisedText(content)) return { pageNumber, content, images };
  const image = await encode(await renderInColour());
  const items = withStableIds([{ type: 'figure', content: '', src: image.name, bbox: [0, 0, 1, 1] }]);
  return { pageNumber, content: { items, page_info: { page_type: 'ocr', ...size } }, images: [image] };
};
