import type { Box } from '../geometry/box.js';

/** `script`: 1 for superscript, -1 for subscript. */
export type WordStyle = { bold: boolean; italic: boolean; mono: boolean; math: boolean; script: -1 | 0 | 1 };
export const PLAIN_STYLE: WordStyle = { bold: false, italic: false, mono: false, math: false, script: 0 };

/**
 * A table cell of a tagged PDF: the index of the table on the page, of its row, and of the cell in the row in logical order, from 0, and
 * the number of cells in the row. One object for each cell.
 */
export type CellPlace = { table: number; row: number; column: number; columns: number };

/** A word and its place on the page. */
export type Word = Box & {
  /** In logical order. */
  text: string;
  baseline: number;
  size: number;
  style: WordStyle;
  /** No space before it, although its style differs from that of the word before. */
  glued?: boolean;
  confidence?: number;
  link?: string;
  /** The heading role of the structure element around it (tagged PDF). */
  tag?: string;
  cell?: CellPlace;
};

/** A line, or the part of it before a column-wide gap; words in logical order. */
export type TextLine = Box & {
  words: Word[];
  baseline: number;
  /** Font size of most of its letters, in points. */
  size: number;
  direction: 'ltr' | 'rtl';
  /** Not part of the text, as the file marks it (tagged PDF: Artifact). */
  artifact?: boolean;
};

/** Number of characters in the words of a line. */
export const lettersOf = (line: TextLine): number =>
  line.words.reduce((sum, word) => sum + word.text.length, 0);
