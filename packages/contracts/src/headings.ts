import type { ContentItem } from './content.js';
import { plainText } from './inline/inline-node.js';
import { parseInline } from './inline/parse-inline.js';
import { unicodeForm } from './unicode-form.js';

const MAX_SLUG = 80;

/** A slug in the script of the text: words in lower case with dashes between them. */
export const slugOf = (text: string): string =>
  unicodeForm('NFKC', text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .slice(0, MAX_SLUG)
    .replace(/^-+|-+$/g, '') || 'section';

/**
 * The names of a page's headings by item id, `heading-{page}-{slug of the text}` (RDR-TOC-10). They are made of the original's
 * words, so that a place keeps its name in every text of the page; two of one name are told apart by a number.
 * @param pageNumber zero-based; the name has it one-based (G10)
 */
export function headingIds(pageNumber: number, items: readonly ContentItem[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const taken = new Map<string, number>();
  for (const item of items) {
    if (item.type !== 'heading' || ids.has(item.id)) continue;
    const name = `heading-${pageNumber + 1}-${slugOf(plainText(parseInline(item.content)))}`;
    const before = taken.get(name) ?? 0;
    taken.set(name, before + 1);
    ids.set(item.id, before === 0 ? name : `${name}-${before + 1}`);
  }
  return ids;
}
