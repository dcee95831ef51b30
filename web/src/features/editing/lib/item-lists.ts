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

/** Moves item `from` before item `before`, which may be one past the last. */
export const movedItem = (items: Items, from: number, before: number): Items => {
  const item = items[from];
  if (!item || before === from || before === from + 1) return items;
  const rest = withoutItem(items, from);
  return withItemAt(rest, before > from ? before - 1 : before, item);
};

/** Indexes of the readable items, without running heads and page numbers (`abandon`). */
export const readableIndexes = (items: Items): number[] =>
  items.flatMap((item, index) => (item.type === 'abandon' ? [] : [index]));
