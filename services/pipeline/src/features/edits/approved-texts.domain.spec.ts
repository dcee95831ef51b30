import { describe, expect, it } from '@jest/globals';
import type { ContentItem } from '@hamkhan/contracts/content';
import { approvedTexts } from './approved-texts.domain.js';

const line = (id: string, content: string): ContentItem => ({ id, type: 'text', content });
const list = (...entries: string[]): ContentItem => ({
  id: 'l',
  type: 'list',
  content: '',
  list_type: 'ordered',
  'list-items': entries.map((content) => ({ content })),
});

describe('approvedTexts', () => {
  it('returns the texts of edited items', () => {
    const pairs = [{ source: line('a', 'Rock'), target: line('a', 'صخره') }];
    expect(approvedTexts(pairs, [line('a', 'سنگ')])).toEqual([
      { source: 'Rock', target: 'صخره', before: 'سنگ' },
    ]);
    expect(approvedTexts(pairs, undefined)).toEqual([{ source: 'Rock', target: 'صخره' }]);
  });

  it('returns only the changed texts of an item with several', () => {
    const pairs = [{ source: list('One', 'Two', 'Three'), target: list('یک', 'دو', 'Three', 'چهار') }];
    expect(approvedTexts(pairs, [list('یک', 'دوم', 'سه')])).toEqual([
      { source: 'Two', target: 'دو', before: 'دوم' },
    ]);
  });

  it('ignores items whose type changed, without words, or equal to the original', () => {
    const source = line('a', 'Rock');
    expect(approvedTexts([{ source, target: { ...list('صخره'), id: 'a' } }], [])).toEqual([]);
    expect(approvedTexts([{ source, target: line('a', '…') }], [])).toEqual([]);
    expect(approvedTexts([{ source, target: line('a', 'Rock') }], [])).toEqual([]);
  });
});
