import { PAGE_SIZES } from '@hamkhan/contracts/http/documents';
import { type DocumentSort, sortOf, sortQuery } from '../../../shared/lib/document-sort.js';
import { normaliseSearch } from '../../../shared/lib/normalise.js';
import type { LibraryQuery } from '../api/keys.js';

export const DOCUMENT_TYPES = ['all', 'books', 'articles'] as const;
export const LIBRARY_SORTS: readonly DocumentSort[] = [
  'newest',
  'oldest',
  'title',
  'titleBack',
  'mostPages',
  'fewestPages',
  'status',
  'statusBack',
];
const MAX_SEARCH_LENGTH = 200;

/** What part of the library is shown, as the address names it. */
export type LibraryFilters = Pick<LibraryQuery, 'page' | 'per_page' | 'search' | 'type'> & {
  /** Key of the chosen shelf, null for all documents. */
  shelf: string | null;
  sort: DocumentSort;
};

/** A shelf is sorted by its own order, all documents by their age. */
export const defaultSort = (shelf: string | null): DocumentSort => (shelf ? 'shelf' : 'newest');

/** The filters in an address; unknown values become the default. */
export const filtersOf = (params: URLSearchParams): LibraryFilters => {
  const page = Number(params.get('page') ?? 1);
  const size = Number(params.get('per_page') ?? PAGE_SIZES[0]);
  const shelf = params.get('shelf');
  const sort = sortOf(params.get('sort'), defaultSort(shelf));
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    per_page: PAGE_SIZES.find((one) => one === size) ?? PAGE_SIZES[0],
    search: normaliseSearch(params.get('search') ?? '').slice(0, MAX_SEARCH_LENGTH),
    type: DOCUMENT_TYPES.find((type) => type === params.get('type')) ?? 'all',
    shelf,
    sort: sort === 'shelf' ? defaultSort(shelf) : sort,
  };
};

/** The filters as parameters of the address: only those that differ from the default. */
export const paramsOf = (filters: LibraryFilters): URLSearchParams => {
  const params = new URLSearchParams();
  if (filters.shelf) params.set('shelf', filters.shelf);
  if (filters.type !== 'all') params.set('type', filters.type);
  if (filters.search) params.set('search', filters.search);
  if (filters.sort !== defaultSort(filters.shelf)) params.set('sort', filters.sort);
  if (filters.per_page !== PAGE_SIZES[0]) params.set('per_page', String(filters.per_page));
  if (filters.page > 1) params.set('page', String(filters.page));
  return params;
};

/** The query of the list for these filters. */
export const libraryQuery = (filters: LibraryFilters, shelfId: string | undefined): LibraryQuery => ({
  page: filters.page,
  per_page: filters.per_page,
  search: filters.search,
  type: filters.type,
  shelf_id: shelfId,
  ...sortQuery(filters.sort, defaultSort(filters.shelf)),
});

/** Whether the list is narrowed by type or search. */
export const isFiltered = ({ type, search }: LibraryFilters): boolean => type !== 'all' || search !== '';
