import type { ContentItem, ListEntry } from '@hamkhan/contracts/content';
import { diffArrays } from 'diff';
import { bareAddress, isSameItem } from './item-defaults.js';
import { markedWords, plainWords, type Word } from './marked-words.js';
import { readTable } from './table-model.js';
import { type DiffPart, diffWords } from './word-diff.js';

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

/** A stretch of an item: its own text, which may carry marks, or a sign that stands for how it is built. */
type Stretch = { text: string; marked: boolean };

const sign = (text: string): Stretch => ({ text, marked: false });
const own = (text: string): Stretch => ({ text, marked: true });

const lined = (lines: readonly Stretch[][]): Stretch[] =>
  lines.flatMap((line, index) => (index === 0 ? line : [sign('\n'), ...line]));

const entryLines = (entries: readonly ListEntry[], ordered: boolean, depth: number): Stretch[][] =>
  entries.flatMap((entry, index) => [
    [sign(`${'    '.repeat(depth)}${ordered ? `${index + 1}.` : '•'} `), own(entry.content)],
    ...entryLines(entry['list-items'] ?? [], entry.list_type === 'ordered', depth + 1),
  ]);

const stretchesOf = (item: ContentItem): Stretch[] => {
  switch (item.type) {
    case 'list':
      return lined(entryLines(item['list-items'], item.list_type === 'ordered', 0));
    case 'table': {
      const { head, rows } = readTable(item.content);
      return lined(
        [...(head ? [head] : []), ...rows].map((cells) =>
          cells.flatMap((cell, column) => (column === 0 ? [own(cell)] : [sign(' | '), own(cell)])),
        ),
      );
    }
    case 'figure':
      return lined([item.caption, item.description].filter(Boolean).map((text = '') => [own(text)]));
    case 'code':
    case 'math':
      return [sign(item.content)];
    case 'text':
    case 'heading':
    case 'figure_caption':
    case 'table_caption':
    case 'math_caption':
    case 'caption':
    case 'abandon':
      return [own(item.content)];
  }
};

/** An item as a text with the signs of its marks. */
export const textOfItem = (item: ContentItem): string =>
  stretchesOf(item)
    .map(({ text }) => text)
    .join('');

/** The words of an item as a page shows them; `asWritten` with the signs of their marks. */
export const wordsOfItem = (item: ContentItem, asWritten: boolean): Word[] =>
  asWritten
    ? plainWords(textOfItem(item))
    : stretchesOf(item).flatMap(({ text, marked }) => (marked ? markedWords(text) : plainWords(text)));

/** Whether a page shows the text of an item otherwise than it is written. */
export const hasMarks = (item: ContentItem): boolean =>
  wordsOfItem(item, false)
    .map(({ text }) => text)
    .join('') !== textOfItem(item);

/**
 * How the words of an item changed, as a page shows them. What changed in the signs alone (an escape, another way to write the same) is told
 * in signs, so that no change is passed over in silence.
 */
export const diffOfItem = (
  before: ContentItem | null,
  after: ContentItem | null,
  asWritten: boolean,
): DiffPart[] => {
  const words = (item: ContentItem | null, written: boolean) => (item ? wordsOfItem(item, written) : []);
  const parts = diffWords(words(before, asWritten), words(after, asWritten));
  const isSilent =
    !asWritten &&
    before !== null &&
    after !== null &&
    parts.every(({ kind }) => kind === 'same') &&
    textOfItem(before) !== textOfItem(after);
  return isSilent ? diffWords(words(before, true), words(after, true)) : parts;
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
