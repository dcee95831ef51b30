import { medianOf } from '../geometry/box.js';
import { markerOf } from '../items/list-marker.js';
import { endOf, isBoldLine, isMonoLine } from '../lines/line-style.js';
import type { TextLine } from '../lines/text-line.js';

const MIN_VERSES = 4;
const MAX_VERSE_WORDS = 14;
const MIN_VERSE_WORDS = 4;

/**
 * Whether lines are verse. In scripts with case, nearly every verse begins with a capital, and most end at different distances before
 * the longest one. Prose has capitals at few line starts and fills most lines; labels and addresses have fewer words and no
 * punctuation; list entries have markers. Line starts that are no letters (misread ornaments and initials) are not counted.
 */
export const isVerse = (lines: readonly TextLine[]): boolean => {
  if (lines.length < MIN_VERSES) return false;
  const texts = lines.map((line) => line.words.map((word) => word.text).join(' '));
  const starts = texts.map((text) => /^[^\p{L}\p{N}]{0,3}(\p{L})/u.exec(text)?.[1] ?? '');
  const capitals = starts.filter((start) => /\p{Lu}/u.test(start)).length;
  const others = starts.filter((start) => /\p{Ll}|\p{Lo}/u.test(start)).length;
  if (capitals < MIN_VERSES || capitals < 0.8 * (capitals + others) || capitals < 0.6 * lines.length)
    return false;
  const words = medianOf(lines.map((line) => line.words.length));
  if (words < MIN_VERSE_WORDS || words > MAX_VERSE_WORDS || isListOrTable(lines, texts)) return false;
  const pauses = texts.filter((text) => /[.,;:!?…—]["'”’»)]?$/u.test(text)).length;
  if (pauses < 0.3 * lines.length || lines.every(isBoldLine) || lines.every(isMonoLine)) return false;
  const size = medianOf(lines.map((line) => line.size));
  const end = Math.max(...lines.map(endOf));
  return lines.filter((line) => end - endOf(line) < size).length < 0.65 * lines.length;
};

/** Whether lines are list entries, or lines of a table of contents or index. */
const isListOrTable = (lines: readonly TextLine[], texts: readonly string[]): boolean => {
  const markers = lines.flatMap((line) => markerOf(line) ?? []);
  const isListed = (text: string): boolean => /[-‐\p{Nd}]$/u.test(text) || /(?:\.\s*){4}/u.test(text);
  return (
    markers.length > 0.2 * lines.length ||
    markers.some(({ kind }) => kind === 'bullet') ||
    texts.filter(isListed).length > 0.2 * lines.length
  );
};
