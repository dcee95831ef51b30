import { describe, expect, it } from '@jest/globals';
import { normaliseDigits, normaliseSearch, normaliseUsername } from './normalise.js';

describe('normalise', () => {
  it('replaces Persian and Arabic digits by English ones [ACC-LOGIN-07]', () => {
    expect(normaliseDigits('۰۹۱۲٠٠٠0001')).toBe('09120000001');
    expect(normaliseDigits('۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩')).toBe('01234567890123456789');
  });

  it('removes all whitespace and invisible characters from a username [ACC-LOGIN-08]', () => {
    expect(normaliseUsername(' 0912 000\t0001 ')).toBe('09120000001');
    expect(normaliseUsername('\u202a09120000001\u202c')).toBe('09120000001');
    expect(normaliseUsername('+۹۸ ۹۱۲ ۰۰۰ ۰۰۰۱')).toBe('09120000001');
    expect(normaliseUsername('0098 912 000 0001')).toBe('09120000001');
    expect(normaliseUsername('+98@example.com')).toBe('+98@example.com');
  });

  it('replaces Arabic ya and kaf by the Persian letters in a search', () => {
    expect(normaliseSearch('  كتاب   يك  ')).toBe('کتاب یک');
  });
});
