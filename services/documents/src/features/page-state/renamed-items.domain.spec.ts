import { describe, expect, it } from '@jest/globals';
import type { ContentItem } from '@hamkhan/contracts/content';
import { itemRenamer } from './renamed-items.domain.js';

const line = (id: string, content: string): ContentItem => ({ id, type: 'text', content });
const ids = (items: readonly ContentItem[]): string => items.map(({ id }) => id).join(' ');
const OLD = [line('a', 'The lighthouse stands on the rock.'), line('b', 'The sea is calm to-night.')];

describe('itemRenamer', () => {
  it('gives changed items their new ids and keeps the ids of others', () => {
    const fresh = [OLD[0] ?? line('', ''), line('x', 'The sea is calm tonight')];
    const rename = itemRenamer(OLD, fresh);
    expect(ids(rename(OLD))).toBe('a x');
    expect(ids(rename([line('b', 'edited past recognition'), line('own', 'mine')]))).toBe('x own');
  });

  it('matches no dissimilar items, other types or matched items', () => {
    const rename = (fresh: ContentItem[]): string => ids(itemRenamer(OLD, fresh)(OLD));
    expect(rename([line('x', 'Nothing of that kind was ever said.')])).toBe('a b');
    expect(rename([{ id: 'x', type: 'caption', content: 'The sea is calm to-night.' }])).toBe('a b');
    expect(rename([line('x', 'The sea is calm to-night!'), line('y', 'The sea is calm, to night.')])).toBe(
      'a x',
    );
    expect(rename([])).toBe('a b');
  });

  it('chooses the most similar item', () => {
    const old = [line('a', 'Chapter one begins here'), line('b', 'Chapter two begins here')];
    const fresh = [line('x', 'Chapter two begins here.'), line('y', 'Chapter one begins here.')];
    expect(ids(itemRenamer(old, fresh)(old))).toBe('y x');
  });

  it('never assigns an id that is in use', () => {
    const rename = itemRenamer(OLD, [line('x', 'The sea is calm tonight')]);
    expect(ids(rename([line('b', 'one'), line('x', 'two')]))).toBe('b x');
  });

  it('keeps ids when there are too many items to compare', () => {
    const many = (prefix: string): ContentItem[] =>
      Array.from({ length: 200 }, (_, index) => line(`${prefix}${index}`, `The same words, number ${index}`));
    const old = many('o');
    expect(ids(itemRenamer(old, many('n'))(old))).toBe(ids(old));
  });
});
