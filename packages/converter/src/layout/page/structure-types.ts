import type { Box } from '../geometry/box.js';
import type { DocumentProfile } from './document-profile.js';
import type { DraftItem } from '../items/item-id.js';
import type { PageDrawing } from '../figures/page-drawing.js';
import type { TextLine } from '../lines/text-line.js';

/** An item and where it stands; `crop`: its picture is to be cut out of the page and named in `src`. `size`: of its type. `ordinal` and
 * `marked`: a numbered list entry's place, and its text with the number. */
export type StructuredItem = {
  item: DraftItem;
  box: Box;
  crop?: boolean;
  size?: number;
  ordinal?: number;
  marked?: string;
};

/** Everything the structure of one page is made from. */
export type StructureInput = {
  width: number;
  height: number;
  lines: readonly TextLine[];
  /** Lines that lie on their side, where they are seen: read as heads of a table's narrow columns. */
  sideways?: readonly TextLine[];
  /** Strokes, panels, shapes and images; null where nothing is known of them. */
  drawing: PageDrawing | null;
  /** Lines that are running heads, feet or page numbers. */
  running: ReadonlySet<TextLine>;
  profile: DocumentProfile;
  direction: 'ltr' | 'rtl';
  /** Titles that the document's table of contents gives for this page. */
  outline: readonly { title: string; level: number }[];
  /** Recognised text: sizes are estimates, and nothing is known of fonts. */
  isRecognised: boolean;
};
