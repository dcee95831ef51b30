import { MOBILE_PATTERN } from '@hamkhan/contracts/http/auth';
import { normaliseDigits } from './normalise.js';

/** Keeps only digits, in English form, of a mobile being typed (ACC-REGISTER-14, ACC-REGISTER-15). */
export const digitsOf = (text: string): string => normaliseDigits(text).replace(/\D/g, '');

/** Normalises a typed or pasted mobile: +98 becomes 0, everything else but digits is removed. */
export const typedMobile = (text: string): string => digitsOf(text).replace(/^(?:98|0098)(?=9\d{9}$)/, '0');

/** Exactly 11 digits that begin with 09 (ACC-REGISTER-13). */
export const isMobile = (text: string): boolean => MOBILE_PATTERN.test(text);
