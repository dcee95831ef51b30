import type { Box } from '../geometry/box.js';
import type { DocumentProfile } from './document-profile.js';
import type { DraftItem } from '../items/item-id.js';
import type { PageDrawing } from '../figures/page-drawing.js';
import type { TextLine } from '../lines/text-line.js';

/** An item and its place on the page. */
export type StructuredItem = {
  item: DraftItem;
  box: Box;
  /** Its image must be cropped from the page and named in `src`. */
  crop?: boolean;
  /** Font size of most of its text. */
  size?: number;
  /** The number of an entry in an ordered list. */
  ordinal?: number;
  /** The text of such an entry with its number. */
  marked?: string;
};

/** The input for structuring one page. */
export type StructureInput = {
  width: number;
  height: number;
  lines: readonly TextLine[];
  /** Lines that run up or down, at the places where they are seen: heads of narrow table columns. */
  sideways?: readonly TextLine[];
  /** null if it is unknown. */
  drawing: PageDrawing | null;
  /** Lines that are running heads, feet or page numbers. */
  running: ReadonlySet<TextLine>;
  profile: DocumentProfile;
  direction: 'ltr' | 'rtl';
  /** The entries of the document's table of contents for this page. */
  outline: readonly { title: string; level: number }[];
  /** The text was recognised (OCR): sizes are estimates, and fonts are unknown. */
  isRecognised: boolean;
};
