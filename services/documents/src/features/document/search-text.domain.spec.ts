import { describe, expect, it } from '@jest/globals';
import { foldForSearch, foldLetters, literalPattern } from './search-text.domain.js';

describe('folding for search', () => {
  it.each([
    ['كتاب‌هاي علمي', 'کتاب های علمی'],
    ['کِتابِ مَن', 'کتاب من'],
    ['فصل ۱۲ و ٣٤', 'فصل 12 و 34'],
    ['Ünïcode  TEXT', 'unicode text'],
    ['آب', 'اب'],
    ['مسألة', 'مساله'],
  ])('reads %s as %s', (given, expected) => {
    expect(foldLetters(given)).toBe(expected);
  });

  it('matches a compound in each spelling', () => {
    const written = ['کتاب\u200cهای', 'کتاب های', 'کتابهای', 'كتاب هاي'];
    expect(new Set(written.map(foldForSearch)).size).toBe(1);
  });

  it('matches special characters literally', () => {
    const nasty = '.*+?()[]{}|^$\\/-';
    expect(literalPattern(nasty).test(`before ${nasty} after`)).toBe(true);
    expect(literalPattern('a.c').test('abc')).toBe(false);
  });
});
