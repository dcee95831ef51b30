import type { ContentItem } from '@hamkhan/contracts/content';
import { describe, expect, it } from '@jest/globals';
import {
  canIndent,
  entriesOf,
  insertRow,
  type ListRow,
  numberInList,
  removeRow,
  rowsOfList,
  setOrdered,
  shiftRow,
} from './list-rows.js';

const list: Extract<ContentItem, { type: 'list' }> = {
  id: 'a',
  type: 'list',
  content: '',
  list_type: 'ordered',
  'list-items': [
    { content: 'one', list_type: 'unordered', 'list-items': [{ content: 'in' }, { content: 'side' }] },
    { content: 'two' },
  ],
};
const shown = (rows: readonly ListRow[]) =>
  rows.map(({ text, depth, ordered }) => `${'>'.repeat(depth)}${ordered ? '#' : '-'}${text}`);

describe('a list as lines', () => {
  const rows = rowsOfList(list);

  it('comes back as it was', () => {
    expect(shown(rows)).toEqual(['>#one', '>>-in', '>>-side', '>#two']);
    expect(entriesOf(rows)).toEqual({ list_type: 'ordered', entries: list['list-items'] });
  });

  it('numbers a line in its own list', () => {
    expect(numberInList(rows, 3)).toBe(2);
    expect(numberInList(rows, 2)).toBe(2);
  });

  it('takes a line deeper only under another one, with what stands under it', () => {
    expect(canIndent(rows, 0)).toBe(false);
    expect(shown(shiftRow(rows, 3, 1))).toEqual(['>#one', '>>-in', '>>-side', '>>-two']);
    expect(shown(shiftRow(rows, 1, -1))).toEqual(['>#one', '>#in', '>>-side', '>#two']);
  });

  it('goes no deeper than the content model', () => {
    const deep = Array.from({ length: 6 }, (_, at) => ({ text: `${at}`, depth: at + 1, ordered: false }));
    expect(canIndent([...deep, { text: 'x', depth: 6, ordered: false }], 6)).toBe(false);
  });

  it('turns the list of a line into a numbered one, and no other', () => {
    expect(shown(setOrdered(rows, 1, true))).toEqual(['>#one', '>>#in', '>>#side', '>#two']);
    expect(shown(setOrdered(rows, 0, false))).toEqual(['>-one', '>>-in', '>>-side', '>-two']);
  });

  it('adds a line like the one under it, and keeps what stood under one that goes', () => {
    expect(shown(insertRow(rows, 0, 'new'))).toEqual(['>#one', '>>-new', '>>-in', '>>-side', '>#two']);
    expect(shown(removeRow(rows, 0))).toEqual(['>#in', '>#side', '>#two']);
    expect(removeRow([{ text: 'x', depth: 1, ordered: false }], 0)).toHaveLength(1);
  });
});
