import type { Box } from '../geometry/box.js';
import { unionOf } from '../geometry/box.js';
import type { DraftItem } from './item-id.js';
import type { StructuredItem } from '../page/structure-types.js';

type ListEntry = Extract<DraftItem, { type: 'list' }>['list-items'][number];

/** Merges consecutive list entries into lists; entries further in are below the entry before them. */
export const mergeLists = (items: readonly StructuredItem[], direction: 'ltr' | 'rtl'): StructuredItem[] => {
  const startOf = (box: Box): number => (direction === 'rtl' ? -box.x1 : box.x0);
  const isListStart = (entry: StructuredItem, before: StructuredItem | undefined): boolean =>
    entry.ordinal === undefined || entry.ordinal <= 1 || before?.item.type === 'list';
  const merged: StructuredItem[] = [];
  let starts: { x: number; entries: ListEntry[] }[] = [];
  for (const entry of items) {
    const before = merged.at(-1);
    const { item } = entry;
    if (item.type !== 'list' || !isListStart(entry, before)) {
      merged.push(item.type === 'list' ? asText(entry) : entry);
      starts = [];
      continue;
    }
    const own = item['list-items'][0];
    if (!own) continue;
    const top = starts.at(-1);
    if (before?.item.type !== 'list' || !top) {
      const list = { ...item, 'list-items': [own] };
      merged.push({ item: list, box: entry.box });
      starts = [{ x: startOf(entry.box), entries: list['list-items'] }];
      continue;
    }
    before.box = unionOf([before.box, entry.box]);
    const isDeeper = startOf(entry.box) > top.x + 6 && starts.length < 6;
    const parent = top.entries.at(-1);
    if (isDeeper && parent) {
      parent['list-items'] ??= [];
      parent.list_type = item.list_type;
      parent['list-items'].push(own);
      starts.push({ x: startOf(entry.box), entries: parent['list-items'] });
      continue;
    }
    while (starts.length > 1 && (starts.at(-1)?.x ?? 0) > startOf(entry.box) + 6) starts.pop();
    starts.at(-1)?.entries.push(own);
  }
  return merged;
};

/** A numbered entry whose list begins elsewhere becomes text with its number, because lists of the content model always start at 1. */
const asText = (entry: StructuredItem): StructuredItem => ({
  item: { type: 'text', content: entry.marked ?? '' },
  box: entry.box,
  size: entry.size,
});
