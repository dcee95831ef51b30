import { foldForSearch } from '@hamkhan/contracts/folding';
import type { Note, NoteCategory } from '@hamkhan/contracts/http/notes';

export type NoteFilter = {
  documentKey: string | null;
  category: NoteCategory | null;
  tag: string | null;
  /** Looked for in all that is written in and on a note; how it is written makes no difference. */
  search: string;
};
export const NO_FILTER: NoteFilter = { documentKey: null, category: null, tag: null, search: '' };

const folded = new WeakMap<Note, string>();
const wordsOf = (note: Note): string => {
  const { text, selected_text, user_note, tags, document } = note;
  const words =
    folded.get(note) ??
    [text, selected_text, user_note, ...tags, document.title, document.original_title]
      .map(foldForSearch)
      .join('\n');
  folded.set(note, words);
  return words;
};

/** The notes that fit every part of a filter, in the order in which they came. */
export const filterNotes = (notes: readonly Note[], filter: NoteFilter): readonly Note[] => {
  const search = foldForSearch(filter.search);
  return notes.filter(
    (note) =>
      (filter.documentKey === null || note.document.key === filter.documentKey) &&
      (filter.category === null || note.category === filter.category) &&
      (filter.tag === null || note.tags.includes(filter.tag)) &&
      (search === '' || wordsOf(note).includes(search)),
  );
};

export const isFiltered = ({ documentKey, category, tag, search }: NoteFilter): boolean =>
  documentKey !== null || category !== null || tag !== null || search.trim() !== '';

export const NOTE_ORDERS = ['new', 'text'] as const;
export type NoteOrder = (typeof NOTE_ORDERS)[number];

/** Newest first, or as the passages stand in the text. */
export const inOrder = (notes: readonly Note[], order: NoteOrder): readonly Note[] =>
  notes.toSorted((one, other) =>
    order === 'new'
      ? other.created_date.localeCompare(one.created_date)
      : one.page_number - other.page_number ||
        one.item_index - other.item_index ||
        one.start_offset - other.start_offset,
  );

export type NoteGroup = { document: Note['document']; notes: readonly Note[] };

/** Notes by document, the document of the first note first. */
export const byDocument = (notes: readonly Note[]): readonly NoteGroup[] => {
  const groups = new Map<string, { document: Note['document']; notes: Note[] }>();
  for (const note of notes) {
    const group = groups.get(note.document.key);
    if (group) group.notes.push(note);
    else groups.set(note.document.key, { document: note.document, notes: [note] });
  }
  return [...groups.values()];
};

/** Documents that have notes, with how many, the fullest first. */
export const documentsOf = (
  notes: readonly Note[],
): readonly { key: string; title: string; count: number }[] =>
  byDocument(notes)
    .map(({ document, notes: group }) => ({
      key: document.key,
      title: titleOf(document),
      count: group.length,
    }))
    .toSorted((one, other) => other.count - one.count);

export const titleOf = (document: Note['document']): string => document.title || document.original_title;

/** Every tag in use with how many notes have it, the most used first. */
export const tagsOf = (notes: readonly Note[]): readonly { name: string; count: number }[] => {
  const counts = new Map<string, number>();
  for (const { tags } of notes) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((one, other) => other.count - one.count || one.name.localeCompare(other.name));
};
