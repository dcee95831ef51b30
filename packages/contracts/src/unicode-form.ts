/** UAX #15 allows this many combining marks in a row ("stream-safe text"); no language needs more than a handful. */
const MAX_MARKS = 30;
/** Characters that reordering can move: marks, and the two half-width kana marks that decompose to marks. */
const MARK = '[\\p{M}\\uff9e\\uff9f]';
const TOO_MANY_MARKS = new RegExp(`(${MARK}{${MAX_MARKS}})${MARK}+`, 'gu');

/**
 * A Unicode normalisation form of a text from outside. `String.normalize` alone sorts each run of combining marks by insertion, so a
 * run of 100,000 marks blocks the process for minutes; here runs are cut after 30 marks.
 */
export const unicodeForm = (form: 'NFC' | 'NFKC' | 'NFKD', text: string): string =>
  text.replace(TOO_MANY_MARKS, '$1').normalize(form);
