/** Query parameter that opens the notes manager over any screen: a document's key, or `all`. */
export const NOTES_QUERY = 'notes';
export const ALL_NOTES = 'all';
/** Query parameter: the note to show in the text once its page is loaded. */
export const NOTE_QUERY = 'note';

/** The query of this screen with the notes manager open, for all documents or for one. */
export const withNotes = (search: string | URLSearchParams, documentKey: string = ALL_NOTES): string => {
  const params = new URLSearchParams(search);
  params.set(NOTES_QUERY, documentKey);
  return `?${params.toString()}`;
};

/** The query of this screen with the notes manager closed. */
export const withoutNotes = (search: string | URLSearchParams): string => {
  const params = new URLSearchParams(search);
  params.delete(NOTES_QUERY);
  const tail = params.toString();
  return tail ? `?${tail}` : '';
};

/** The path of the reader at the page of a note, with the note shown. `pageNumber` is zero-based; URLs count from 1. */
export const passagePath = (documentKey: string, pageNumber: number, noteId: string): string =>
  `/d/${encodeURIComponent(documentKey)}/?p=${pageNumber + 1}&${NOTE_QUERY}=${encodeURIComponent(noteId)}`;
