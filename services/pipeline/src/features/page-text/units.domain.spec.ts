import { describe, expect, it } from '@jest/globals';
import { PageContent } from '@hamkhan/contracts/content';
import { assemble, unitKey, unitsOf } from './units.domain.js';

const page = PageContent.parse({
  page_info: { page_type: 'text' },
  items: [
    { id: 'h', type: 'heading', content: 'Title', level: 1, text_align: 'center', bbox: [0, 0, 1, 0.1] },
    { id: 't', type: 'text', content: 'Words', confidence: 0.9 },
    {
      id: 'l',
      type: 'list',
      content: '',
      list_type: 'ordered',
      'list-items': [{ content: 'one' }, { content: 'two', 'list-items': [{ content: 'inner' }] }],
    },
    { id: 'b', type: 'table', content: '| A | B \\| C |\n|:--|--:|\n| 12 |  |\n| x | y |' },
    { id: 'f', type: 'figure', content: '', src: 'k', caption: 'Cap', description: 'Desc' },
    { id: 'm', type: 'math', content: 'x^2' },
    { id: 'c', type: 'code', content: 'print(1)', language: 'python' },
    { id: 'a', type: 'abandon', content: '17' },
    { id: 'k', type: 'figure_caption', content: '—' },
  ],
});

describe('units of a page', () => {
  it('finds every translatable text with its path', () => {
    expect(unitsOf(page).map((unit) => [unitKey(unit), unit.text])).toEqual([
      ['0:content', 'Title'],
      ['1:content', 'Words'],
      ['2:list-items.0', 'one'],
      ['2:list-items.1', 'two'],
      ['2:list-items.1.list-items.0', 'inner'],
      ['3:cell.0.0', 'A'],
      ['3:cell.0.1', 'B | C'],
      ['3:cell.2.0', '12'],
      ['3:cell.3.0', 'x'],
      ['3:cell.3.1', 'y'],
      ['4:caption', 'Cap'],
      ['4:description', 'Desc'],
    ]);
  });

  it('assembles a page with the same ids, types and order and the translated texts', () => {
    const translations = new Map(
      unitsOf(page).map((unit) => [
        unitKey(unit),
        { text: `<${unit.text}>`, ...(unit.text === 'inner' ? { confidence: 0.4 } : {}) },
      ]),
    );
    const { items } = assemble(page, translations);
    expect(items.map(({ id, type }) => [id, type])).toEqual(page.items.map(({ id, type }) => [id, type]));
    expect(items[0]).toEqual({ ...page.items[0], content: '<Title>' });
    expect(items[1]).toEqual({ ...page.items[1], content: '<Words>' });
    expect(items[2]).toMatchObject({
      confidence: 0.4,
      'list-items': [{ content: '<one>' }, { content: '<two>', 'list-items': [{ content: '<inner>' }] }],
    });
    expect(items[3]?.content).toBe('| <A> | <B \\| C> |\n|:--|--:|\n| <12> |  |\n| <x> | <y> |');
    expect(items[4]).toMatchObject({ caption: '<Cap>', description: '<Desc>', src: 'k' });
    expect(items.slice(5)).toEqual(page.items.slice(5));
    expect(() => PageContent.parse({ items, page_info: page.page_info })).not.toThrow();
  });
});
