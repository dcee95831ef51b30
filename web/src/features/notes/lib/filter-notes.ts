import { foldForSearch } from '@hamkhan/contracts/folding';
import type { Note, NoteCategory } from '@hamkhan/contracts/http/notes';

export type NoteFilter = {
  documentKey: string | null;
  category: NoteCategory | null;
  tag: string | null;
  /** Searched in the passage, the note, its tags and its document's titles, ignoring spelling variants. */
  search: string;
};
export const NO_FILTER: NoteFilter = { documentKey: null, category: null, tag: null, search: '' };

const searchTexts = new WeakMap<Note, string>();
const searchTextOf = (note: Note): string => {
  const { text, selected_text, user_note, tags, document } = note;
  const known =
    searchTexts.get(note) ??
    [text, selected_text, user_note, ...tags, document.title, document.original_title]
      .map(foldForSearch)
      .join('\n');
  searchTexts.set(note, known);
  return known;
};

/** The notes that match every part of a filter, in their given order. */
export const filterNotes = (notes: readonly Note[], filter: NoteFilter): readonly Note[] => {
  const search = foldForSearch(filter.search);
  return notes.filter(
    (note) =>
      (filter.documentKey === null || note.document.key === filter.documentKey) &&
      (filter.category === null || note.category === filter.category) &&
      (filter.tag === null || note.tags.includes(filter.tag)) &&
      (search === '' || searchTextOf(note).includes(search)),
  );
};

export const isFiltered = ({ documentKey, category, tag, search }: NoteFilter): boolean =>
  documentKey !== null || category !== null || tag !== null || search.trim() !== '';

export const NOTE_ORDERS = ['new', 'text'] as const;
export type NoteOrder = (typeof NOTE_ORDERS)[number];

/** Sorts notes newest first, or by the position of their passages. */
export const sortNotes = (notes: readonly Note[], order: NoteOrder): readonly Note[] =>
  notes.toSorted((one, other) =>
    order === 'new'
      ? other.created_date.localeCompare(one.created_date)
      : one.page_number - other.page_number ||
        one.item_index - other.item_index ||
        one.start_offset - other.start_offset,
  );

export type NoteGroup = { document: Note['document']; notes: readonly Note[] };

/** Groups notes by document, in the order of their first notes. */
export const groupByDocument = (notes: readonly Note[]): readonly NoteGroup[] => {
  const groups = new Map<string, { document: Note['document']; notes: Note[] }>();
  for (const note of notes) {
    const group = groups.get(note.document.key);
    if (group) group.notes.push(note);
    else groups.set(note.document.key, { document: note.document, notes: [note] });
  }
  return [...groups.values()];
};

/** Documents with notes and their number of notes, most notes first. */
export const documentsOf = (
  notes: readonly Note[],
): readonly { key: string; title: string; count: number }[] =>
  groupByDocument(notes)
    .map(({ document, notes: group }) => ({
      key: document.key,
      title: titleOf(document),
      count: group.length,
    }))
    .toSorted((one, other) => other.count - one.count);

export const titleOf = (document: Note['document']): string => document.title || document.original_title;

/** The tags in use with their number of notes, most used first. */
export const tagsOf = (notes: readonly Note[]): readonly { name: string; count: number }[] => {
  const counts = new Map<string, number>();
  for (const { tags } of notes) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((one, other) => other.count - one.count || one.name.localeCompare(other.name));
};
