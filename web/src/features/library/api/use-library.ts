import type {
  DocumentRequestsResponse,
  LibraryItem,
  LibraryListResponse,
} from '@hamkhan/contracts/http/documents';
import { listDocumentRequestsRoute, listLibraryRoute } from '@hamkhan/contracts/routes/library';
import { useEffect, useRef } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { ApiError } from '../../../shared/api/api-error.js';
import { callRoute } from '../../../shared/api/client.js';
import { useDocumentEvents } from '../../../shared/api/document-events.js';
import { SHELVES_PATH } from '../../../shared/api/shelves.js';
import { type LibraryQuery, libraryKey, QUEUE_KEY } from './keys.js';

/** How often the library is fetched where events do not arrive, in milliseconds (ACC-LIBRARY-22). */
export const LIBRARY_POLL_MS = 30_000;
/** Changes that need the whole list are collected for this long, in milliseconds. */
const REFRESH_DELAY_MS = 1000;

/** The list with one row replaced, unless the row is older; null when the list does not have it. */
export const withRow = (list: LibraryListResponse, item: LibraryItem): LibraryListResponse | null => {
  const at = list.documents.findIndex((one) => one.key === item.key);
  const known = list.documents[at];
  if (!known) return null;
  if (known.modified_date > item.modified_date) return list;
  return { ...list, documents: list.documents.with(at, item) };
};

/** The list with one row moved to the place of another. */
export const withRowAt = (
  list: LibraryListResponse,
  item: LibraryItem,
  target: LibraryItem,
): LibraryListResponse => {
  const to = list.documents.findIndex((one) => one.key === target.key);
  const documents = list.documents.filter((one) => one.key !== item.key);
  if (to < 0 || documents.length === list.documents.length) return list;
  return { ...list, documents: documents.toSpliced(to, 0, item) };
};

/**
 * One page of the user's library, kept current by events and, where they do not arrive, by polling. Nothing is fetched while
 * the query is null, because the shelf is not known yet.
 */
export const useLibrary = (query: LibraryQuery | null) => {
  const { mutate } = useSWRConfig();
  const list = useSWR<LibraryListResponse, ApiError>(
    query && libraryKey(query),
    () => callRoute(listLibraryRoute, { query: query ?? {}, ownErrors: true }),
    { refreshInterval: LIBRARY_POLL_MS, keepPreviousData: true },
  );
  const queue = useSWR<DocumentRequestsResponse, ApiError>(
    QUEUE_KEY,
    () => callRoute(listDocumentRequestsRoute, { ownErrors: true }),
    { refreshInterval: LIBRARY_POLL_MS },
  );

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const scheduleRefresh = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      void list.mutate();
      void queue.mutate();
      void mutate(SHELVES_PATH);
    }, REFRESH_DELAY_MS);
  };

  useDocumentEvents(undefined, {
    onDocument: (item) => {
      const before = list.data?.documents.find((one) => one.key === item.key);
      void list.mutate((known) => (known ? (withRow(known, item) ?? known) : known), { revalidate: false });
      if (!before || before.status !== item.status || before.shelf_id !== item.shelf_id) scheduleRefresh();
    },
    onReopened: scheduleRefresh,
  });

  return {
    list: list.data,
    error: list.error,
    /** Another page or filter is loading; the rows of the previous one are shown until it arrives. */
    changing: list.isLoading && list.data !== undefined,
    retrying: list.isValidating,
    retry: () => void list.mutate(),
    /** Moves a row to the place of another until the list is fetched again; returns the shown list. */
    showAt: (item: LibraryItem, target: LibraryItem) => {
      const shown = list.data && withRowAt(list.data, item, target);
      if (shown) void list.mutate(shown, { revalidate: false });
      return shown;
    },
    queueCount: queue.data?.requests.length ?? 0,
  };
};
