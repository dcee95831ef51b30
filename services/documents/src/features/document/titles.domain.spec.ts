import { describe, expect, it } from '@jest/globals';
import { titlesOf } from './titles.domain.js';

describe('titlesOf', () => {
  it('removes control characters and direction overrides from the titles of files and models', () => {
    const hostile = ' The\u202e gnp.exe\u2069\n Lamp\u0000\u200f ';
    expect(titlesOf(hostile, 'a.pdf')).toMatchObject({
      title: 'The gnp.exe Lamp',
      originalTitle: 'The gnp.exe Lamp',
    });
    expect(titlesOf('The Lamp', 'a.pdf', '\u202eفانوس\u0007')).toMatchObject({
      title: 'فانوس',
      originalTitle: 'The Lamp',
    });
  });

  it('keeps the half-space of Persian words', () => {
    expect(titlesOf(null, 'a.pdf', 'کتاب\u200cها').title).toBe('کتاب\u200cها');
  });

  it('falls back to the file name when nothing visible is left', () => {
    expect(titlesOf('\u202e\u200f', 'the_lamp.pdf').title).toBe('the lamp');
  });
});
