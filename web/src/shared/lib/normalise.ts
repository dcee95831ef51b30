const PERSIAN_ZERO = 0x06f0;
const ARABIC_ZERO = 0x0660;

/** Persian and Arabic digits become 0–9 (ACC-LOGIN-07). */
export const normaliseDigits = (text: string): string =>
  text
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - PERSIAN_ZERO))
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - ARABIC_ZERO));

/** Replaces Arabic ya and kaf by the Persian letters. */
export const normaliseLetters = (text: string): string => text.replace(/[يى]/g, 'ی').replace(/ك/g, 'ک');

/** Normalises a search text: English digits, Persian letters, single spaces. */
export const normaliseSearch = (text: string): string =>
  normaliseLetters(normaliseDigits(text)).replace(/\s+/g, ' ').trim();

/**
 * Normalises a mobile, username or email: English digits, no whitespace or invisible characters, and 0 instead of the country code
 * +98.
 */
export const normaliseUsername = (text: string): string =>
  normaliseDigits(text)
    .replace(/[\s\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/^(?:\+98|0098)(?=9\d{9}$)/, '0');
