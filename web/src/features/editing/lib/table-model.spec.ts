import { parseTable } from '@hamkhan/contracts/markdown-table';
import { describe, expect, it } from '@jest/globals';
import {
  addColumn,
  addRow,
  canAddColumn,
  canAddRow,
  canRemoveColumn,
  canRemoveRow,
  canSetHead,
  readTable,
  removeColumn,
  removeRow,
  setCell,
  setHead,
  type TableModel,
  writeTable,
} from './table-model.js';

const table = readTable('| a | b |\n| :-- | --: |\n| 1 | x \\| y |');
const times = (count: number, work: (table: TableModel) => TableModel, from = table): TableModel =>
  Array.from({ length: count }).reduce<TableModel>(work, from);

describe('table model', () => {
  it('survives a round trip, with escaped bars and column alignments', () => {
    expect(table).toEqual({ head: ['a', 'b'], rows: [['1', 'x | y']], marks: [':-', '-:'] });
    expect(readTable(writeTable(table))).toEqual(table);
    expect(parseTable(writeTable(table)).aligns).toEqual(['start', 'end']);
  });

  it.each(['\\', 'a\\', '\\|', '`|`', '---', '', '  ', 'one\ntwo'])('holds %j in a cell', (text) => {
    const written = writeTable(setCell(table, 0, 0, text));
    expect(readTable(written).rows[0]?.[0]).toBe(text.replace(/\s*\n\s*/g, ' ').trim());
  });

  it('has no header without a header row', () => {
    const bare = setHead(table, false);
    expect(bare.rows).toEqual([
      ['a', 'b'],
      ['1', 'x | y'],
    ]);
    expect(readTable(writeTable(bare))).toEqual(bare);
    expect(setHead(bare, true)).toEqual(table);
  });

  it('has at most 20 rows and 10 columns [RDR-EDIT-16]', () => {
    const tall = times(40, (one) => addRow(one, 1));
    expect(tall.rows).toHaveLength(20);
    expect(canAddRow(tall)).toBe(false);
    expect(canSetHead(tall, false)).toBe(false);
    const broad = times(40, (one) => addColumn(one, 1));
    expect([broad.marks.length, broad.head?.length, broad.rows[0]?.length]).toEqual([10, 10, 10]);
    expect(canAddColumn(broad)).toBe(false);
  });

  it('keeps at least one row and one column [RDR-EDIT-17]', () => {
    expect(canRemoveRow(table)).toBe(false);
    expect(removeRow(table, 0)).toBe(table);
    const narrow = removeColumn(table, 0);
    expect(narrow).toEqual({ head: ['b'], rows: [['x | y']], marks: ['-:'] });
    expect(canRemoveColumn(narrow)).toBe(false);
    expect(removeColumn(narrow, 0)).toBe(narrow);
  });
});
