import { describe, expect, it } from '@jest/globals';
import type { DraftItem } from './item-id.js';
import { withStableIds } from './item-id.js';

const text = (content: string): DraftItem => ({ type: 'text', content });

describe('withStableIds', () => {
  it('gives equal text the same id regardless of spacing and position', () => {
    const [first] = withStableIds([text('One  paragraph')]);
    const [, second] = withStableIds([text('before'), { ...text('one paragraph'), bbox: [0, 0, 1, 1] }]);
    expect(second?.id).toBe(first?.id);
  });

  it('gives repeated items of a page different ids by their order', () => {
    const ids = withStableIds([text('same'), text('same'), text('same')]).map((item) => item.id);
    expect(new Set(ids).size).toBe(3);
    expect(withStableIds([text('same'), text('other'), text('same')]).map((item) => item.id)).toEqual([
      ids[0],
      expect.any(String),
      ids[1],
    ]);
  });

  it('gives items of different types different ids', () => {
    const [a, b] = withStableIds([text('x'), { type: 'abandon', content: 'x' }]);
    expect(a?.id).not.toBe(b?.id);
  });
});
