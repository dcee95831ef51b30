import {
  type DocumentMetadata,
  type LibraryItem,
  MetadataResponse,
  PagesResponse,
} from '@hamkhan/contracts/http/documents';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import useSWR from 'swr';
import type { ApiError } from '../../../shared/api/api-error.js';
import { apiGet } from '../../../shared/api/client.js';
import { useDocumentEvents } from '../../../shared/api/document-events.js';
import { useOnline } from '../../../shared/lib/use-online.js';
import { DocumentPages, type PageSpan } from './document-pages.js';
import { metadataPath, pagesPath } from './keys.js';

/** A document that is still being worked on is asked for this often where events do not come, in milliseconds. */
export const UNFINISHED_POLL_MS = 20_000;

/** The pages a reader may see, zero-based; null while there are none. */
export const spanOf = (document: DocumentMetadata): PageSpan | null => {
  const last = document.total_pages - 1;
  const span = document.access.full
    ? { from: 0, to: last }
    : { from: document.preview_pages.from, to: Math.min(document.preview_pages.to, last) };
  return document.status !== 'pending' && span.from <= span.to ? span : null;
};

/** What a row of the library says, in the place of what was known. */
export const withNews = (known: MetadataResponse, item: LibraryItem): MetadataResponse => {
  if (known.metadata.modified_date > item.modified_date) return known;
  const { title, original_title, status, note, note_code, published, total_pages } = item;
  const { translated_level2_pages, awaiting_translator, language, modified_date } = item;
  return {
    ...known,
    modified_date,
    metadata: {
      ...known.metadata,
      ...{ title, original_title, status, note, note_code, published, total_pages },
      ...{ translated_level2_pages, awaiting_translator, language, modified_date },
    },
  };
};

const isFinal = (error: ApiError): boolean => error.status >= 400 && error.status < 500;

/**
 * One open document: what is known of it and its pages, kept true by events. `number` is the zero-based page that is read;
 * it comes with the metadata, the others after it (RDR-READER-50).
 */
export const useReaderDocument = (documentId: string, number: number) => {
  const store = useMemo(
    () =>
      new DocumentPages((query, signal) =>
        apiGet(pagesPath(documentId), PagesResponse, { query, signal, ownErrors: true }),
      ),
    [documentId],
  );
  const pages = useSyncExternalStore(store.subscribe, store.snapshot);
  const current = useRef(number);
  useEffect(() => {
    current.current = number;
  });

  const { data, error, isValidating, mutate } = useSWR<MetadataResponse, ApiError>(
    ['document/metadata/', documentId],
    async () => {
      const at = current.current;
      const answer = await apiGet(metadataPath(documentId), MetadataResponse, {
        query: { with_page: 1, page: at > 0 ? at : undefined },
        ownErrors: true,
      });
      if (answer.current_page) store.put([answer.current_page]);
      return answer;
    },
    {
      refreshInterval: (known) =>
        known?.metadata.status === 'pending' || known?.metadata.status === 'inprogress'
          ? UNFINISHED_POLL_MS
          : 0,
      shouldRetryOnError: (failure) => !isFinal(failure),
    },
  );
  const document = data?.metadata;
  const span = document ? spanOf(document) : null;
  const from = span?.from ?? -1;
  const to = span?.to ?? -1;

  useEffect(() => {
    store.start();
    return () => store.stop();
  }, [store]);

  useEffect(() => {
    if (from < 0) return;
    store.setSpan({ from, to });
    store.show(current.current);
    void store.fill();
  }, [store, from, to]);

  useEffect(() => store.show(number), [store, number]);

  const online = useOnline();
  useEffect(() => {
    if (!online) return;
    store.show(current.current);
    void store.fill();
  }, [store, online]);

  useDocumentEvents(
    document?.key,
    {
      onPage: (event) => store.hear(event),
      onDocument: (item) => {
        void mutate((known) => known && withNews(known, item), {
          revalidate: document?.status === 'pending' && item.status !== 'pending',
        });
      },
      onReopened: () => {
        const before = data?.modified_date;
        void mutate().then((fresh) => {
          if (fresh && fresh.modified_date !== before) store.doubt();
        });
      },
    },
    document !== undefined,
  );

  return {
    document,
    span,
    pages,
    error,
    retrying: isValidating,
    retry: () => {
      void mutate();
      void store.fill();
    },
    retryPage: useCallback((page: number) => void store.fetchOne(page), [store]),
  };
};
