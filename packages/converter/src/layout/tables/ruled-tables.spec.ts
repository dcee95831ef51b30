import { describe, expect, it } from '@jest/globals';
import { lineOf } from '../../../test/builders/line-builder.js';
import type { TableRule } from './table-rules.js';
import { findRuledTables } from './ruled-tables.js';

const across = (y: number, x0: number, x1: number): TableRule => ({ x0, x1, y0: y, y1: y, horizontal: true });
const upright = (x: number, y0: number, y1: number): TableRule => ({
  x0: x,
  x1: x,
  y0,
  y1,
  horizontal: false,
});
const at = (text: string, x0: number, baseline: number, style = {}) => lineOf(text, { x0, baseline, style });
const none = new Set<string>();
const rowsIn = (markdown: string | undefined): string[] =>
  (markdown ?? '').split('\n').filter((_, i) => i !== 1);

describe('findRuledTables', () => {
  const grid = [...[0, 20, 40].map((y) => across(y, 0, 200)), ...[0, 100, 200].map((x) => upright(x, 0, 40))];
  const cells = [at('a', 10, 14), at('b', 110, 14), at('c', 10, 34), at('d', 110, 34)];

  it('reads a grid cell by cell', () => {
    expect(rowsIn(findRuledTables(cells, grid, none, 'ltr')[0]?.markdown)).toEqual([
      '| a | b |',
      '| c | d |',
    ]);
  });

  it('ignores a highlight inside a cell', () => {
    const highlight = [across(26, 10, 30), across(34, 10, 30), upright(10, 26, 34), upright(30, 26, 34)];
    const far = [...grid, across(60, 0, 200), ...[0, 100, 200].map((x) => upright(x, 40, 60))];
    const tables = findRuledTables([...cells, at('e', 10, 54)], [...far, ...highlight], none, 'ltr');
    expect(tables.map((table) => rowsIn(table.markdown))).toEqual([['| a | b |', '| c | d |', '| e |  |']]);
  });

  it('ends a row where the pieces of all vertical rules meet', () => {
    const rules = [
      across(0, 0, 200),
      across(20, 0, 200),
      across(80, 0, 200),
      ...[0, 100, 200].flatMap((x) => [0, 20, 40, 60].map((y) => upright(x, y, y + 20))),
    ];
    const lines = [...cells, at('e', 10, 54), at('f', 110, 54), at('g', 110, 74)];
    expect(rowsIn(findRuledTables(lines, rules, none, 'ltr')[0]?.markdown)).toEqual([
      '| a | b |',
      '| c | d |',
      '| e | f |',
      '|  | g |',
    ]);
  });

  it('reads coloured areas of a cover as no table', () => {
    const paragraph = Array.from({ length: 12 }, (_, i) =>
      at('words of a paragraph that runs on', 5, 120 + 12 * i),
    );
    const areas = [
      ...[0, 100, 300].map((y) => across(y, 0, 300)),
      ...[0, 200, 250, 300].map((x) => upright(x, 0, 300)),
    ];
    expect(findRuledTables([...paragraph, at('x', 210, 50), at('y', 260, 50)], areas, none, 'ltr')).toEqual(
      [],
    );
  });
});
