import type { ListEntry } from '@hamkhan/contracts/content';
import type { DraftItem } from '../layout/items/item-id.js';

/** The source of a figure's image: a file of the container, or an SVG drawing in the text. */
export type BlockImage = { kind: 'file'; path: string } | { kind: 'drawing'; svg: string };

/** A link target. `isInside`: it lies after the beginning of the block. `isPageBreak`: a page of the print edition begins there. */
export type Anchor = { id: string; isInside: boolean; isPageBreak: boolean };

/** A reference to a footnote or endnote. `target` is `path#id`. */
export type NoteReference = { target: string; marker: string };

/** One item of a chapter with the data that is needed to place it on a page. */
export type Block = {
  item: DraftItem;
  image?: BlockImage;
  /** Length in words; decides where pages are cut. */
  words: number;
  anchors: Anchor[];
  notes: NoteReference[];
  /** Heading rank: 1 to 6 for h1 to h6, more in deeply nested sections. */
  rank?: number;
  /** The note this block belongs to. */
  noteId?: string;
};

/** Length of a figure and of a formula in words, by the space they take. */
export const FIGURE_WORDS = 60;
export const MATH_WORDS = 12;

/** Maximum number of characters in one item; a longer text is split. */
export const MAX_ITEM_LENGTH = 100_000;

export const textOfEntries = (entries: readonly ListEntry[]): string =>
  entries.map((entry) => `${entry.content} ${textOfEntries(entry['list-items'] ?? [])}`).join(' ');
