import type { LibraryListQuery } from '@hamkhan/contracts/http/documents';

type SortQuery = Partial<Pick<LibraryListQuery, 'sort_by' | 'sort_order'>>;

/** Sort orders of a list of documents, as they are named in URLs and texts (G82). */
const SORTS = {
  shelf: {},
  newest: { sort_by: 'created_date', sort_order: 'desc' },
  oldest: { sort_by: 'created_date', sort_order: 'asc' },
  title: { sort_by: 'title', sort_order: 'asc' },
  titleBack: { sort_by: 'title', sort_order: 'desc' },
  mostPages: { sort_by: 'total_pages', sort_order: 'desc' },
  fewestPages: { sort_by: 'total_pages', sort_order: 'asc' },
  status: { sort_by: 'status', sort_order: 'asc' },
  statusBack: { sort_by: 'status', sort_order: 'desc' },
} as const satisfies Record<string, SortQuery>;

export type DocumentSort = keyof typeof SORTS;
const NAMES = Object.keys(SORTS) as DocumentSort[];

/** The order in a URL, or the default if it is absent or unknown. */
export const sortOf = (name: string | null, byDefault: DocumentSort): DocumentSort =>
  NAMES.find((one) => one === name) ?? byDefault;

/** Query parameters of an order; none for the server's default. */
export const sortQuery = (sort: DocumentSort, byDefault: DocumentSort): SortQuery =>
  sort === byDefault ? {} : SORTS[sort];

/** Sortable columns: the order after the first press, and after the second. */
export const COLUMN_SORTS = {
  title: ['title', 'titleBack'],
  pages: ['mostPages', 'fewestPages'],
  status: ['status', 'statusBack'],
} as const satisfies Record<string, readonly [DocumentSort, DocumentSort]>;
export type SortColumn = keyof typeof COLUMN_SORTS;
