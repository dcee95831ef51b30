import { randomInt } from 'node:crypto';
import { toAsciiDigits } from '@hamkhan/contracts/digits';

/** Characters that neither look nor sound alike. Voices and strokes exist for exactly these. */
export const CAPTCHA_ALPHABET = '23456789FKLRXY';
export const CAPTCHA_LENGTH = 5;

export const newCaptchaText = (): string =>
  Array.from({ length: CAPTCHA_LENGTH }, () =>
    CAPTCHA_ALPHABET.charAt(randomInt(CAPTCHA_ALPHABET.length)),
  ).join('');

/** Whether the typed text matches, ignoring case, white space and the script of digits. */
export const isCaptchaText = (text: string, typed: string): boolean =>
  toAsciiDigits(typed)
    .replace(/[\s\p{Cf}]/gu, '')
    .toUpperCase() === text;
