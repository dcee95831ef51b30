const PERSIAN_ZERO = 0x06f0;
const ARABIC_ZERO = 0x0660;

/** Replaces Persian and Arabic digits by 0–9 (ACC-LOGIN-07). */
export const toAsciiDigits = (text: string): string =>
  text
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - PERSIAN_ZERO))
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - ARABIC_ZERO));
