import { MOBILE_PATTERN } from '@hamkhan/contracts/http/auth';
import { normaliseDigits } from './normalise.js';

/** What stays of a mobile while it is typed: English digits only (ACC-REGISTER-14, ACC-REGISTER-15). */
export const digitsOf = (text: string): string => normaliseDigits(text).replace(/\D/g, '');

/** A mobile as it is typed or pasted: +98 becomes the 0 it stands for, the rest is digits. */
export const typedMobile = (text: string): string => digitsOf(text).replace(/^(?:98|0098)(?=9\d{9}$)/, '0');

/** Exactly 11 digits that begin with 09 (ACC-REGISTER-13). */
export const isMobile = (text: string): boolean => MOBILE_PATTERN.test(text);
