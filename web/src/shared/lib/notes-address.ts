/** Query parameter that opens the notes manager over any screen: a document's key, or `all`. */
export const NOTES_QUERY = 'notes';
export const ALL_NOTES = 'all';
/** The note to show in its place once its page is there. */
export const NOTE_QUERY = 'note';

/** The address of this screen with the notes manager over it, on all documents or on one. */
export const withNotes = (search: string | URLSearchParams, documentKey: string = ALL_NOTES): string => {
  const params = new URLSearchParams(search);
  params.set(NOTES_QUERY, documentKey);
  return `?${params.toString()}`;
};

/** The address of this screen without the notes manager. */
export const withoutNotes = (search: string | URLSearchParams): string => {
  const params = new URLSearchParams(search);
  params.delete(NOTES_QUERY);
  const tail = params.toString();
  return tail ? `?${tail}` : '';
};

/** Where a passage is read: its page and, on it, the note. `pageNumber` is zero-based, addresses count from 1. */
export const passagePath = (documentKey: string, pageNumber: number, noteId: string): string =>
  `/d/${encodeURIComponent(documentKey)}/?p=${pageNumber + 1}&${NOTE_QUERY}=${encodeURIComponent(noteId)}`;
