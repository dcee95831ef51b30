import type { ContentItem, ListEntry } from '@hamkhan/contracts/content';
import { EDITABLE_ITEM_TYPES } from '@hamkhan/contracts/http/edited-items';
import { readTable, writeTable } from './table-model.js';

/** The ten item types a person may choose. */
export type EditableType = Exclude<ContentItem['type'], 'caption' | 'abandon'>;

/** The types in the order of the menu (RDR-EDIT-03). */
export const OFFERED_TYPES = EDITABLE_ITEM_TYPES as readonly EditableType[];

/** The sample content of a new table (RDR-EDIT-04): two headers and two cells. */
export type TableSample = {
  heads: readonly [string, string];
  cells: readonly [string, string];
};

export const DEFAULT_LANGUAGE = 'python';

/** A unique item id: a millisecond timestamp (RDR-EDIT-06). */
export const newItemId = (now: number, items: readonly Pick<ContentItem, 'id'>[]): string => {
  const taken = new Set(items.map(({ id }) => id));
  let id = now;
  while (taken.has(String(id))) id += 1;
  return String(id);
};

const sampleTable = ({ heads, cells }: TableSample): string =>
  writeTable({ head: [...heads], rows: [[...cells]], marks: ['-', '-'] });

/** A new item of a type: a heading has level 1 and is left-aligned (RDR-EDIT-05), a table has sample content. */
export const newItem = (type: EditableType, id: string, sample: TableSample): ContentItem => {
  switch (type) {
    case 'heading':
      return { id, type, content: '', level: 1, text_align: 'left' };
    case 'list':
      return { id, type, content: '', list_type: 'unordered', 'list-items': [{ content: '' }] };
    case 'table':
      return { id, type, content: sampleTable(sample) };
    case 'figure':
      return { id, type, content: '', src: '' };
    case 'code':
      return { id, type, content: '', language: DEFAULT_LANGUAGE };
    case 'text':
    case 'math':
    case 'figure_caption':
    case 'table_caption':
    case 'math_caption':
      return { id, type, content: '' };
  }
};

const linesOf = (entries: readonly ListEntry[]): string[] =>
  entries.flatMap((entry) => [entry.content, ...linesOf(entry['list-items'] ?? [])]);

/** The text of an item, one line per list entry or table row. */
export const plainTextOfItem = (item: ContentItem): string => {
  switch (item.type) {
    case 'list':
      return linesOf(item['list-items']).join('\n');
    case 'table': {
      const { head, rows } = readTable(item.content);
      return [...(head ? [head] : []), ...rows].map((cells) => cells.filter(Boolean).join(' ')).join('\n');
    }
    case 'figure':
      return item.caption ?? '';
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

/** Converts an item to another type: its text stays, all other values get the new type's defaults (RDR-EDIT-11). */
export const withType = (item: ContentItem, type: EditableType, sample: TableSample): ContentItem => {
  const next = newItem(type, item.id, sample);
  const text = plainTextOfItem(item);
  if (text.trim() === '') return next;
  switch (next.type) {
    case 'list':
      return { ...next, 'list-items': text.split('\n').map((content) => ({ content })) };
    case 'table':
      return {
        ...next,
        content: sampleTable({ heads: sample.heads, cells: [text.replace(/\s*\n\s*/g, ' '), ''] }),
      };
    case 'figure':
      return { ...next, caption: text };
    case 'text':
    case 'heading':
    case 'code':
    case 'math':
    case 'figure_caption':
    case 'table_caption':
    case 'math_caption':
    case 'caption':
    case 'abandon':
      return { ...next, content: text };
  }
};
