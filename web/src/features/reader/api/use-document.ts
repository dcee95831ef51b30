import {
  type DocumentMetadata,
  type LibraryItem,
  MetadataResponse,
  PagesResponse,
  ReaderPage,
} from '@hamkhan/contracts/http/documents';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import useSWR from 'swr';
import type { ApiError } from '../../../shared/api/api-error.js';
import { apiGet } from '../../../shared/api/client.js';
import { useDocumentEvents } from '../../../shared/api/document-events.js';
import { useOnline } from '../../../shared/lib/use-online.js';
import {
  dropCachedPages,
  readCachedDocument,
  writeCachedDocument,
} from '../../../shared/storage/page-cache.js';
import { DocumentPages, type PageSpan } from './document-pages.js';
import { metadataPath, pagesPath } from './keys.js';
import { worthOfCache } from './page-validity.js';

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

export type Opening = {
  /** Who reads, as the browser keeps pages for them. */
  reader: string;
  /** The address names a page; without one the reader goes on where they were, on whatever device. */
  asked: boolean;
};

/** What changed of the pages is kept this long after the last of it came, in milliseconds. */
const KEEP_AFTER_MS = 800;

type Kept = { answer: MetadataResponse; pages: ReaderPage[] };

/** What the browser kept of a document, as far as it is still of the form that is read here. */
const readKept = async (reader: string, document: string): Promise<Kept | null> => {
  const kept = await readCachedDocument({ reader, document });
  const answer = MetadataResponse.safeParse(kept?.about).data;
  if (!kept || !answer) return null;
  const pages = kept.pages.flatMap((page) => ReaderPage.safeParse(page).data ?? []);
  return { answer, pages };
};

/**
 * One open document: what is known of it and its pages, kept true by events. `number` is the zero-based page that is read;
 * it comes with the metadata, the others after it (RDR-READER-50).
 */
export const useReaderDocument = (documentId: string, number: number, { reader, asked }: Opening) => {
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

  // What the browser kept is shown at once, and serves where there is no network (RDR-READER-51). Undefined until it was looked for.
  const [kept, setKept] = useState<Kept | null | undefined>(undefined);
  useEffect(() => {
    let isOver = false;
    void readKept(reader, documentId).then((found) => {
      if (!isOver) setKept(found);
    });
    return () => {
      isOver = true;
    };
  }, [reader, documentId]);

  const opened = useRef(false);
  const {
    data: fresh,
    error,
    isValidating,
    mutate,
  } = useSWR<MetadataResponse, ApiError>(
    ['document/metadata/', documentId],
    async () => {
      const at = current.current;
      const first = !opened.current;
      const answer = await apiGet(metadataPath(documentId), MetadataResponse, {
        query: {
          with_page: 1,
          add: first ? 1 : undefined,
          page: at > 0 ? at : undefined,
          resume: first && !asked ? 1 : undefined,
        },
        ownErrors: true,
      });
      opened.current = true;
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
  // A document that is not there any more, or not theirs, is not shown from memory.
  const gone = error !== undefined && isFinal(error);
  const data = fresh ?? (gone ? undefined : kept?.answer);
  const document = data?.metadata;
  const span = document ? spanOf(document) : null;
  const from = span?.from ?? -1;
  const to = span?.to ?? -1;

  useEffect(() => {
    store.start();
    return () => store.stop();
  }, [store]);

  const freshDate = fresh?.modified_date;
  const key = document?.key;
  const written = useRef(new Map<number, ReaderPage>());
  const came = fresh?.current_page?.page_number ?? null;
  useEffect(() => {
    if (!kept) return;
    if (freshDate === undefined && !gone) {
      store.add(kept.pages);
      return;
    }
    // The first response validates the cache; later changes come with events.
    // eslint-disable-next-line react-hooks/set-state-in-effect -- the same decision writes to the store and to the cache
    setKept(null);
    const worth = freshDate === undefined ? 'over' : worthOfCache(kept.answer.modified_date, freshDate);
    if (worth === 'over') {
      void dropCachedPages({ reader, document: kept.answer.metadata.key });
      store.clear(came);
      return;
    }
    for (const page of kept.pages) written.current.set(page.page_number, page);
    store.add(kept.pages);
    if (worth === 'doubtful') store.doubt();
  }, [store, kept, gone, freshDate, came, reader]);

  useEffect(() => {
    if (!fresh || key === undefined) return undefined;
    const timer = setTimeout(() => {
      const news = [...pages.pages.values()].filter((page) => written.current.get(page.page_number) !== page);
      for (const page of news) written.current.set(page.page_number, page);
      void writeCachedDocument(
        { reader, document: key },
        { ...fresh, current_page: null, current_page_loaded: false },
        news.map((page) => ({ number: page.page_number, page })),
      );
    }, KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [fresh, key, reader, pages.pages]);

  const isFresh = fresh !== undefined;
  const isLooked = kept !== undefined;
  useEffect(() => {
    if (from < 0 || !isLooked) return;
    store.setSpan({ from, to });
    store.show(current.current);
    if (!isFresh) return;
    // A right that ended takes its pages with it.
    if (key !== undefined) void dropCachedPages({ reader, document: key }, { from, to });
    void store.fill();
  }, [store, from, to, key, reader, isFresh, isLooked]);

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
    /** The page that came with the document, zero-based; null while it is on its way or was not shown. */
    came,
    /** How this reader read it last, as the server knows; undefined until it has said. */
    reading: fresh?.reading,
    /** Shown from what the browser kept, as the server was not reached. */
    offline: fresh === undefined && data !== undefined && error !== undefined,
    span,
    pages,
    error,
    retrying: isValidating,
    retry: () => {
      void mutate();
      void store.fill();
    },
    /** Takes in a page as a call of another feature has answered it. */
    putPage: useCallback((page: ReaderPage) => store.put([page]), [store]),
    retryPage: useCallback((page: number) => void store.fetchOne(page), [store]),
  };
};
