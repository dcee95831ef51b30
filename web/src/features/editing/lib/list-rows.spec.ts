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

describe('list rows', () => {
  const rows = rowsOfList(list);

  it('survives a round trip', () => {
    expect(shown(rows)).toEqual(['>#one', '>>-in', '>>-side', '>#two']);
    expect(entriesOf(rows)).toEqual({ list_type: 'ordered', entries: list['list-items'] });
  });

  it('numbers a row in its own list', () => {
    expect(numberInList(rows, 3)).toBe(2);
    expect(numberInList(rows, 2)).toBe(2);
  });

  it('indents a row only below another, together with its nested rows', () => {
    expect(canIndent(rows, 0)).toBe(false);
    expect(shown(shiftRow(rows, 3, 1))).toEqual(['>#one', '>>-in', '>>-side', '>>-two']);
    expect(shown(shiftRow(rows, 1, -1))).toEqual(['>#one', '>#in', '>>-side', '>#two']);
  });

  it('limits the depth to that of the content model', () => {
    const deep = Array.from({ length: 6 }, (_, at) => ({ text: `${at}`, depth: at + 1, ordered: false }));
    expect(canIndent([...deep, { text: 'x', depth: 6, ordered: false }], 6)).toBe(false);
  });

  it('makes only the list of a row numbered', () => {
    expect(shown(setOrdered(rows, 1, true))).toEqual(['>#one', '>>#in', '>>#side', '>#two']);
    expect(shown(setOrdered(rows, 0, false))).toEqual(['>-one', '>>-in', '>>-side', '>-two']);
  });

  it('inserts a row at the depth of its neighbour, and keeps the nested rows of a removed one', () => {
    expect(shown(insertRow(rows, 0, 'new'))).toEqual(['>#one', '>>-new', '>>-in', '>>-side', '>#two']);
    expect(shown(removeRow(rows, 0))).toEqual(['>#in', '>#side', '>#two']);
    expect(removeRow([{ text: 'x', depth: 1, ordered: false }], 0)).toHaveLength(1);
  });
});
