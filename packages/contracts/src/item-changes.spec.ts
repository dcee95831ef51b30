import { describe, expect, it } from '@jest/globals';
import type { ContentItem } from './content.js';
import { editSummary, isSameItem, isSameText, mergeItems } from './item-changes.js';

const item = (id: string, content = id): ContentItem => ({ id, type: 'text', content });
const text = (...ids: string[]): ContentItem[] => ids.map((id) => item(id.charAt(0), id));
const shown = (items: readonly ContentItem[]): string => items.map(({ content }) => content).join(' ');

describe('what lies between two texts', () => {
  it('counts items added, removed and modified by their ids [RDR-SUGGEST-02]', () => {
    expect(editSummary(text('a', 'b', 'c'), text('c', 'b2', 'd', 'e'))).toEqual({
      items_added: 2,
      items_removed: 1,
      items_modified: 1,
    });
    expect(editSummary(text('a', 'b'), text('b', 'a'))).toEqual({
      items_added: 0,
      items_removed: 0,
      items_modified: 0,
    });
  });

  it('goes by what is written, not by what the pipeline notes beside it', () => {
    const plain = item('a', 'words');
    const noted: ContentItem = {
      ...plain,
      bbox: [0, 0, 1, 1],
      confidence: 0.4,
      sentence_pairs: { content: [[0, 5, 0, 5]] },
      translation_problems: ['numbers'],
    };
    expect(isSameItem(plain, noted)).toBe(true);
    expect(isSameItem(plain, { ...plain, text_align: undefined } as ContentItem)).toBe(true);
    expect(isSameItem(plain, { ...plain, text_align: 'left' } as ContentItem)).toBe(false);
    expect(isSameItem(plain, { ...plain, type: 'caption' })).toBe(false);
    expect(isSameText([plain], [noted])).toBe(true);
    expect(isSameText(text('a', 'b'), text('b', 'a'))).toBe(false);
  });
});

describe('merging', () => {
  it.each<[string, string[], string[], string[], string, string[]]>([
    ['one side only', ['a', 'b'], ['a1', 'b'], ['a', 'b'], 'a1 b', []],
    ['each its own item', ['a', 'b', 'c'], ['a1', 'b', 'c'], ['a', 'b', 'c2'], 'a1 b c2', []],
    ['both the same', ['a'], ['a1'], ['a1'], 'a1', []],
    ['both one item', ['a', 'b'], ['a1', 'b'], ['a2', 'b'], 'a1 b', ['a']],
    ['removed here, left there', ['a', 'b'], ['b'], ['a', 'b'], 'b', []],
    ['removed here, changed there', ['a', 'b'], ['b'], ['a2', 'b'], 'b', ['a']],
    ['changed here, removed there', ['a', 'b'], ['a1', 'b'], ['b'], 'a1 b', ['a']],
    ['removed by both', ['a', 'b'], ['b'], ['b'], 'b', []],
    ['added by each', ['a', 'b'], ['a', 'x', 'b'], ['a', 'b', 'y'], 'a x b y', []],
    ['added at the top', ['a'], ['x', 'a'], ['a', 'b'], 'x a b', []],
    ['a run of additions', ['a', 'b'], ['a', 'x', 'y', 'b'], ['a', 'b', 'z'], 'a x y b z', []],
    ['moved here', ['a', 'b', 'c'], ['c', 'a', 'b'], ['a', 'b2', 'c', 'd'], 'c d a b2', []],
    ['moved there', ['a', 'b', 'c'], ['a', 'b1', 'c'], ['c', 'a', 'b'], 'c a b1', []],
    ['everything gone there', ['a', 'b'], ['a', 'b1'], [], 'b1', ['b']],
  ])('%s', (_, base, mine, theirs, expected, conflicts) => {
    const merged = mergeItems(text(...base), text(...mine), text(...theirs));
    expect(shown(merged.items)).toBe(expected);
    expect(merged.conflicts).toEqual(conflicts);
  });

  it('keeps every item once, whatever the orders', () => {
    const names = [...'abcdefgh'];
    for (let seed = 1; seed <= 200; seed += 1) {
      const shuffle = (round: number): ContentItem[] =>
        names
          .map((name, index) => ({ name, at: (index * 7 + seed * 13 * round) % 11 }))
          .filter(({ at }) => at > 1)
          .toSorted((one, other) => one.at - other.at)
          .map(({ name, at }) => item(name, at === 5 ? `${name}${round}` : name));
      const { items } = mergeItems(text(...names), shuffle(1), shuffle(2));
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    }
  });
});
