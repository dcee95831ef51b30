import { MIN_SEARCH_LENGTH } from './constants.js';
import { foldLetters } from './folding.js';
import { LetterMatcher, type Gap, type QueryLetter } from './letter-matcher.js';

/** A folded text, and for each of its UTF-16 units where it came from; one more entry for the end. */
export type FoldedText = { text: string; offsets: readonly number[] };

/** A range of a text in UTF-16 units, end excluded. */
export type TextMatch = { start: number; end: number };

/** A query that is ready to be searched for. `source` is a regular expression for the same matches, for the database. */
export type FindPattern = { source: string; matcher: LetterMatcher };

const ARABIC = /[\u0600-\u06ff\u0750-\u077f]/;
const SPACE = /[\s\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u;

/** The folded form of each character met so far; ' ' for a gap. Far fewer than Unicode has. */
const foldedCharacters = new Map<string, string>();
const MAX_FOLDED_CHARACTERS = 20_000;

function foldCharacter(char: string): string {
  const known = foldedCharacters.get(char);
  if (known !== undefined) return known;
  const folded = SPACE.test(char) ? ' ' : foldLetters(char);
  if (foldedCharacters.size < MAX_FOLDED_CHARACTERS) foldedCharacters.set(char, folded);
  return folded;
}

/** Folds as `foldLetters` does, and keeps where each letter stood. Spaces at the ends stay. */
export function foldWithOffsets(source: string): FoldedText {
  const parts: string[] = [];
  const offsets: number[] = [];
  let at = 0;
  let isAfterGap = false;
  for (const char of source) {
    const folded = foldCharacter(char);
    const isGap = folded === ' ';
    if (folded !== '' && !(isGap && isAfterGap)) {
      for (let unit = 0; unit < folded.length; unit += 1) offsets.push(at);
      parts.push(folded);
      isAfterGap = isGap;
    }
    at += char.length;
  }
  offsets.push(source.length);
  return { text: parts.join(''), offsets };
}

const GAP_SOURCES: Readonly<Record<Gap, string>> = { either: ' ?', space: ' ', nothing: '' };
const escaped = (char: string): string => char.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/**
 * Prepares a query for searching in folded texts; null for one that is too short to be searched for (RDR-SEARCHDOC-04). A Persian compound
 * is found with a half-space, a space or nothing in it; words of other scripts only as they are written.
 */
export function findPattern(query: string): FindPattern | null {
  const folded = foldLetters(query);
  if (folded.replaceAll(' ', '').length < MIN_SEARCH_LENGTH) return null;
  const letters: QueryLetter[] = [];
  let source = '';
  let before = '';
  let isSpaced = false;
  for (const char of folded) {
    if (char === ' ') {
      isSpaced = true;
      continue;
    }
    const isLoose = ARABIC.test(before) && (isSpaced || ARABIC.test(char));
    const gap = before === '' || isLoose ? 'either' : isSpaced ? 'space' : 'nothing';
    if (before !== '') source += GAP_SOURCES[gap];
    source += escaped(char);
    for (let unit = 0; unit < char.length; unit += 1)
      letters.push({ unit: char.charCodeAt(unit), gap: unit === 0 ? gap : 'nothing' });
    before = char;
    isSpaced = false;
  }
  return { source, matcher: new LetterMatcher(letters) };
}

/** All matches of a query in a text, in order and without overlaps; at most `most`. Linear in the length of the text. */
export function findInText(source: string, { matcher }: FindPattern, most = Infinity): TextMatch[] {
  const { text, offsets } = foldWithOffsets(source);
  const matches: TextMatch[] = [];
  if (most <= 0) return matches;
  for (const [first, last] of matcher.matches(text)) {
    const start = offsets[first];
    const end = offsets[last];
    if (start !== undefined && end !== undefined) matches.push({ start, end: Math.max(end, start + 1) });
    if (matches.length >= most) break;
  }
  return matches;
}
