import type { ContentItem } from '@hamkhan/contracts/content';

type Items = readonly ContentItem[];

export const withItemAt = (items: Items, at: number, item: ContentItem): ContentItem[] => [
  ...items.slice(0, at),
  item,
  ...items.slice(at),
];
export const withoutItem = (items: Items, at: number): ContentItem[] =>
  items.filter((_, index) => index !== at);
export const withItem = (items: Items, at: number, item: ContentItem): ContentItem[] =>
  items.map((one, index) => (index === at ? item : one));

/** Takes item `from` to stand before what is item `before` now; `before` may be one past the last. */
export const movedItem = (items: Items, from: number, before: number): Items => {
  const item = items[from];
  if (!item || before === from || before === from + 1) return items;
  const rest = withoutItem(items, from);
  return withItemAt(rest, before > from ? before - 1 : before, item);
};

/** The places of the items that are read, in a text with those that are not (`abandon`). */
export const readablePlaces = (items: Items): number[] =>
  items.flatMap((item, index) => (item.type === 'abandon' ? [] : [index]));
