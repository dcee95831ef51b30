import type { ContentItem } from '@hamkhan/contracts/content';
import { entriesOf, rowsOfList } from './list-rows.js';
import { readTable } from './table-model.js';

/** Data of the pipeline about an item, which no editor changes. */
const PIPELINE_FIELDS = ['bbox', 'confidence', 'sentence_pairs', 'translation_problems'] as const;

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

/** An image address without its signature, which differs in each response. */
export const unsignedAddress = (src: string): string => src.split('?')[0] ?? src;

const fields = (item: ContentItem): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(item).flatMap(([name, value]: [string, unknown]) =>
      (PIPELINE_FIELDS as readonly string[]).includes(name) || value === undefined
        ? []
        : [[name, name === 'src' && typeof value === 'string' ? unsignedAddress(value) : value]],
    ),
  );

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Whether two items have the same content, whatever the notation of their tables and lists (RDR-EDIT-09). */
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

/** An item as a person has edited it: without the pipeline's data about its earlier text, and without empty list entries. */
export const asEdited = (item: ContentItem): ContentItem => {
  const edited = { ...item };
  delete edited.confidence;
  delete edited.sentence_pairs;
  delete edited.translation_problems;
  if (edited.type !== 'list') return edited;
  const { list_type, entries } = entriesOf(rowsOfList(edited).filter(({ text }) => text.trim() !== ''));
  return { ...edited, list_type, 'list-items': entries };
};
