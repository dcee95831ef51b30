import type { ItemSpan, PageText } from '../page-text.js';

/** A range of a page's text in UTF-16 units, end excluded. */
export type TextRange = { start: number; end: number };

/** A passage as offsets from the beginning of an item. `end` may be in a later item. */
export type ItemPlace = { itemId: string; itemIndex: number; start: number; end: number };

const isHigh = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800;
const isLow = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;

/** The nearest index at or before `at` that is not between two surrogates of one character. */
export const wholeCharacter = (text: string, at: number): number =>
  at > 0 && at < text.length && isLow(text, at) && isHigh(text, at - 1) ? at - 1 : at;

/** The place of a range by the item it begins in; null on a page without items. */
export function placeOf(page: PageText, { start, end }: TextRange): ItemPlace | null {
  const item = page.items.findLast((one) => one.start <= start) ?? page.items[0];
  if (!item) return null;
  return { itemId: item.id, itemIndex: item.index, start: start - item.start, end: end - item.start };
}

/** The item with this id; of several, the nearest to the old index. */
export function itemAt(
  page: PageText,
  { itemId, itemIndex }: Pick<ItemPlace, 'itemId' | 'itemIndex'>,
): ItemSpan | null {
  let nearest: ItemSpan | null = null;
  for (const item of page.items) {
    if (item.id !== itemId) continue;
    if (!nearest || Math.abs(item.index - itemIndex) < Math.abs(nearest.index - itemIndex)) nearest = item;
  }
  return nearest;
}

/** The range of a place in the text of the page, clipped to the text; null if the item no longer exists. */
export function rangeAt(page: PageText, place: ItemPlace): TextRange | null {
  const item = itemAt(page, place);
  if (!item) return null;
  const { text } = page;
  const start = wholeCharacter(text, Math.min(item.start + place.start, text.length));
  const end = wholeCharacter(text, Math.min(item.start + place.end, text.length));
  return end > start ? { start, end } : null;
}
