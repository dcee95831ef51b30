import type { PageContent } from '@hamkhan/contracts/content';
import type { ConverterContext, ExtractedImage } from '../../converter.js';
import type { Rotation } from '../../ocr/page-image.js';
import type { Box } from '../geometry/box.js';
import type { DraftItem } from '../items/item-id.js';
import { withStableIds } from '../items/item-id.js';
import { structureRecognition } from './structure-recognition.js';

/** Crops a part (in fractions of the page) from the image of the page and turns it upright; null if the page can't be rendered. */
export type FigureCropper = (part: Box, quarter: Rotation['quarter']) => Promise<ExtractedImage | null>;

/**
 * Recognises a page image and structures the result.
 *
 * @param image the bytes of a binary PGM, PNG or JPEG file, at `dpi`
 * @param size of the page in points
 * @param cropFigure makes the images of figures; figures without an image are left out
 */
export const readPageByOcr = async (
  image: Uint8Array,
  dpi: number,
  size: { width: number; height: number },
  cropFigure: FigureCropper,
  context: Pick<ConverterContext, 'ocr' | 'language' | 'signal'>,
): Promise<{ content: PageContent; images: ExtractedImage[] }> => {
  const { language, signal } = context;
  const result = await context.ocr.recognise(image, { language, dpi, signal });
  const { items, confidence } = structureRecognition(result, size);
  const images = new Map<string, ExtractedImage>();
  const kept: DraftItem[] = [];
  for (const item of items) {
    if (item.type !== 'figure') {
      kept.push(item);
      continue;
    }
    const [x0, y0, x1, y1] = item.bbox ?? [0, 0, 1, 1];
    const figure = await cropFigure({ x0, y0, x1, y1 }, result.rotation?.quarter ?? 0);
    if (!figure) continue;
    images.set(figure.name, figure);
    kept.push({ ...item, src: figure.name });
  }
  return {
    content: {
      items: withStableIds(kept),
      page_info: {
        page_type: kept.length === 0 ? 'blank' : 'ocr',
        width: size.width,
        height: size.height,
        ...(confidence === undefined ? {} : { confidence }),
      },
    },
    images: [...images.values()],
  };
};
