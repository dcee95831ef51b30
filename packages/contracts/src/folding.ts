import { unicodeForm } from './unicode-form.js';

/**
 * Folds a text so that what looks the same to a Persian reader is the same: Arabic letters (ي ى ك ة ؤ أ إ), diacritics, tatweel, half-spaces,
 * digits of three scripts, case and compatibility forms make no difference. For sorting.
 */
export function foldLetters(text: string): string {
  return unicodeForm('NFKD', text)
    .replace(/[يىﻯ]/g, 'ی')
    .replace(/ك/g, 'ک')
    .replace(/ة/g, 'ه')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, ' ')
    .replace(/[\p{M}ـ]/gu, '')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/** Folds a text for searching (ACC-LIBRARY-18): as above, and a compound is found with a half-space, a space or nothing in it. */
export const foldForSearch = (text: string): string => foldLetters(text).replaceAll(' ', '');
