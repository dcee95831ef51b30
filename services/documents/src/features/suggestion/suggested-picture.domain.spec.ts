import { describe, expect, it } from '@jest/globals';
import type { ContentItem } from '@hamkhan/contracts/content';
import { suggestsPicture } from './suggested-picture.domain.js';

const KEY = 'images/d/a.png';
const figure = (id: string, src: string, caption = ''): ContentItem => ({
  id,
  type: 'figure',
  content: '',
  src,
  caption,
});

describe('suggestsPicture', () => {
  it.each<[string, ContentItem[], ContentItem[], boolean]>([
    ['adds it', [], [figure('f', KEY)], true],
    ['replaces another image', [figure('f', 'images/d/b.png')], [figure('f', KEY)], true],
    ['changes its caption', [figure('f', KEY)], [figure('f', KEY, 'A rock')], true],
    ['leaves it unchanged', [figure('f', KEY)], [figure('f', KEY)], false],
    ['removes it', [figure('f', KEY)], [], false],
    ['has another image', [], [figure('f', 'images/d/b.png')], false],
  ])('one that %s', (_what, base, items, expected) => {
    expect(suggestsPicture({ base, items }, KEY)).toBe(expected);
  });
});
