import { describe, expect, it } from '@jest/globals';
import { contentTagsOf } from './structure-tags.js';

const content = (mcid: number) => ({ type: 'content', id: `p3R_mc${mcid}` });
const element = (role: string, ...children: unknown[]) => ({ role, children });

describe('contentTagsOf', () => {
  it('tags headings through nested elements', () => {
    const tags = contentTagsOf(element('Root', element('H2', element('Span', content(4))), content(5)));
    expect([...tags]).toEqual([[4, { role: 'H2' }]]);
  });

  it('numbers rows and cells of a table with or without a head, in logical order', () => {
    const cell = (role: string, mcid: number) => element(role, element('P', content(mcid)));
    const tags = contentTagsOf(
      element(
        'Root',
        element(
          'Table',
          element('THead', element('TR', cell('TH', 1), cell('TH', 2))),
          element('TBody', element('TR', cell('TH', 3), cell('TD', 4))),
        ),
        element('Table', element('TR', cell('TD', 5), cell('TD', 6), cell('TD', 7))),
      ),
    );
    expect(tags.get(2)).toEqual({ cell: { table: 0, row: 0, column: 1, columns: 2 } });
    expect(tags.get(3)).toEqual({ cell: { table: 0, row: 1, column: 0, columns: 2 } });
    expect(tags.get(7)).toEqual({ cell: { table: 1, row: 0, column: 2, columns: 3 } });
  });

  it('reads a table inside a cell as its text, and ignores a table with one column', () => {
    const inner = element('Table', element('TR', element('TD', content(1)), element('TD', content(2))));
    const tags = contentTagsOf(
      element(
        'Root',
        element('Table', element('TR', element('TD', inner), element('TD', content(3)))),
        element('Table', element('TR', element('TD', content(4)))),
      ),
    );
    expect(tags.get(1)).toEqual(tags.get(2));
    expect(tags.get(3)?.cell?.column).toBe(1);
    expect(tags.has(4)).toBe(false);
  });

  it('returns no tags for an invalid tree', () => {
    expect(contentTagsOf(null).size).toBe(0);
    expect(contentTagsOf({ role: 7, children: 'x' }).size).toBe(0);
  });
});
