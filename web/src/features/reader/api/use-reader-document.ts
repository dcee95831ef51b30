import type { MetadataResponse, ReaderPage } from '@hamkhan/contracts/http/documents';
import { documentPagesRoute } from '@hamkhan/contracts/routes/reader';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { KeyedMutator } from 'swr';
import { callRoute } from '../../../shared/api/client.js';
import { useDocumentEvents } from '../../../shared/api/document-events.js';
import { useOnline } from '../../../shared/lib/use-online.js';
import { dropCachedPages } from '../../../shared/storage/page-cache.js';
import { type PageSpan, readableSpan } from '../lib/readable-span.js';
import { DocumentPages } from './document-pages.js';
import { useCachedDocument, useCacheSync } from './use-document-cache.js';
import { isPermanent, useDocumentMetadata, withLibraryItem } from './use-document-metadata.js';

export type ReaderDocumentOptions = {
  /** The user's id in the browser's cache. */
  reader: string;
  /** The address names a page; without one the user continues where they left off, on any device. */
  isPageInAddress: boolean;
};

const useDocumentPages = (documentId: string) => {
  const store = useMemo(
    () =>
      new DocumentPages((query, signal) =>
        callRoute(documentPagesRoute, { params: { documentId }, query, signal, ownErrors: true }),
      ),
    [documentId],
  );
  const pages = useSyncExternalStore(store.subscribe, store.snapshot);
  return { store, pages };
};

/**
 * Loads the pages: the one on screen, then all others. `span` is null until the document is known; `isFresh` once the document
 * comes from the server, `isCacheRead` once the browser's cache was read.
 */
const usePageLoading = ({
  store,
  number,
  current,
  span,
  reader,
  documentKey,
  isFresh,
  isCacheRead,
}: {
  store: DocumentPages;
  number: number;
  current: RefObject<number>;
  span: PageSpan | null;
  reader: string;
  documentKey: string | undefined;
  isFresh: boolean;
  isCacheRead: boolean;
}): void => {
  const from = span?.from ?? -1;
  const to = span?.to ?? -1;
  useEffect(() => {
    if (from < 0 || !isCacheRead) return;
    store.setSpan({ from, to });
    store.setCurrent(current.current);
    if (!isFresh) return;
    // Access may have ended since the pages were cached.
    if (documentKey !== undefined) void dropCachedPages({ reader, document: documentKey }, { from, to });
    void store.loadMissing();
  }, [store, current, from, to, documentKey, reader, isFresh, isCacheRead]);

  useEffect(() => store.setCurrent(number), [store, number]);

  const online = useOnline();
  useEffect(() => {
    if (!online) return;
    store.setCurrent(current.current);
    void store.loadMissing();
  }, [store, current, online]);
};

/** Keeps the metadata and the pages current by events. */
const useLiveUpdates = (
  store: DocumentPages,
  data: MetadataResponse | undefined,
  mutate: KeyedMutator<MetadataResponse>,
): void => {
  const document = data?.metadata;
  useDocumentEvents(
    document?.key,
    {
      onPage: (event) => store.applyPageChanged(event),
      onDocument: (item) => {
        void mutate((known) => known && withLibraryItem(known, item), {
          revalidate: document?.status === 'pending' && item.status !== 'pending',
        });
      },
      onReopened: () => {
        const before = data?.modified_date;
        void mutate().then((after) => {
          if (after && after.modified_date !== before) store.refreshAll();
        });
      },
    },
    document !== undefined,
  );
};

/**
 * One open document: its metadata and pages, kept current by events. `number` is the zero-based page on screen; it arrives with
 * the metadata, the other pages after it (RDR-READER-50).
 */
export const useReaderDocument = (
  documentId: string,
  number: number,
  { reader, isPageInAddress }: ReaderDocumentOptions,
) => {
  const { store, pages } = useDocumentPages(documentId);
  const current = useRef(number);
  useEffect(() => {
    current.current = number;
  });

  const { cached, discard } = useCachedDocument(reader, documentId);
  const metadata = useDocumentMetadata(documentId, store, current, isPageInAddress);
  const { data: fresh, error, isValidating, mutate } = metadata;
  const isGone = error !== undefined && isPermanent(error);
  const data = fresh ?? (isGone ? undefined : cached?.response);
  const document = data?.metadata;
  const span = document ? readableSpan(document) : null;

  useEffect(() => {
    store.start();
    return () => store.stop();
  }, [store]);
  useCacheSync({ store, pages: pages.pages, reader, cached, discard, fresh, isGone });
  usePageLoading({
    ...{ store, number, current, span, reader },
    documentKey: document?.key,
    isFresh: fresh !== undefined,
    isCacheRead: cached !== undefined,
  });
  useLiveUpdates(store, data, mutate);

  return {
    document,
    /** The zero-based page that came with the metadata; null until it arrives, or when it may not be read. */
    initialPage: fresh?.current_page?.page_number ?? null,
    /** The user's last reading choice on the server; undefined until it arrives. */
    savedChoice: fresh?.reading,
    /** The server cannot be reached; the document comes from the browser's cache. */
    isOffline: fresh === undefined && data !== undefined && error !== undefined,
    span,
    pages,
    error,
    isRetrying: isValidating,
    retry: () => {
      void mutate();
      void store.loadMissing();
    },
    /** Stores a page from another feature's response. */
    putPage: useCallback((page: ReaderPage) => store.merge([page]), [store]),
    retryPage: useCallback((page: number) => void store.fetchPage(page), [store]),
  };
};
