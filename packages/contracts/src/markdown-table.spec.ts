import { describe, expect, it } from '@jest/globals';
import { isDelimiterRow, parseTable, splitTableRow, tableLines, writeTableRow } from './markdown-table.js';

describe('tables', () => {
  it('reads head, rows and alignments [RDR-READER-42]', () => {
    expect(parseTable('| a | b | c |\n|:--|:-:|--:|\n| 1 | 2 | 3 |\n| x |')).toEqual({
      head: ['a', 'b', 'c'],
      rows: [
        ['1', '2', '3'],
        ['x', '', ''],
      ],
      aligns: ['start', 'center', 'end'],
    });
  });

  it('takes a bar out of its escape and leaves the other escapes to the marks', () => {
    expect(parseTable('| a \\| b | \\*c\\* |\n| --- | --- |').head).toEqual(['a | b', '\\*c\\*']);
  });

  it('has no head without the line of dashes, or with an empty one', () => {
    expect(parseTable('a | b\nc | d')).toMatchObject({
      head: null,
      rows: [
        ['a', 'b'],
        ['c', 'd'],
      ],
    });
    expect(parseTable('| | |\n| --- | --- |\n| a | b |')).toMatchObject({ head: null, rows: [['a', 'b']] });
  });

  it('keeps empty cells at both ends', () => {
    expect(parseTable('| | a | |\n| --- | --- | --- |\n| b | | |')).toMatchObject({
      head: ['', 'a', ''],
      rows: [['b', '', '']],
    });
  });

  it('puts columns of numbers at their end, in any digits', () => {
    const { aligns } = parseTable(
      '| n | price | سال | word |\n| --- | --- | --- | --- |\n| a1 | $8.03 | ۱۸۵۴ | 1 |\n| b | 4,000 | ۳٫۵٪ | two |',
    );
    expect(aligns).toEqual(['start', 'end', 'end', 'start']);
  });

  it('bounds what a hostile table makes', () => {
    const { rows } = parseTable(`${'|a'.repeat(5000)}|\n`.repeat(20));
    expect(rows[0]?.length).toBe(100);
    expect(parseTable('|a|\n'.repeat(50_000)).rows.length).toBe(20_000);
    expect(parseTable('')).toEqual({ head: null, rows: [], aligns: ['start'] });
  });
});

describe('table rows', () => {
  it('are written so that no cell breaks the table', () => {
    expect(writeTableRow(['a|b', 'c\nd', ' e '])).toBe('| a\\|b | c d | e |');
    expect(splitTableRow(writeTableRow(['a|b', '']))).toEqual(['a|b', '']);
  });

  it.each([
    [
      'a | b\n--- | ---\n\nc | d',
      [
        ['a', 'b'],
        ['---', '---'],
        ['c', 'd'],
      ],
      [false, true, false],
    ],
    [
      '| a | |\r\n|:-|-:|',
      [
        ['a', ''],
        [':-', '-:'],
      ],
      [false, true],
    ],
    ['no table', [['no table']], [false]],
  ])('are split into cells in %j', (markdown, cells, delimiters) => {
    const rows = tableLines(markdown).map(splitTableRow);
    expect(rows).toEqual(cells);
    expect(rows.map(isDelimiterRow)).toEqual(delimiters);
  });
});
