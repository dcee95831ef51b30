import type { Note } from '@hamkhan/contracts/http/notes';
import type { HighlightName } from './note-highlights.js';
import type { PlacedNote } from './place-notes.js';

/** Notes nearer to each other than this share one mark, in pixels. */
const MARK_DISTANCE = 24;

/** A note whose passage is rendered, with its range in the document. */
export type VisibleNote = PlacedNote & { dom: Range };

/** A mark in the margin, with its distance from the top of the text in pixels. */
export type MarginMark = { top: number; notes: readonly Note[] };

/** The ranges to highlight, by highlight name. */
export const highlightsOf = (
  visible: readonly VisibleNote[],
  linkedId: string | null,
): Map<HighlightName, Range[]> => {
  const highlights = new Map<HighlightName, Range[]>();
  const add = (name: HighlightName, range: Range) =>
    highlights.set(name, [...(highlights.get(name) ?? []), range]);
  for (const { note, dom, by } of visible) {
    if (by === 'passage') add(`note-${note.category}`, dom);
    if (by === 'sentence') add(`note-${note.category}-pair`, dom);
    if (note.id === linkedId) add('note-here', dom);
  }
  return highlights;
};

/** The marks of one text by position; notes on the same line share a mark. */
export const marginMarksOf = (visible: readonly VisibleNote[], frame: Element): MarginMark[] => {
  const base = frame.getBoundingClientRect().top;
  const positions = visible
    .flatMap(({ note, dom }) => {
      const first = dom.getClientRects()[0];
      return first ? [{ note, top: first.top - base + first.height / 2 }] : [];
    })
    .toSorted((one, other) => one.top - other.top);
  const marks: { top: number; notes: Note[] }[] = [];
  for (const { note, top } of positions) {
    const last = marks.at(-1);
    if (last && top - last.top < MARK_DISTANCE) last.notes.push(note);
    else marks.push({ top, notes: [note] });
  }
  return marks;
};

/** The notes whose passages are under a point: `offset` in the text, `x` and `y` in the window. */
export const notesUnder = (
  visible: readonly VisibleNote[],
  offset: number,
  { x, y }: { x: number; y: number },
): VisibleNote[] =>
  visible.filter(
    ({ range, dom, by }) =>
      by !== 'item' &&
      offset >= range.start &&
      offset <= range.end &&
      [...dom.getClientRects()].some(
        (box) => x >= box.left - 1 && x <= box.right + 1 && y >= box.top - 4 && y <= box.bottom + 4,
      ),
  );
