const PERSIAN_ZERO = 0x06f0;
const ARABIC_ZERO = 0x0660;
const MOBILE = /^09\d{9}$/;

/**
 * Normalises a mobile number, username or e-mail address for storage and comparison: English digits, Persian letters, lower
 * case, no white space or invisible characters, Iranian numbers in national form (ACC-LOGIN-07, ACC-LOGIN-08, G56).
 */
export function normaliseIdentifier(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - PERSIAN_ZERO))
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - ARABIC_ZERO))
    .replace(/[يى]/g, 'ی')
    .replace(/ك/g, 'ک')
    .replace(/[\s\p{Cf}]/gu, '')
    .toLowerCase();
  return plain.replace(/^(?:\+98|0098)(?=9\d{9}$)/, '0');
}

/** True for eleven digits that begin with 09 (ACC-LOGIN-16). */
export const isMobile = (identifier: string): boolean => MOBILE.test(identifier);
