import { foldLetters } from './folding.js';
import { MIN_SEARCH_LENGTH } from './constants.js';

/** A folded text, and for each of its UTF-16 units where it came from; one more entry for the end. */
export type FoldedText = { text: string; offsets: readonly number[] };

/** A range of a text in UTF-16 units, end excluded. */
export type TextMatch = { start: number; end: number };

const ARABIC = /[\u0600-\u06ff\u0750-\u077f]/;

/** Folds as `foldLetters` does, and keeps where each letter stood. Spaces at the ends stay. */
export function foldWithOffsets(source: string): FoldedText {
  let text = '';
  const offsets: number[] = [];
  let at = 0;
  for (const char of source) {
    const isGap = /[\s\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u.test(char);
    const folded = isGap ? (text.endsWith(' ') ? '' : ' ') : foldLetters(char);
    for (let unit = 0; unit < folded.length; unit += 1) offsets.push(at);
    text += folded;
    at += char.length;
  }
  offsets.push(source.length);
  return { text, offsets };
}

const escaped = (char: string): string => char.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/**
 * The source of a pattern that finds a query in folded texts; null for one that is too short to be searched for (RDR-SEARCHDOC-04).
 * A Persian compound is found with a half-space, a space or nothing in it; words of other scripts only as they are written. Linear:
 * a gap is one optional space between two letters.
 */
export function findPattern(query: string): string | null {
  const folded = foldLetters(query);
  if (folded.replaceAll(' ', '').length < MIN_SEARCH_LENGTH) return null;
  let pattern = '';
  let before = '';
  for (const char of folded) {
    if (char === ' ') {
      pattern += ARABIC.test(before) ? ' ?' : ' ';
      before = ' ';
      continue;
    }
    if (ARABIC.test(before) && ARABIC.test(char)) pattern += ' ?';
    pattern += escaped(char);
    before = char;
  }
  return pattern;
}

/** All matches of a query in a text, in order and without overlaps; at most `most`. */
export function findInText(source: string, pattern: string, most = Infinity): TextMatch[] {
  const { text, offsets } = foldWithOffsets(source);
  const matches: TextMatch[] = [];
  for (const match of text.matchAll(new RegExp(pattern, 'gu'))) {
    if (matches.length >= most) break;
    const last = match.index + match[0].length;
    const end = offsets[last];
    const start = offsets[match.index];
    if (start !== undefined && end !== undefined) matches.push({ start, end: Math.max(end, start + 1) });
  }
  return matches;
}
