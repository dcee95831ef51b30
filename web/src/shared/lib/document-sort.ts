import type { LibraryListQuery } from '@hamkhan/contracts/http/documents';

type SortQuery = Partial<Pick<LibraryListQuery, 'sort_by' | 'sort_order'>>;

/** The orders a list of documents can be put in, by the name they have in addresses and texts (G82). */
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

/** The order in an address, or the default where there is none or an unknown one. */
export const sortOf = (name: string | null, byDefault: DocumentSort): DocumentSort =>
  NAMES.find((one) => one === name) ?? byDefault;

/** How the server is asked for it; nothing where it is what the server does anyway. */
export const sortQuery = (sort: DocumentSort, byDefault: DocumentSort): SortQuery =>
  sort === byDefault ? {} : SORTS[sort];

/** The columns of a list that can be sorted by: first their order by one press, then by another. */
export const COLUMN_SORTS = {
  title: ['title', 'titleBack'],
  pages: ['mostPages', 'fewestPages'],
  status: ['status', 'statusBack'],
} as const satisfies Record<string, readonly [DocumentSort, DocumentSort]>;
export type SortColumn = keyof typeof COLUMN_SORTS;
