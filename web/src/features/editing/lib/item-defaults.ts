import type { ContentItem, ListEntry } from '@hamkhan/contracts/content';
import { EDITABLE_ITEM_TYPES } from '@hamkhan/contracts/http/editing';
import { entriesOf, rowsOfList } from './list-rows.js';
import { readTable, writeTable } from './table-model.js';

/** The ten types a person may give an item. */
export type EditableType = Exclude<ContentItem['type'], 'caption' | 'abandon'>;

/** In the order in which they are offered (RDR-EDIT-03). */
export const OFFERED_TYPES = EDITABLE_ITEM_TYPES as readonly EditableType[];

/** What a new table says (RDR-EDIT-04): two headers and two cells. */
export type TableSample = {
  heads: readonly [string, string];
  cells: readonly [string, string];
};

export const DEFAULT_LANGUAGE = 'python';

/** A millisecond timestamp that no other item has (RDR-EDIT-06). */
export const newItemId = (now: number, items: readonly Pick<ContentItem, 'id'>[]): string => {
  const taken = new Set(items.map(({ id }) => id));
  let id = now;
  while (taken.has(String(id))) id += 1;
  return String(id);
};

const sampleTable = ({ heads, cells }: TableSample): string =>
  writeTable({ head: [...heads], rows: [[...cells]], marks: ['-', '-'] });

/** An item of a type as it begins: a heading has level 1 and stands left (RDR-EDIT-05), a table has a sample. */
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

/** The words of an item as one text, line by line. */
export const wordsOf = (item: ContentItem): string => {
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

/** The item as another type: its words stay, what belongs to the type begins anew (RDR-EDIT-11). */
export const withType = (item: ContentItem, type: EditableType, sample: TableSample): ContentItem => {
  const next = newItem(type, item.id, sample);
  const words = wordsOf(item);
  if (words.trim() === '') return next;
  switch (next.type) {
    case 'list':
      return { ...next, 'list-items': words.split('\n').map((content) => ({ content })) };
    case 'table':
      return {
        ...next,
        content: sampleTable({ heads: sample.heads, cells: [words.replace(/\s*\n\s*/g, ' '), ''] }),
      };
    case 'figure':
      return { ...next, caption: words };
    case 'text':
    case 'heading':
    case 'code':
    case 'math':
    case 'figure_caption':
    case 'table_caption':
    case 'math_caption':
    case 'caption':
    case 'abandon':
      return { ...next, content: words };
  }
};

/** What the pipeline knows of an item and no editor changes. */
const CARRIED = ['bbox', 'confidence', 'sentence_pairs', 'translation_problems'] as const;

const comparable = (item: ContentItem): unknown => {
  switch (item.type) {
    case 'table':
      return readTable(item.content);
    case 'list':
      return rowsOfList(item);
    case 'heading':
    case 'text':
      return { text_align: 'none', ...fields(item) };
    case 'figure':
      return { caption: '', description: '', ...fields(item) };
    case 'code':
      return { filename: '', ...fields(item) };
    case 'math':
    case 'figure_caption':
    case 'table_caption':
    case 'math_caption':
    case 'caption':
    case 'abandon':
      return fields(item);
  }
};

/** The address of a picture without the signature that each answer has anew. */
export const bareAddress = (src: string): string => src.split('?')[0] ?? src;

const fields = (item: ContentItem): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(item).flatMap(([name, value]: [string, unknown]) =>
      (CARRIED as readonly string[]).includes(name) || value === undefined
        ? []
        : [[name, name === 'src' && typeof value === 'string' ? bareAddress(value) : value]],
    ),
  );

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Whether two items say the same, however their tables and lists were written down (RDR-EDIT-09). */
export const isSameItem = (one: ContentItem, other: ContentItem): boolean =>
  one.type === other.type &&
  one.id === other.id &&
  JSON.stringify(sorted(comparable(one))) === JSON.stringify(sorted(comparable(other)));

export const isSameText = (one: readonly ContentItem[], other: readonly ContentItem[]): boolean =>
  one.length === other.length &&
  one.every((item, index) => {
    const there = other[index];
    return there !== undefined && (item === there || isSameItem(item, there));
  });

/** An item that a person has written: what was found out about its former words is over. */
export const asWritten = (item: ContentItem): ContentItem => {
  const written = { ...item };
  delete written.confidence;
  delete written.sentence_pairs;
  delete written.translation_problems;
  if (written.type !== 'list') return written;
  const { list_type, entries } = entriesOf(rowsOfList(written).filter(({ text }) => text.trim() !== ''));
  return { ...written, list_type, 'list-items': entries };
};
