import type { MarkupElement } from './markup.js';
import { hasClass } from './markup.js';
import { tidyLatex } from './mathml/tex-annotation.js';

const SMALL_IMAGE_CLASS = /inline|icon|emoji|glyph|drop-?cap|ornament-?inline/i;
const SMALL_IMAGE_PIXELS = 48;
const MAX_TEX_LENGTH = 5000;

const lengthInPixels = (value: string | undefined): number | undefined => {
  const match = /^\s*([\d.]+)\s*(px|em|ex|pt)?\s*$/.exec(value ?? '');
  if (!match) return undefined;
  const unit = match[2] === 'em' ? 16 : match[2] === 'ex' ? 8 : match[2] === 'pt' ? 1.33 : 1;
  return Number(match[1]) * unit;
};

/** Whether an `img` is a sign within the line, by its class or its declared size. */
export const isSmallImage = (image: MarkupElement): boolean => {
  if (hasClass(image, SMALL_IMAGE_CLASS)) return true;
  const style = image.attributes['style'] ?? '';
  const declared = (property: string): string | undefined =>
    image.attributes[property] ?? new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]{1,20})`).exec(style)?.[1];
  return ['height', 'width'].some((property) => {
    const length = lengthInPixels(declared(property));
    return length !== undefined && length <= SMALL_IMAGE_PIXELS;
  });
};

/** The TeX of a formula that is set as an image, recognised by the class or by the alternative text itself. */
export const texOfImage = (image: MarkupElement): string | undefined => {
  const alternative = image.attributes['alt'] ?? '';
  const isTex =
    /^\s*(\{\\displaystyle|\$|\\[([])/.test(alternative) ||
    (hasClass(image, /math|tex|latex|equation/i) && /\\[a-z]+|[_^{]/i.test(alternative));
  return isTex && alternative.length < MAX_TEX_LENGTH ? tidyLatex(alternative) : undefined;
};
