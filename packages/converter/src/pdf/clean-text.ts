/** A string of a PDF on one line, without control characters. */
export const cleanText = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- control characters in strings of a file are noise
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
