import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { normaliseSearch } from '../../../shared/lib/normalise.js';
import { withNotes } from '../../../shared/lib/notes-address.js';
import { useDebounced } from '../../../shared/lib/use-debounced.js';
import { defaultSort, filtersOf, type LibraryFilters, paramsOf } from '../lib/library-filters.js';

/** A search starts this long after the last key, in milliseconds (ACC-LIBRARY-03). */
const SEARCH_DEBOUNCE_MS = 300;

/** The filters of the library, which are stored in the address, and the text in the search field. */
export const useLibraryFilters = () => {
  const [params, setParams] = useSearchParams();
  const filters = filtersOf(params);
  const [typed, setTyped] = useState(filters.search);
  const wanted = normaliseSearch(useDebounced(typed, SEARCH_DEBOUNCE_MS));

  /** Changes some filters and goes to the first page, unless `part` names another. */
  const change = (part: Partial<LibraryFilters>, replace = false) =>
    setParams(paramsOf({ ...filters, page: 1, ...part }), { replace });

  // Only typing starts a search; a change of the address by other means does not.
  const searchTyped = useEffectEvent((text: string) => {
    if (text !== filters.search) change({ search: text }, true);
  });
  useEffect(() => searchTyped(wanted), [wanted]);

  return {
    filters,
    typed,
    setTyped,
    change,
    /** Shows a shelf by its key, or all documents, without the search. */
    showShelf: (shelf: string | null) => {
      setTyped('');
      change({ search: '', shelf, sort: defaultSort(shelf) });
    },
    clear: () => {
      setTyped('');
      change({ type: 'all', search: '' });
    },
    showNotes: (documentKey: string) => setParams(new URLSearchParams(withNotes(params, documentKey))),
  };
};

export type LibraryFiltering = ReturnType<typeof useLibraryFilters>;
