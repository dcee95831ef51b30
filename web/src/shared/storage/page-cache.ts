/** The browser's store of pages that were read, for reading on without a network (RDR-READER-51, -54). */
const NAME = 'hamkhan-pages';
export const PAGE_CACHE_VERSION = 3;
const DOCUMENTS = 'documents';
const PAGES = 'pages';

/** What is kept of a document of one reader. `about` and pages are what the server said of them. */
export type CachedDocument = { about: unknown; pages: unknown[] };
export type PageKey = { reader: string; document: string };

type DocumentRecord = PageKey & { about: unknown };
type PageRecord = PageKey & { number: number; page: unknown };

const asked = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the store did not answer'));
  });

const done = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the store did not keep it'));
  });

let opened: Promise<IDBDatabase> | null = null;

const open = (): Promise<IDBDatabase> => {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, PAGE_CACHE_VERSION);
    request.onupgradeneeded = () => {
      const database = request.result;
      // What an older version kept can be fetched again.
      for (const store of [...database.objectStoreNames]) database.deleteObjectStore(store);
      database.createObjectStore(DOCUMENTS, { keyPath: ['reader', 'document'] });
      database.createObjectStore(PAGES, { keyPath: ['reader', 'document', 'number'] });
    };
    request.onerror = () => reject(request.error ?? new Error('the store did not open'));
    request.onsuccess = () => {
      const database = request.result;
      const forget = () => {
        database.close();
        opened = null;
      };
      database.onversionchange = forget;
      database.onclose = forget;
      resolve(database);
    };
  }).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
};

const pagesOf = ({ reader, document }: PageKey): IDBKeyRange =>
  IDBKeyRange.bound([reader, document, 0], [reader, document, Infinity]);

/** What is kept of a document; null where nothing is, or where the browser keeps nothing. */
export const readCachedDocument = async (key: PageKey): Promise<CachedDocument | null> => {
  try {
    const transaction = (await open()).transaction([DOCUMENTS, PAGES]);
    const [about, pages] = await Promise.all([
      asked(
        transaction.objectStore(DOCUMENTS).get([key.reader, key.document]) as IDBRequest<
          DocumentRecord | undefined
        >,
      ),
      asked(transaction.objectStore(PAGES).getAll(pagesOf(key)) as IDBRequest<PageRecord[]>),
    ]);
    return about ? { about: about.about, pages: pages.map(({ page }) => page) } : null;
  } catch {
    return null;
  }
};

/** Keeps what is known of a document and some of its pages; a full or forbidden store keeps nothing. */
export const writeCachedDocument = async (
  key: PageKey,
  about: unknown,
  pages: readonly { number: number; page: unknown }[],
): Promise<void> => {
  try {
    const transaction = (await open()).transaction([DOCUMENTS, PAGES], 'readwrite');
    transaction.objectStore(DOCUMENTS).put({ ...key, about } satisfies DocumentRecord);
    for (const one of pages) transaction.objectStore(PAGES).put({ ...key, ...one } satisfies PageRecord);
    await done(transaction);
  } catch {
    // Reading goes on without it.
  }
};

/** Forgets the pages of a document, or those outside a range of page numbers. */
export const dropCachedPages = async (
  key: PageKey,
  keep: { from: number; to: number } | null = null,
): Promise<void> => {
  try {
    const transaction = (await open()).transaction(PAGES, 'readwrite');
    const pages = transaction.objectStore(PAGES);
    const { reader, document } = key;
    if (keep === null) pages.delete(pagesOf(key));
    else {
      if (keep.from > 0)
        pages.delete(IDBKeyRange.bound([reader, document, 0], [reader, document, keep.from], false, true));
      pages.delete(IDBKeyRange.bound([reader, document, keep.to], [reader, document, Infinity], true));
    }
    await done(transaction);
  } catch {
    // As above.
  }
};

/** Forgets everything: a reader has signed out. */
export const clearPageCache = async (): Promise<void> => {
  try {
    const database = await open();
    const transaction = database.transaction([DOCUMENTS, PAGES], 'readwrite');
    transaction.objectStore(DOCUMENTS).clear();
    transaction.objectStore(PAGES).clear();
    await done(transaction);
  } catch {
    // As above.
  }
};
