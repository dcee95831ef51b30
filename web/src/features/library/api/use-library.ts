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

/** The library is asked for again this often, in milliseconds (ACC-LIBRARY-22); events come at once. */
export const LIBRARY_POLL_MS = 30_000;
/** Changes that need the whole list again are gathered for this long. */
const GATHER_MS = 1000;

/** The list with one row replaced, or null when the row is not in it. */
export const withRow = (list: LibraryListResponse, item: LibraryItem): LibraryListResponse | null => {
  const at = list.documents.findIndex((one) => one.key === item.key);
  const known = list.documents[at];
  if (!known) return null;
  if (known.modified_date > item.modified_date) return list;
  return { ...list, documents: list.documents.with(at, item) };
};

/** The list with one row taking the place of another. */
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
 * One page of the reader's library, kept true by events and, where they do not come, by asking every 30 s. Null asks for
 * nothing yet: it is not known which shelf it is about.
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
  const askAgain = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      void list.mutate();
      void queue.mutate();
      void mutate(SHELVES_PATH);
    }, GATHER_MS);
  };

  useDocumentEvents(undefined, {
    onDocument: (item) => {
      const before = list.data?.documents.find((one) => one.key === item.key);
      void list.mutate((known) => (known ? (withRow(known, item) ?? known) : known), { revalidate: false });
      if (!before || before.status !== item.status || before.shelf_id !== item.shelf_id) askAgain();
    },
    onReopened: askAgain,
  });

  return {
    list: list.data,
    error: list.error,
    /** Another page or filter is on its way; the former rows stand until it comes. */
    changing: list.isLoading && list.data !== undefined,
    retrying: list.isValidating,
    retry: () => void list.mutate(),
    /** Shows a row where another one stands, until the server says how the shelf is arranged. */
    showAt: (item: LibraryItem, target: LibraryItem) => {
      const shown = list.data && withRowAt(list.data, item, target);
      if (shown) void list.mutate(shown, { revalidate: false });
      return shown;
    },
    queueCount: queue.data?.requests.length ?? 0,
  };
};
