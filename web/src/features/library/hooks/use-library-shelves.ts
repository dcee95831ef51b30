import { useEffect, useEffectEvent } from 'react';
import { useShelves } from '../../../shared/api/shelves.js';
import type { LibraryFiltering } from './use-library-filters.js';

/** The user's shelves and the one in the address; an address with an unknown shelf is replaced by that of all documents. */
export const useLibraryShelves = ({ filters, change }: Pick<LibraryFiltering, 'filters' | 'change'>) => {
  const loaded = useShelves({ poll: true });
  const { shelves, error } = loaded;
  const chosen = shelves?.find((shelf) => shelf.key === filters.shelf) ?? null;

  const showAllDocuments = useEffectEvent(() => change({ shelf: null, sort: 'newest' }, true));
  useEffect(() => {
    if (filters.shelf && shelves && !chosen) showAllDocuments();
  }, [filters.shelf, shelves, chosen]);

  // Without the list of shelves, the server is asked for the shelf by its key.
  const fallbackId = !shelves && error ? filters.shelf : null;
  return {
    ...loaded,
    chosen,
    isSubscribed: chosen?.subscribed_shelf ?? false,
    shelfId: chosen?.id ?? fallbackId ?? undefined,
    /** It is not known yet which shelf the address means. */
    isPending: filters.shelf !== null && !shelves && !error,
  };
};

export type LibraryShelves = ReturnType<typeof useLibraryShelves>;
