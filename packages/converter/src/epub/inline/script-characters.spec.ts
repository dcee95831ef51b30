import { describe, expect, it } from '@jest/globals';
import { subscript, superscript } from './script-characters.js';

describe('superscript and subscript', () => {
  it.each([
    ['2', 'x', '²'],
    ['st', '1', 'st'],
    ['er', '1', 'er'],
    ['me', 'M', 'me'],
    ['N', '0', '^N'],
    ['[5]', 'a', '[5]'],
  ])('%s after %s is %s', (raised, before, expected) => {
    expect(superscript(raised, before)).toBe(expected);
  });

  it('writes letter indices after an underscore', () => {
    expect(subscript('2')).toBe('₂');
    expect(subscript('max')).toBe('_max');
  });
});
