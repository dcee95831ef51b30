import { MetadataResponse, ReaderPage } from '@hamkhan/contracts/http/documents';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  dropCachedPages,
  readCachedDocument,
  writeCachedDocument,
} from '../../../shared/storage/page-cache.js';
import { cacheValidity } from './cache-validity.js';
import type { DocumentPages } from './document-pages.js';

/** New pages are written to the cache this long after the last of them arrived, in milliseconds. */
const CACHE_WRITE_DELAY_MS = 800;

type CachedDocument = { response: MetadataResponse; pages: ReaderPage[] };

/** Reads a document from the browser's cache; whatever no longer matches the schema is ignored. */
const readCache = async (reader: string, document: string): Promise<CachedDocument | null> => {
  const cached = await readCachedDocument({ reader, document });
  const response = MetadataResponse.safeParse(cached?.metadata).data;
  if (!cached || !response) return null;
  const pages = cached.pages.flatMap((page) => ReaderPage.safeParse(page).data ?? []);
  return { response, pages };
};

/** The document in the browser's cache (RDR-READER-51): undefined until the cache was read, null when it holds nothing usable. */
export const useCachedDocument = (reader: string, documentId: string) => {
  const [cached, setCached] = useState<CachedDocument | null | undefined>(undefined);
  useEffect(() => {
    let isUnmounted = false;
    void readCache(reader, documentId).then((found) => {
      if (!isUnmounted) setCached(found);
    });
    return () => {
      isUnmounted = true;
    };
  }, [reader, documentId]);
  const discard = useCallback(() => setCached(null), []);
  return { cached, discard };
};

type CacheSyncOptions = {
  store: DocumentPages;
  pages: ReadonlyMap<number, ReaderPage>;
  reader: string;
  cached: CachedDocument | null | undefined;
  discard: () => void;
  /** The metadata from the server, as far as it has arrived. */
  fresh: MetadataResponse | undefined;
  /** The server says that the document is not there or not this user's. */
  isGone: boolean;
};

/**
 * Shows cached pages until the server answers, then validates them against its first response and writes new pages back to the
 * cache. Later changes arrive as events.
 */
export const useCacheSync = ({
  store,
  pages,
  reader,
  cached,
  discard,
  fresh,
  isGone,
}: CacheSyncOptions): void => {
  const written = useRef(new Map<number, ReaderPage>());
  const freshDate = fresh?.modified_date;
  const initialPage = fresh?.current_page?.page_number ?? null;
  useEffect(() => {
    if (!cached) return;
    if (freshDate === undefined && !isGone) {
      store.addCached(cached.pages);
      return;
    }
    discard();
    const validity =
      freshDate === undefined ? 'expired' : cacheValidity(cached.response.modified_date, freshDate);
    if (validity === 'expired') {
      void dropCachedPages({ reader, document: cached.response.metadata.key });
      store.clearExcept(initialPage);
      return;
    }
    for (const page of cached.pages) written.current.set(page.page_number, page);
    store.addCached(cached.pages);
    if (validity === 'revalidate') store.refreshAll();
  }, [store, cached, discard, isGone, freshDate, initialPage, reader]);

  const key = fresh?.metadata.key;
  useEffect(() => {
    if (!fresh || key === undefined) return undefined;
    const timer = setTimeout(() => {
      const changed = [...pages.values()].filter((page) => written.current.get(page.page_number) !== page);
      for (const page of changed) written.current.set(page.page_number, page);
      void writeCachedDocument(
        { reader, document: key },
        { ...fresh, current_page: null, current_page_loaded: false },
        changed.map((page) => ({ number: page.page_number, page })),
      );
    }, CACHE_WRITE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [fresh, key, reader, pages]);
};
