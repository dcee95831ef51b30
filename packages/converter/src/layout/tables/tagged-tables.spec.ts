import { describe, expect, it } from '@jest/globals';
import { findTaggedTables } from './tagged-tables.js';
import type { CellPlace, TextLine } from '../lines/text-line.js';
import { PLAIN_STYLE } from '../lines/text-line.js';

const at = (row: number, column: number, columns: number): CellPlace => ({ table: 0, row, column, columns });

/** One line with a word for each cell; a cell's word stands at 100 points a column unless told otherwise. */
const rowOf = (baseline: number, ...cells: [string, CellPlace | undefined, number?][]): TextLine => {
  const words = cells.map(([text, cell, x = 100 * (cell?.column ?? 0)]) => ({
    ...{ text, x0: x, x1: x + 6 * text.length, y0: baseline - 8, y1: baseline + 2, baseline, size: 10 },
    style: PLAIN_STYLE,
    ...(cell ? { cell } : {}),
  }));
  const x1 = Math.max(...words.map((word) => word.x1));
  return { words, baseline, size: 10, direction: 'ltr', x0: 0, y0: baseline - 8, x1, y1: baseline + 2 };
};
const find = (...lines: TextLine[]) => findTaggedTables(lines, new Set());

describe('findTaggedTables', () => {
  it('keeps empty cells and joins the lines of a cell', () => {
    const long = at(1, 1, 3);
    const { tables, rest } = find(
      rowOf(10, ['#', at(0, 0, 3)], ['Text', at(0, 1, 3)], ['L1', at(0, 2, 3)]),
      rowOf(30, ['1.1', at(1, 0, 3)], ['begins', long]),
      rowOf(42, ['ends', long]),
      rowOf(70, ['after', undefined, 0]),
    );
    expect(tables[0]?.markdown.split('\n')).toEqual([
      '| # | Text | L1 |',
      '| --- | --- | --- |',
      '| 1.1 | begins ends |  |',
    ]);
    expect(rest.map((line) => line.words.map((word) => word.text))).toEqual([['after']]);
  });

  it('puts the cells of a row with a spanning cell under the columns where they are printed', () => {
    const { tables } = find(
      rowOf(10, ['a', at(0, 0, 3)], ['b', at(0, 1, 3)], ['c', at(0, 2, 3)]),
      rowOf(30, ['wide', at(1, 0, 2), 0], ['last', at(1, 1, 2), 200]),
    );
    expect(tables[0]?.markdown.split('\n')[2]).toBe('| wide |  | last |');
  });

  it('reads a layout table as text', () => {
    const heading = rowOf(10, ['Title', at(0, 0, 2)], ['aside', at(0, 1, 2)]);
    for (const word of heading.words) word.tag = 'H1';
    const lines = [heading, rowOf(30, ['x', at(1, 0, 2)], ['y', at(1, 1, 2)])];
    expect(find(...lines)).toEqual({ tables: [], rest: lines });
    expect(find(rowOf(10, ['left', at(0, 0, 2)], ['right', at(0, 1, 2)])).tables).toEqual([]);
  });
});
