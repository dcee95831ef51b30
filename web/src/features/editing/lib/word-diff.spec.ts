import { describe, expect, it } from '@jest/globals';
import { plainWords, type Word } from './marked-words.js';
import { diffWords } from './word-diff.js';

const textOf = (words: readonly Word[]) => words.map(({ text }) => text).join('');
const shown = (before: string, after: string) =>
  diffWords(plainWords(before), plainWords(after))
    .map(({ kind, words }) => {
      const text = textOf(words);
      return { same: text, added: `{+${text}}`, removed: `{-${text}}` }[kind];
    })
    .join('');

describe('diffWords', () => {
  it.each([
    ['one two three', 'one 2 three', 'one {-two}{+2} three'],
    ['a b c d', 'a x y d', 'a {-b c}{+x y} d'],
    ['می‌روم خانه', 'می‌رفتم خانه', '{-می‌روم}{+می‌رفتم} خانه'],
    ['کِتاب', 'کتاب', '{-کِتاب}{+کتاب}'],
    ['我爱你', '我恨你', '我{-爱}{+恨}你'],
    ['a', 'a b', 'a{+ b}'],
    ['', 'new', '{+new}'],
    ['gone', '', '{-gone}'],
    ['same', 'same', 'same'],
    ['', '', ''],
  ])('%j to %j is %j', (before, after, expected) => {
    expect(shown(before, after)).toBe(expected);
  });

  it('contains both texts completely', () => {
    const pieces = ['می‌', ' ', 'x', '\n', '\u200c', 'é', '<b>', '漢', '😀', '1'];
    let seed = 7;
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    for (let round = 0; round < 200; round += 1) {
      const text = () =>
        Array.from(
          { length: Math.floor(random() * 12) },
          () => pieces[Math.floor(random() * pieces.length)],
        ).join('');
      const [before, after] = [text(), text()];
      const parts = diffWords(plainWords(before), plainWords(after));
      const side = (left: string) =>
        parts
          .filter(({ kind }) => kind !== left)
          .map((part) => textOf(part.words))
          .join('');
      expect([side('added'), side('removed')]).toEqual([before, after]);
    }
  });

  it('ends quickly for texts with nothing in common', () => {
    const words = (prefix: string) => Array.from({ length: 40_000 }, (_, at) => `${prefix}${at}`).join(' ');
    const from = Date.now();
    const parts = diffWords(plainWords(words('a')), plainWords(words('b')));
    expect(Date.now() - from).toBeLessThan(5000);
    expect(parts.map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });
});
