import type { LibraryListQuery } from '@hamkhan/contracts/http/documents';
import { listDocumentRequestsRoute, listLibraryRoute } from '@hamkhan/contracts/routes/library';

/** The part of the list's query that the library uses. */
export type LibraryQuery = Pick<LibraryListQuery, 'page' | 'per_page' | 'search' | 'type'> &
  Partial<Pick<LibraryListQuery, 'shelf_id' | 'sort_by' | 'sort_order'>>;

export const LIBRARY_PATH = listLibraryRoute.path;
export const libraryKey = (query: LibraryQuery) => [LIBRARY_PATH, query] as const;
export const QUEUE_KEY = listDocumentRequestsRoute.path;
