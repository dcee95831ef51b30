import type { ContentItem } from '@hamkhan/contracts/content';
import { describe, expect, it } from '@jest/globals';
import {
  changedProperties,
  countChanges,
  diffItems,
  diffOfItem,
  hasMarks,
  markdownOfItem,
} from './item-diff.js';

const text = (id: string, content = id): ContentItem => ({ id, type: 'text', content });
const kinds = (before: ContentItem[], after: ContentItem[]) =>
  diffItems(before, after).map(({ kind, item }) => `${kind} ${item.id}`);

describe('diffItems', () => {
  it('lists the changes item by item, in the new order', () => {
    const before = ['a', 'b', 'c', 'd'].map((id) => text(id));
    const after = [text('a', 'A'), text('c'), text('x'), text('d')];
    expect(kinds(before, after)).toEqual(['modified a', 'removed b', 'same c', 'added x', 'same d']);
    expect(countChanges(diffItems(before, after))).toEqual({ added: 1, removed: 1, modified: 1, moved: 0 });
  });

  it('reports only the item that moved, not those it moved past', () => {
    const before = ['a', 'b', 'c', 'd'].map((id) => text(id));
    expect(
      kinds(
        before,
        ['b', 'c', 'd', 'a'].map((id) => text(id)),
      ),
    ).toEqual(['same b', 'same c', 'same d', 'moved a']);
  });

  it('reports changed properties', () => {
    const heading: ContentItem = { id: 'h', type: 'heading', content: 'x', level: 1, text_align: 'left' };
    expect(changedProperties(heading, { ...heading, level: 2, text_align: 'none' })).toEqual([
      { name: 'level', from: '1', to: '2' },
      { name: 'text_align', from: 'left', to: '' },
    ]);
  });

  it('ignores a new signature in an image address', () => {
    const figure: ContentItem = { id: 'f', type: 'figure', content: '', src: '/api/image/1?e=1' };
    expect(changedProperties(figure, { ...figure, src: '/api/image/1?e=2' })).toEqual([]);
    expect(kinds([figure], [{ ...figure, src: '/api/image/1?e=2' }])).toEqual(['same f']);
  });

  it('compares lists and tables line by line', () => {
    expect(
      markdownOfItem({
        id: 'l',
        type: 'list',
        content: '',
        list_type: 'ordered',
        'list-items': [{ content: 'one', 'list-items': [{ content: 'in' }] }, { content: 'two' }],
      }),
    ).toBe('1. one\n    • in\n2. two');
    expect(markdownOfItem({ id: 't', type: 'table', content: '|a|b|\n|-|-|\n|1|2|' })).toBe('a | b\n1 | 2');
  });

  const told = (before: string, after: string, asWritten = false) =>
    diffOfItem(text('t', before), text('t', after), asWritten)
      .map(({ kind, words }) => {
        const said = words
          .map(({ text: word, style: look }) =>
            Object.keys(look).length > 0 ? `${word}${JSON.stringify(look)}` : word,
          )
          .join('');
        return { same: said, added: `{+${said}}`, removed: `{-${said}}` }[kind];
      })
      .join('');

  it.each([
    ['a **b** c', 'a b c', 'a {-b{"strong":true}}{+b} c'],
    ['see $x$', 'see $x^2$', 'see {-x{"math":"inline"}}{+x^2{"math":"inline"}}'],
    [
      '[a](https://x.example)',
      '[a](https://y.example)',
      '{-a{"href":"https://x.example"}}{+a{"href":"https://y.example"}}',
    ],
    ['**one** two', '**one** three', 'one{"strong":true} {-two}{+three}'],
    ['`f(x)`', '`f(y)`', 'f{"code":true}({"code":true}{-x{"code":true}}{+y{"code":true}}){"code":true}'],
  ])('shows %j and %j as a page does', (before, after, expected) => {
    expect(told(before, after)).toBe(expected);
  });

  it('shows Markdown when only it differs, or on request', () => {
    expect(told('3 * 4', '3 \\* 4')).toBe('3 {+\\}* 4');
    expect(told('[a](javascript:x)', 'a')).toBe('{-a{"href":"javascript:x"}}{+a}');
    expect(told('a **b**', 'a b', true)).toBe('a {-**}b{-**}');
    expect([hasMarks(text('a', 'plain')), hasMarks(text('a', 'a **b**'))]).toEqual([false, true]);
  });
});
