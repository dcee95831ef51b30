import { randomInt } from 'node:crypto';
import { toAsciiDigits } from '@hamkhan/contracts/digits';

/** Neither alike to the eye nor alike to the ear. The voices and strokes of exactly these exist. */
export const CAPTCHA_ALPHABET = '23456789FKLRXY';
export const CAPTCHA_LENGTH = 5;

export const newCaptchaText = (): string =>
  Array.from({ length: CAPTCHA_LENGTH }, () =>
    CAPTCHA_ALPHABET.charAt(randomInt(CAPTCHA_ALPHABET.length)),
  ).join('');

/** Whether a person read it: capitals, spaces and the digits of the keyboard don't matter. */
export const isCaptchaText = (text: string, typed: string): boolean =>
  toAsciiDigits(typed)
    .replace(/[\s\p{Cf}]/gu, '')
    .toUpperCase() === text;
