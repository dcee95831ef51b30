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

describe('whether a suggestion would show a picture', () => {
  it.each<[string, ContentItem[], ContentItem[], boolean]>([
    ['adds it', [], [figure('f', KEY)], true],
    ['puts it in the place of another', [figure('f', 'images/d/b.png')], [figure('f', KEY)], true],
    ['words it anew', [figure('f', KEY)], [figure('f', KEY, 'A rock')], true],
    ['leaves it as it is', [figure('f', KEY)], [figure('f', KEY)], false],
    ['takes it away', [figure('f', KEY)], [], false],
    ['has another', [], [figure('f', 'images/d/b.png')], false],
  ])('one that %s', (_what, base, items, expected) => {
    expect(suggestsPicture({ base, items }, KEY)).toBe(expected);
  });
});
