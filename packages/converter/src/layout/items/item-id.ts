import { createHash } from 'node:crypto';
import type { ContentItem } from '@hamkhan/contracts/content';
import { unicodeForm } from '@hamkhan/contracts/unicode-form';

/** An item without its id. Distributes over the union, so that each type keeps its own fields. */
export type DraftItem = ContentItem extends infer I ? (I extends ContentItem ? Omit<I, 'id'> : never) : never;

const normalise = (text: string): string =>
  unicodeForm('NFKC', text).replace(/\s+/gu, ' ').trim().toLowerCase();

const textOf = (item: DraftItem): string => {
  switch (item.type) {
    case 'list': {
      const flatten = (entries: (typeof item)['list-items']): string =>
        entries.map((entry) => `${entry.content} ${flatten(entry['list-items'] ?? [])}`).join('\n');
      return flatten(item['list-items']);
    }
    case 'figure':
      return item.src;
    case 'math':
      return item.content || (item.src ?? '');
    default:
      return item.content;
  }
};

/**
 * Gives every item of a page an id: a hash of its type, its normalised text and the number of equal items before it. An id
 * survives reprocessing if the text is the same, so that notes and edits stay attached.
 */
export const withStableIds = (items: readonly DraftItem[]): ContentItem[] => {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const key = `${item.type}\u0000${normalise(textOf(item))}`;
    const occurrence = seen.get(key) ?? 0;
    seen.set(key, occurrence + 1);
    const id = createHash('sha256').update(`${key}\u0000${occurrence}`).digest('base64url').slice(0, 16);
    return { ...item, id };
  });
};
