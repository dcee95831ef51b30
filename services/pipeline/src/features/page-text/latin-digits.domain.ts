/** Replaces Persian and Arabic digits by 0 to 9. */
export const latinDigits = (text: string): string =>
  text.replace(/[\u06f0-\u06f9\u0660-\u0669]/gu, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
