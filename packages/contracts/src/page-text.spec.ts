import { describe, expect, it } from '@jest/globals';
import type { ContentItem } from './content.js';
import { itemText, pageTextOf } from './page-text.js';

describe('the words of an item', () => {
  it.each<[string, ContentItem, string]>([
    [
      'a text without its marks',
      { id: 'a', type: 'text', content: '**Bold** $x^2$ [link](https://a.example)\n`c`' },
      'Bold x^2 link c',
    ],
    ['a heading', { id: 'a', type: 'heading', level: 1, content: 'کجا *زیستم*' }, 'کجا زیستم'],
    [
      'a list, entry by entry',
      {
        id: 'a',
        type: 'list',
        content: 'unused',
        list_type: 'ordered',
        'list-items': [{ content: 'one', 'list-items': [{ content: '**two**' }] }, { content: 'three' }],
      },
      'one\ntwo\nthree',
    ],
    [
      'a table, cell by cell',
      { id: 'a', type: 'table', content: '| A | B |\n|---|---|\n| 1 | `2` |' },
      'A\tB\n1\t2',
    ],
    [
      'the caption of a figure',
      { id: 'a', type: 'figure', content: 'x', src: 'k', caption: 'Fig. *1*' },
      'Fig. 1',
    ],
    ['code as it is', { id: 'a', type: 'code', language: 'c', content: 'a **b** c' }, 'a **b** c'],
    ['a formula as it is', { id: 'a', type: 'math', content: 'x^2' }, 'x^2'],
  ])('%s', (_, item, words) => {
    expect(itemText(item)).toBe(words);
  });
});

describe('the text of a page', () => {
  it('knows where each item stands, and leaves out what nobody reads', () => {
    const page = pageTextOf([
      { id: 'h', type: 'abandon', content: 'running head' },
      { id: 'a', type: 'text', content: '**one**' },
      { id: 'b', type: 'text', content: 'دو' },
    ]);
    expect(page.text).toBe('one\nدو');
    expect(page.items).toEqual([
      { id: 'a', index: 1, start: 0, end: 3 },
      { id: 'b', index: 2, start: 4, end: 6 },
    ]);
  });
});
