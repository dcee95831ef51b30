import { describe, expect, it } from '@jest/globals';
import { lineOf } from '../../../test/builders/line-builder.js';
import { findAlignedTables } from './aligned-tables.js';

const at = (text: string, x0: number, baseline: number) => lineOf(text, { x0, baseline });
const none = new Set<string>();

describe('findAlignedTables', () => {
  const numbers = [0, 1, 2, 3].flatMap((row) => [
    at(`name${row}`, 0, 100 + 12 * row),
    ...[1, 2, 3].map((column) => at(`${row}${column}`, 60 + 40 * column, 100 + 12 * row)),
  ]);

  it('adds the head row, although its words are closer together than the cells', () => {
    const [table] = findAlignedTables([at('Loops Traces Speedup', 90, 88), ...numbers], [], none, 'ltr');
    const [head, , first] = table?.markdown.split('\n') ?? [];
    expect([head, first]).toEqual(['|  | Loops | Traces | Speedup |', '| name0 | 01 | 02 | 03 |']);
  });

  it('reads a code listing as no table', () => {
    const listing = numbers.map((line) => ({
      ...line,
      words: line.words.map((word) => ({ ...word, style: { ...word.style, mono: true } })),
    }));
    expect(findAlignedTables(listing, [], none, 'ltr')).toEqual([]);
  });
});
