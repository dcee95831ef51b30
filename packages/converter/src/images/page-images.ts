import type { Canvas, Image } from '@napi-rs/canvas';
import { ConversionError } from '../conversion-error.js';
import type { ConverterContext, RenderedPage, PageImage, PageRange } from '../converter.js';
import { scaledWebp } from './raster.js';
import { toExtractedImage } from './extracted-image.js';

/** Pixels: for a list, for a phone or half a screen, for a whole screen. */
const IMAGE_WIDTHS = [320, 800, 1400] as const;
export const MAX_IMAGE_WIDTH = 1400;

/** An image in each width, narrowest first; never enlarged. */
export const imagesInEachWidth = async (drawing: Canvas | Image): Promise<PageImage[]> => {
  const images: PageImage[] = [];
  for (const wanted of IMAGE_WIDTHS) {
    if (images.at(-1)?.width === drawing.width) break;
    const { bytes, width, height } = await scaledWebp(drawing, wanted);
    images.push({ ...toExtractedImage(bytes, 'image/webp'), width, height });
  }
  return images;
};

/** Renders page after page; pages that can't be rendered are left out. */
export async function* renderPages(
  range: PageRange,
  context: ConverterContext,
  draw: (pageNumber: number) => Promise<Canvas>,
): AsyncGenerator<RenderedPage> {
  for (let pageNumber = range.from; pageNumber <= range.to; pageNumber += 1) {
    context.signal.throwIfAborted();
    try {
      yield { pageNumber, of: 'page', images: await imagesInEachWidth(await draw(pageNumber)) };
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error;
    }
  }
}
