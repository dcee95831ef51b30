import type { ContentItem, ListEntry } from '@hamkhan/contracts/content';
import { diffArrays } from 'diff';
import { bareAddress, isSameItem } from './item-defaults.js';
import { readTable } from './table-model.js';

/** What became of one item. */
export type ItemChange =
  | { kind: 'same' | 'added' | 'removed' | 'moved'; item: ContentItem }
  | { kind: 'modified'; item: ContentItem; before: ContentItem; moved: boolean };

export type ChangeCounts = { added: number; removed: number; modified: number; moved: number };

const byId = (items: readonly ContentItem[]): Map<string, ContentItem> =>
  new Map(items.map((item) => [item.id, item]));

/** Item by item what became of a text: in the order it has now, with what was taken away where it stood. */
export const diffItems = (before: readonly ContentItem[], after: readonly ContentItem[]): ItemChange[] => {
  const [was, is] = [byId(before), byId(after)];
  const changes: ItemChange[] = [];
  const arrive = (id: string, isMoved: boolean) => {
    const [old, item] = [was.get(id), is.get(id)];
    if (!item) return;
    if (!old) changes.push({ kind: 'added', item });
    else if (!isSameItem(old, item)) changes.push({ kind: 'modified', item, before: old, moved: isMoved });
    else changes.push({ kind: isMoved ? 'moved' : 'same', item });
  };
  for (const part of diffArrays([...was.keys()], [...is.keys()])) {
    for (const id of part.value) {
      if (!part.removed) arrive(id, part.added);
      else if (!is.has(id)) {
        const item = was.get(id);
        if (item) changes.push({ kind: 'removed', item });
      }
    }
  }
  return changes;
};

export const countChanges = (changes: readonly ItemChange[]): ChangeCounts => {
  const count = (kind: ItemChange['kind']) => changes.filter((change) => change.kind === kind).length;
  return {
    added: count('added'),
    removed: count('removed'),
    modified: count('modified'),
    moved: count('moved') + changes.filter((change) => change.kind === 'modified' && change.moved).length,
  };
};

const entryLines = (entries: readonly ListEntry[], ordered: boolean, depth: number): string[] =>
  entries.flatMap((entry, index) => [
    `${'    '.repeat(depth)}${ordered ? `${index + 1}.` : '•'} ${entry.content}`,
    ...entryLines(entry['list-items'] ?? [], entry.list_type === 'ordered', depth + 1),
  ]);

/** An item as a text whose words can be compared. */
export const textOfItem = (item: ContentItem): string => {
  switch (item.type) {
    case 'list':
      return entryLines(item['list-items'], item.list_type === 'ordered', 0).join('\n');
    case 'table': {
      const { head, rows } = readTable(item.content);
      return [...(head ? [head] : []), ...rows].map((cells) => cells.join(' | ')).join('\n');
    }
    case 'figure':
      return [item.caption, item.description].filter(Boolean).join('\n');
    case 'text':
    case 'heading':
    case 'code':
    case 'math':
    case 'figure_caption':
    case 'table_caption':
    case 'math_caption':
    case 'caption':
    case 'abandon':
      return item.content;
  }
};

/** What of an item changed that is no word of it. */
export type Trait = {
  name: 'level' | 'text_align' | 'language' | 'filename' | 'list_type' | 'src';
  from: string;
  to: string;
};
const TRAITS: readonly Trait['name'][] = ['level', 'text_align', 'language', 'filename', 'list_type', 'src'];

const traitOf = (item: ContentItem, name: Trait['name']): string => {
  const value: unknown = (item as Record<string, unknown>)[name];
  if (name === 'text_align' && value === 'none') return '';
  if (name === 'src' && typeof value === 'string') return bareAddress(value);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** The traits in which two items of one type differ. */
export const changedTraits = (before: ContentItem, after: ContentItem): Trait[] =>
  before.type !== after.type
    ? []
    : TRAITS.flatMap((name) => {
        const [from, to] = [traitOf(before, name), traitOf(after, name)];
        return from === to ? [] : [{ name, from, to }];
      });
