import { describe, expect, it } from '@jest/globals';
import { isMobile, normaliseIdentifier } from './identifier.domain.js';

describe('normaliseIdentifier', () => {
  it.each([
    ['۰۹۱۲٠٠٠0001', '09120000001'],
    [' 0912 000 0001 ', '09120000001'],
    ['\u200f0912\u200c0000001\u202c', '09120000001'],
    ['+98 912 000 0001', '09120000001'],
    ['00989120000001', '09120000001'],
    ['０９１２0000001', '09120000001'],
    ['Ali.Reza@Example.ORG', 'ali.reza@example.org'],
    ['علي‌كاظمى', 'علیکاظمی'],
  ])('reads %j as %j [ACC-LOGIN-07][ACC-LOGIN-08]', (typed, stored) => {
    expect(normaliseIdentifier(typed)).toBe(stored);
  });

  it('keeps the country code of a foreign number', () => {
    expect(normaliseIdentifier('+49 151 00000000')).toBe('+4915100000000');
  });

  it('returns an empty string for blanks', () => {
    expect(normaliseIdentifier(' \u200b\t')).toBe('');
  });
});

describe('isMobile', () => {
  it.each([
    ['09120000001', true],
    ['9120000001', false],
    ['091200000011', false],
    ['ali', false],
  ])('%s: %s', (identifier, expected) => {
    expect(isMobile(identifier)).toBe(expected);
  });
});
