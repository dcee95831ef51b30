import type { BlockSink } from '../block-sink.js';
import type { MarkupElement } from '../markup.js';
import { firstDescendant, hasClass, hasRole, plainText } from '../markup.js';

const PAGE_NUMBER_CLASS = /^(page-?(num|number|no|break)s?|pb|folio)$/i;
const PAGE_NUMBER = /^[[({]?\s*(p\.?|pg\.?|page)?\s*[\divxlc]{1,8}\s*[\])}]?$/i;
const MAX_LABEL_LENGTH = 24;

/**
 * Reads an element that marks the beginning of a page of the print edition. Its page number is not part of the text.
 * @returns whether the element was a page break
 */
export const readPageBreak = (element: MarkupElement, sink: BlockSink): boolean => {
  const isMarked = hasRole(element, 'pagebreak');
  if (!isMarked && !hasClass(element, PAGE_NUMBER_CLASS)) return false;
  const label = plainText(element);
  if (label.length > MAX_LABEL_LENGTH) return false;
  if (!isMarked && !PAGE_NUMBER.test(label) && label !== '') return false;
  const id = element.attributes['id'] ?? firstDescendant(element, 'a')?.attributes['id'];
  sink.addAnchor(id, true);
  return true;
};
