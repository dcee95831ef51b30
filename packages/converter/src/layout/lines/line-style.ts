import type { TextLine, Word } from './text-line.js';
import { lettersOf } from './text-line.js';

/** The share of a line's letters that are in the words `pick` selects. */
export const shareOf = (line: TextLine, pick: (word: Word) => boolean): number =>
  line.words.filter(pick).reduce((sum, word) => sum + word.text.length, 0) / Math.max(1, lettersOf(line));

export const isBoldLine = (line: TextLine): boolean => shareOf(line, (word) => word.style.bold) > 0.97;
export const isMonoLine = (line: TextLine): boolean => shareOf(line, (word) => word.style.mono) > 0.8;

/** Where a line begins and ends in reading direction: larger values come later in the line. */
export const startOf = (line: TextLine): number => (line.direction === 'rtl' ? -line.x1 : line.x0);
export const endOf = (line: TextLine): number => (line.direction === 'rtl' ? -line.x0 : line.x1);
