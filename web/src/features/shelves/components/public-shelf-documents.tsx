import { PAGE_SIZES } from '@hamkhan/contracts/http/documents';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type DocumentSort, sortOf, sortQuery } from '../../../shared/lib/document-sort.js';
import { normaliseSearch } from '../../../shared/lib/normalise.js';
import { useDebounced } from '../../../shared/lib/use-debounced.js';
import { PublicDocuments } from '../../../shared/shelves/public-documents.js';
import { SearchField } from '../../../shared/ui/field.js';
import { SortSelect } from '../../../shared/ui/sort-select.js';

/** A search starts this long after the last key, in milliseconds. */
const SEARCH_DEBOUNCE_MS = 300;
const SORTS: readonly DocumentSort[] = [
  'shelf',
  'newest',
  'oldest',
  'title',
  'titleBack',
  'mostPages',
  'fewestPages',
];

/** What part of the shelf is shown, as the address names it. */
type Filters = { page: number; perPage: number; search: string; sort: DocumentSort };

/** The filters in an address; unknown values become the default. */
const filtersOf = (params: URLSearchParams): Filters => {
  const page = Number(params.get('page') ?? 1);
  const size = Number(params.get('per_page') ?? PAGE_SIZES[0]);
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    perPage: PAGE_SIZES.find((one) => one === size) ?? PAGE_SIZES[0],
    search: normaliseSearch(params.get('search') ?? '').slice(0, 200),
    sort: SORTS.find((sort) => sort === sortOf(params.get('sort'), 'shelf')) ?? 'shelf',
  };
};

/** The filters as parameters of the address: only those that differ from the default. */
const paramsOf = (filters: Filters): URLSearchParams => {
  const params = new URLSearchParams();
  if (filters.search) params.set('search', filters.search);
  if (filters.sort !== 'shelf') params.set('sort', filters.sort);
  if (filters.perPage !== PAGE_SIZES[0]) params.set('per_page', String(filters.perPage));
  if (filters.page > 1) params.set('page', String(filters.page));
  return params;
};

/** The filters of the shelf, which are stored in the address, and the text in the search field. */
const useFilters = () => {
  const [params, setParams] = useSearchParams();
  const filters = filtersOf(params);
  const [typed, setTyped] = useState(filters.search);
  const wanted = normaliseSearch(useDebounced(typed, SEARCH_DEBOUNCE_MS));
  const change = (part: Partial<Filters>, replace = false) =>
    setParams(paramsOf({ ...filters, page: 1, ...part }), { replace });

  // Only typing starts a search; a change of the address by other means does not.
  const searchTyped = useEffectEvent((text: string) => {
    if (text !== filters.search) change({ search: text }, true);
  });
  useEffect(() => searchTyped(wanted), [wanted]);
  const clear = () => {
    setTyped('');
    change({ search: '' });
  };
  return { filters, typed, setTyped, change, clear };
};

/** The documents of a public shelf, with a search and an order. */
export const PublicShelfDocuments = ({ shelfKey }: { shelfKey: string }) => {
  const { t } = useTranslation('shelves');
  const { filters, typed, setTyped, change, clear } = useFilters();
  const { page, perPage, search, sort } = filters;
  return (
    <>
      <div className="public-shelf__tools">
        <SearchField label={t('page.search')} value={typed} maxLength={200} onChange={setTyped} />
        <span className="grow" />
        <SortSelect value={sort} options={SORTS} onChange={(next) => change({ sort: next })} />
      </div>
      <PublicDocuments
        shelf={shelfKey}
        query={{ page, per_page: perPage, search, ...sortQuery(sort, 'shelf') }}
        sorting={{ sort, onSort: (next) => change({ sort: next }) }}
        onPage={(next) => change({ page: next })}
        onPerPage={(size) => change({ perPage: size })}
        onClear={clear}
      />
    </>
  );
};
