import type { Canvas, Image } from '@napi-rs/canvas';
import { ConversionError } from '../conversion-error.js';
import type { ConverterContext, DepictedPage, PagePicture, PageRange } from '../converter.js';
import { scaledWebp } from '../pdf/render-page.js';
import { toExtractedImage } from './extracted-image.js';

/** In pixels: a list, a phone or half a screen, a whole screen. */
const PICTURE_WIDTHS = [320, 800, 1400] as const;
export const WIDEST_PICTURE = 1400;

/** A drawing in each width, narrowest first; never larger than it is. */
export const picturesOf = async (drawing: Canvas | Image): Promise<PagePicture[]> => {
  const pictures: PagePicture[] = [];
  for (const wanted of PICTURE_WIDTHS) {
    if (pictures.at(-1)?.width === drawing.width) break;
    const { bytes, width, height } = await scaledWebp(drawing, wanted);
    pictures.push({ ...toExtractedImage(bytes, 'image/webp'), width, height });
  }
  return pictures;
};

/** Draws page after page; one that can't be drawn is passed over. */
export async function* depictPages(
  range: PageRange,
  context: ConverterContext,
  draw: (pageNumber: number) => Promise<Canvas>,
): AsyncGenerator<DepictedPage> {
  for (let pageNumber = range.from; pageNumber <= range.to; pageNumber += 1) {
    context.signal.throwIfAborted();
    try {
      yield { pageNumber, of: 'page', pictures: await picturesOf(await draw(pageNumber)) };
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error;
    }
  }
}
