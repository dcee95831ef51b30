import type { LibraryListQuery } from '@hamkhan/contracts/http/documents';

/** What the library screen asks for: the part of the list's query that it offers. */
export type LibraryQuery = Pick<LibraryListQuery, 'page' | 'per_page' | 'search' | 'type'> &
  Partial<Pick<LibraryListQuery, 'shelf_id' | 'sort_by' | 'sort_order'>>;

export const LIBRARY_PATH = 'document/user/document/list/';
export const libraryKey = (query: LibraryQuery) => [LIBRARY_PATH, query] as const;
export const QUEUE_KEY = 'untranslated/document-requests/';
