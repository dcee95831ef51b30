import type { ListEntry } from '@hamkhan/contracts/content';
import type { DraftItem } from '../layout/items/item-id.js';

/** A picture of a figure, before it is read: a file of the container, or a drawing that stands in the text. */
export type BlockImage = { kind: 'file'; path: string } | { kind: 'drawing'; svg: string };

/** An element a link can lead to. `isInside`: it stands after the block has begun. `isPageBreak`: a page of the print edition begins there. */
export type Anchor = { id: string; isInside: boolean; isPageBreak: boolean };

/** A reference to a note that is shown apart from the text. `target` is `path#id`. */
export type NoteReference = { target: string; marker: string };

/** One item of a chapter with what placing it on a page takes. */
export type Block = {
  item: DraftItem;
  image?: BlockImage;
  /** How long it is to read. */
  words: number;
  anchors: Anchor[];
  notes: NoteReference[];
  /** h1 to h6, or deeper by sections. */
  rank?: number;
  /** The note this block belongs to. */
  noteId?: string;
};

/** Words a picture and a formula count for, by the room they take. */
export const FIGURE_WORDS = 60;
export const MATH_WORDS = 12;

/** Characters of one item; a longer text is cut. */
export const MAX_ITEM_LENGTH = 100_000;

export const textOfEntries = (entries: readonly ListEntry[]): string =>
  entries.map((entry) => `${entry.content} ${textOfEntries(entry['list-items'] ?? [])}`).join(' ');
