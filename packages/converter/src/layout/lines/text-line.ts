import type { Box } from '../geometry/box.js';

/** How a word is set. `script`: 1 raised, -1 lowered. */
export type WordStyle = { bold: boolean; italic: boolean; mono: boolean; math: boolean; script: -1 | 0 | 1 };
export const PLAIN_STYLE: WordStyle = { bold: false, italic: false, mono: false, math: false, script: 0 };

/**
 * A cell of a tagged file's table: the table's number on the page, its row and its place in the row in logical order, from 0, and
 * how many cells the row has. One object for each cell.
 */
export type CellPlace = { table: number; row: number; column: number; columns: number };

/**
 * A word where it stands on the page, its text in logical order. `glued`: no space before it, though its style differs from
 * the word before. `tag`: the heading role of a tagged PDF's structure element around it; `cell`: its table cell's place.
 */
export type Word = Box & {
  text: string;
  baseline: number;
  size: number;
  style: WordStyle;
  glued?: boolean;
  confidence?: number;
  link?: string;
  tag?: string;
  cell?: CellPlace;
};

/** A piece of a line with no column-wide gap inside; words in logical order. */
export type TextLine = Box & {
  words: Word[];
  baseline: number;
  /** Font size most of its letters have, in points. */
  size: number;
  direction: 'ltr' | 'rtl';
  /** Marked by the file as no part of the text (tagged PDF: Artifact). */
  artifact?: boolean;
};

/** A page ready for structure: what was read and where, whoever read it. */
export type ReadPage = {
  width: number;
  height: number;
  lines: TextLine[];
};
