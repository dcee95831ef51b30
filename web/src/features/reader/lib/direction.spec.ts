import { parseInline } from '@hamkhan/contracts/inline/parse-inline';
import { describe, expect, it } from '@jest/globals';
import { directionIn } from './direction.js';

describe('the direction of a paragraph', () => {
  const inside = (page: 'rtl' | 'ltr', text: string) => directionIn(page, parseInline(text));
  it('is that of its page', () => {
    expect(inside('rtl', 'در TCP/IP و HTTP')).toBe('rtl');
    expect(inside('ltr', 'the word کتاب means book')).toBe('ltr');
    expect(inside('rtl', '۱۲۳ – 45')).toBe('rtl');
    expect(inside('rtl', '`code()` $x+y$')).toBe('rtl');
    expect(inside('ltr', '')).toBe('ltr');
  });

  it('is the other one when all its letters are of that direction', () => {
    expect(inside('rtl', 'See E. Hobsbawm, *The Age of Revolution*.')).toBe('ltr');
    expect(inside('ltr', '**בראשית** ברא')).toBe('rtl');
  });
});
