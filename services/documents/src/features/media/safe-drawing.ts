import { ConversionError } from '@hamkhan/converter/conversion-error';
import { decodeMarkup, firstDescendant, parseMarkup } from '@hamkhan/converter/epub/markup';
import { sanitiseSvg } from '@hamkhan/converter/epub/svg';

/** Parsing blocks the process; a drawing for a page is far smaller. */
export const MAX_DRAWING_BYTES = 1024 * 1024;

/** An uploaded SVG with known shapes only: no scripts, event handlers or references. Null when nothing to draw is left. */
export function safeDrawing(bytes: Buffer): Buffer | null {
  try {
    const root = firstDescendant(parseMarkup(decodeMarkup(bytes)), 'svg');
    const drawing = root && sanitiseSvg(root);
    return drawing === undefined ? null : Buffer.from(drawing);
  } catch (error) {
    if (error instanceof ConversionError) return null;
    throw error;
  }
}
