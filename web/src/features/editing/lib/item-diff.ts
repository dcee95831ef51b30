import type { ContentItem, ListEntry } from '@hamkhan/contracts/content';
import { diffArrays } from 'diff';
import { isSameItem, unsignedAddress } from './item-comparison.js';
import { markedWords, plainWords, type Word } from './marked-words.js';
import { readTable } from './table-model.js';
import { type DiffPart, diffWords } from './word-diff.js';

/** The change of one item. */
export type ItemChange =
  | { kind: 'same' | 'added' | 'removed' | 'moved'; item: ContentItem }
  | { kind: 'modified'; item: ContentItem; before: ContentItem; moved: boolean };

export type ChangeCounts = { added: number; removed: number; modified: number; moved: number };

const byId = (items: readonly ContentItem[]): Map<string, ContentItem> =>
  new Map(items.map((item) => [item.id, item]));

/** The changes of a text item by item, in its new order, with removed items at their old places. */
export const diffItems = (before: readonly ContentItem[], after: readonly ContentItem[]): ItemChange[] => {
  const [oldItems, newItems] = [byId(before), byId(after)];
  const changes: ItemChange[] = [];
  const addChange = (id: string, isMoved: boolean) => {
    const [old, item] = [oldItems.get(id), newItems.get(id)];
    if (!item) return;
    if (!old) changes.push({ kind: 'added', item });
    else if (!isSameItem(old, item)) changes.push({ kind: 'modified', item, before: old, moved: isMoved });
    else changes.push({ kind: isMoved ? 'moved' : 'same', item });
  };
  for (const part of diffArrays([...oldItems.keys()], [...newItems.keys()])) {
    for (const id of part.value) {
      if (!part.removed) addChange(id, part.added);
      else if (!newItems.has(id)) {
        const item = oldItems.get(id);
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

/** A part of an item: its text, which may have marks, or a character that shows its structure. */
type Part = { text: string; marked: boolean };

const structure = (text: string): Part => ({ text, marked: false });
const markdown = (text: string): Part => ({ text, marked: true });

const joinLines = (lines: readonly Part[][]): Part[] =>
  lines.flatMap((line, index) => (index === 0 ? line : [structure('\n'), ...line]));

const entryLines = (entries: readonly ListEntry[], ordered: boolean, depth: number): Part[][] =>
  entries.flatMap((entry, index) => [
    [structure(`${'    '.repeat(depth)}${ordered ? `${index + 1}.` : '•'} `), markdown(entry.content)],
    ...entryLines(entry['list-items'] ?? [], entry.list_type === 'ordered', depth + 1),
  ]);

const partsOf = (item: ContentItem): Part[] => {
  switch (item.type) {
    case 'list':
      return joinLines(entryLines(item['list-items'], item.list_type === 'ordered', 0));
    case 'table': {
      const { head, rows } = readTable(item.content);
      return joinLines(
        [...(head ? [head] : []), ...rows].map((cells) =>
          cells.flatMap((cell, column) =>
            column === 0 ? [markdown(cell)] : [structure(' | '), markdown(cell)],
          ),
        ),
      );
    }
    case 'figure':
      return joinLines([item.caption, item.description].filter(Boolean).map((text = '') => [markdown(text)]));
    case 'code':
    case 'math':
      return [structure(item.content)];
    case 'text':
    case 'heading':
    case 'figure_caption':
    case 'table_caption':
    case 'math_caption':
    case 'caption':
    case 'abandon':
      return [markdown(item.content)];
  }
};

/** An item as text, Markdown characters included. */
export const markdownOfItem = (item: ContentItem): string =>
  partsOf(item)
    .map(({ text }) => text)
    .join('');

/** The words of an item as rendered, or as Markdown. */
export const wordsOfItem = (item: ContentItem, asMarkdown: boolean): Word[] =>
  asMarkdown
    ? plainWords(markdownOfItem(item))
    : partsOf(item).flatMap(({ text, marked }) => (marked ? markedWords(text) : plainWords(text)));

/** Whether the rendered text of an item differs from its Markdown. */
export const hasMarks = (item: ContentItem): boolean =>
  wordsOfItem(item, false)
    .map(({ text }) => text)
    .join('') !== markdownOfItem(item);

/**
 * The changed words of an item, as rendered. When only the Markdown differs (an escape, another notation), the Markdown is
 * compared, so that no change is hidden.
 */
export const diffOfItem = (
  before: ContentItem | null,
  after: ContentItem | null,
  asMarkdown: boolean,
): DiffPart[] => {
  const words = (item: ContentItem | null, written: boolean) => (item ? wordsOfItem(item, written) : []);
  const parts = diffWords(words(before, asMarkdown), words(after, asMarkdown));
  const isInvisible =
    !asMarkdown &&
    before !== null &&
    after !== null &&
    parts.every(({ kind }) => kind === 'same') &&
    markdownOfItem(before) !== markdownOfItem(after);
  return isInvisible ? diffWords(words(before, true), words(after, true)) : parts;
};

/** A changed property of an item that is not text. */
export type ItemProperty = {
  name: 'level' | 'text_align' | 'language' | 'filename' | 'list_type' | 'src';
  from: string;
  to: string;
};
const PROPERTIES: readonly ItemProperty['name'][] = [
  'level',
  'text_align',
  'language',
  'filename',
  'list_type',
  'src',
];

const propertyOf = (item: ContentItem, name: ItemProperty['name']): string => {
  const value: unknown = (item as Record<string, unknown>)[name];
  if (name === 'text_align' && value === 'none') return '';
  if (name === 'src' && typeof value === 'string') return unsignedAddress(value);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** The properties in which two items of the same type differ. */
export const changedProperties = (before: ContentItem, after: ContentItem): ItemProperty[] =>
  before.type !== after.type
    ? []
    : PROPERTIES.flatMap((name) => {
        const [from, to] = [propertyOf(before, name), propertyOf(after, name)];
        return from === to ? [] : [{ name, from, to }];
      });
