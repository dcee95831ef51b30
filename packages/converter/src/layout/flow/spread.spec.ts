import { describe, expect, it } from '@jest/globals';
import { lineOf } from '../../../test/builders/line-builder.js';
import { structurePage } from '../page/structure-page.js';
import type { StructureInput } from '../page/structure-types.js';
import type { TextLine } from '../lines/text-line.js';

const WORDS = 'and so the text of this page goes on in';
const column = (name: string, x0: number, from: number, count: number, width = 320): TextLine[] =>
  Array.from({ length: count }, (_, i) =>
    lineOf(`${name}${i} ${WORDS}`, { x0, baseline: from + i * 12, width }),
  );
const structure = (lines: TextLine[], extra: Partial<StructureInput> = {}) =>
  structurePage({
    width: 800,
    height: 560,
    lines,
    drawing: null,
    running: new Set(),
    profile: { bodySize: 10, textSizes: new Set([20]), pitch: 1.2, levelBySize: new Map([[16, 1]]) },
    direction: 'ltr',
    outline: [],
    isRecognised: false,
    ...extra,
  }).map(({ item }) => ('content' in item ? item.content : ''));
describe('pagesOfSheet', () => {
  // A heading over both columns of one page only would cut the columns of the other, were they read as those of one page.
  const left = [...column('a', 40, 60, 10, 150), ...column('b', 220, 60, 10, 150)];
  const right = [
    ...column('c', 440, 60, 5, 150),
    ...column('d', 620, 60, 5, 150),
    lineOf('A heading over both', { x0: 440, baseline: 135, size: 16, width: 300 }),
    ...column('e', 440, 165, 5, 150),
    ...column('f', 620, 165, 5, 150),
  ];
  const folios = [lineOf('12', { x0: 40, baseline: 530 }), lineOf('13', { x0: 750, baseline: 530 })];

  it('splits a sheet by its page numbers and reads the columns of each page', () => {
    const text = structure([...left, ...right, ...folios], { running: new Set(folios) }).join(' ');
    const places = ['a0', 'b0', 'c0', 'd0', 'A heading over both', 'e0', 'f0', '13'].map((name) =>
      text.indexOf(name),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  it('begins on the right in a right-to-left book, and joins a paragraph across the fold', () => {
    const pages = [...column('l', 40, 60, 10), ...column('r', 440, 60, 10)];
    const [whole, ...rest] = structure(pages, { direction: 'rtl' });
    expect(rest).toEqual([]);
    expect(whole?.indexOf('r0')).toBeLessThan(whole?.indexOf('l0') ?? -1);
  });

  it('does not split an upright page, or a sheet with print across its middle', () => {
    const wide = lineOf('A title over the whole sheet', { x0: 100, baseline: 40, size: 16, width: 600 });
    const one = structure([wide, ...left, ...right, ...folios], { running: new Set(folios) });
    expect(one.slice(-2)).toEqual(['12', '13']);
    const upright = structure([...left, ...right, ...folios], { height: 1100, running: new Set(folios) });
    expect(upright.slice(0, 2)).toEqual(['12', '13']);
    const spread = structure([...left, ...right, ...folios], { running: new Set(folios) });
    expect(spread.slice(-2)).not.toEqual(['12', '13']);
  });
});
