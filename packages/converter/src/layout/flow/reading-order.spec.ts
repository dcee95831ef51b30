import { describe, expect, it } from '@jest/globals';
import { lineOf } from '../../../test/builders/line-builder.js';
import type { Atom } from './reading-order.js';
import { orderRegions } from './reading-order.js';

const atom = (text: string, x0: number, baseline: number, width: number): Atom<string> => {
  const line = lineOf(text, { x0, baseline, width });
  return { kind: 'line', line, x0: line.x0, y0: line.y0, x1: line.x1, y1: line.y1 };
};
const column = (name: string, x0: number, from: number, count: number, width = 200): Atom<string>[] =>
  Array.from({ length: count }, (_, i) =>
    atom(`${name}${i} words of running text`, x0, from + i * 12, width),
  );
const read = (atoms: Atom<string>[], direction: 'ltr' | 'rtl' = 'ltr'): string[] =>
  orderRegions(atoms, direction).flatMap((region) =>
    region.atoms.map((entry) => (entry.kind === 'line' ? (entry.line.words[0]?.text ?? '') : entry.float)),
  );
const names = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${name}${i}`);

describe('orderRegions', () => {
  it('reads one column from top to bottom', () => {
    expect(read(column('a', 50, 100, 5, 450).reverse())).toEqual(names('a', 5));
  });

  it('reads two columns one after the other, the right one first on a right-to-left page', () => {
    const page = [...column('l', 50, 100, 8), ...column('r', 300, 100, 8)];
    expect(read(page)).toEqual([...names('l', 8), ...names('r', 8)]);
    expect(read(page, 'rtl')).toEqual([...names('r', 8), ...names('l', 8)]);
  });

  it('reads three columns', () => {
    const page = [
      ...column('a', 40, 100, 8, 150),
      ...column('b', 220, 100, 8, 150),
      ...column('c', 400, 100, 8, 150),
    ];
    expect(read(page)).toEqual([...names('a', 8), ...names('b', 8), ...names('c', 8)]);
  });

  it('keeps a title above columns and a wide figure between them in place', () => {
    const page = [
      atom('title of the whole page', 60, 60, 420),
      ...column('a', 50, 100, 5),
      ...column('b', 300, 100, 5),
      { kind: 'float', float: 'figure', x0: 50, x1: 500, y0: 170, y1: 260 } as const,
      ...column('c', 50, 290, 5),
      ...column('d', 300, 290, 5),
    ];
    expect(read(page)).toEqual([
      'title',
      ...names('a', 5),
      ...names('b', 5),
      'figure',
      ...names('c', 5),
      ...names('d', 5),
    ]);
  });

  it('keeps the short last line of a wide paragraph with it', () => {
    const wide = [atom('w0 of a caption', 50, 60, 450), atom('w1 of a caption', 50, 72, 450)];
    const columns = (from: number) => [...column('a', 50, from, 6), ...column('b', 300, from, 6)];
    expect(read([...wide, atom('w2 its end', 50, 84, 180), ...columns(120)])).toEqual([
      ...names('w', 3),
      ...names('a', 6),
      ...names('b', 6),
    ]);
    expect(orderRegions([...wide, ...columns(84)], 'ltr').map(({ atoms }) => atoms.length)).toEqual([
      2, 6, 6,
    ]);
    const mirrored = [atom('w0 of a caption', 50, 60, 450), atom('w1 its end', 320, 72, 180)];
    expect(orderRegions([...mirrored, ...columns(120)], 'rtl')[0]?.atoms).toHaveLength(2);
  });

  it('does not read a column of numbers as a text column', () => {
    const rows = Array.from({ length: 6 }, (_, i) => [
      atom(`${i + 1}.`, 50, 100 + i * 14, 10),
      atom(`entry${i} of a numbered list`, 80, 100 + i * 14, 300),
    ]).flat();
    expect(read(rows)).toEqual(Array.from({ length: 6 }, (_, i) => [`${i + 1}.`, `entry${i}`]).flat());
  });
});
