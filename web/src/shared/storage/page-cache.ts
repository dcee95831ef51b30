import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** IndexedDB database of pages that were read, for reading offline (RDR-READER-51, -54). */
const NAME = 'hamkhan-pages';
export const PAGE_CACHE_VERSION = 3;

/** What is stored of a document for one user: `metadata` and the pages as the server sent them. */
export type CachedDocument = { metadata: unknown; pages: unknown[] };
export type PageKey = { reader: string; document: string };

interface PageStore extends DBSchema {
  documents: { key: [string, string]; value: PageKey & { metadata: unknown } };
  pages: { key: [string, string, number]; value: PageKey & { number: number; page: unknown } };
}

let opened: Promise<IDBPDatabase<PageStore>> | null = null;
const forget = (): void => {
  opened = null;
};

const open = (): Promise<IDBPDatabase<PageStore>> => {
  opened ??= openDB<PageStore>(NAME, PAGE_CACHE_VERSION, {
    upgrade: (database) => {
      // Entries of an older version can be fetched again.
      for (const store of database.objectStoreNames) database.deleteObjectStore(store);
      database.createObjectStore('documents', { keyPath: ['reader', 'document'] });
      database.createObjectStore('pages', { keyPath: ['reader', 'document', 'number'] });
    },
    // Another tab waits to upgrade the database.
    blocking: (_, __, { target }) => {
      (target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  }).catch((error: unknown) => {
    forget();
    throw error;
  });
  return opened;
};

const pagesOf = ({ reader, document }: PageKey): IDBKeyRange =>
  IDBKeyRange.bound([reader, document, 0], [reader, document, Infinity]);

/** The cached document; null if there is none, or if the browser refuses storage. */
export const readCachedDocument = async (key: PageKey): Promise<CachedDocument | null> => {
  try {
    const transaction = (await open()).transaction(['documents', 'pages']);
    const [document, pages] = await Promise.all([
      transaction.objectStore('documents').get([key.reader, key.document]),
      transaction.objectStore('pages').getAll(pagesOf(key)),
    ]);
    return document ? { metadata: document.metadata, pages: pages.map(({ page }) => page) } : null;
  } catch {
    return null;
  }
};

/** Stores a document and some of its pages; does nothing if the storage is full or forbidden. */
export const writeCachedDocument = async (
  key: PageKey,
  metadata: unknown,
  pages: readonly { number: number; page: unknown }[],
): Promise<void> => {
  try {
    const transaction = (await open()).transaction(['documents', 'pages'], 'readwrite');
    await Promise.all([
      transaction.objectStore('documents').put({ ...key, metadata }),
      ...pages.map((one) => transaction.objectStore('pages').put({ ...key, ...one })),
      transaction.done,
    ]);
  } catch {
    // The cache is optional.
  }
};

/** Deletes the pages of a document, or those outside a range of page numbers. */
export const dropCachedPages = async (
  key: PageKey,
  keep: { from: number; to: number } | null = null,
): Promise<void> => {
  try {
    const transaction = (await open()).transaction('pages', 'readwrite');
    const { reader, document } = key;
    const ranges =
      keep === null
        ? [pagesOf(key)]
        : [
            ...(keep.from > 0
              ? [IDBKeyRange.bound([reader, document, 0], [reader, document, keep.from], false, true)]
              : []),
            IDBKeyRange.bound([reader, document, keep.to], [reader, document, Infinity], true),
          ];
    await Promise.all([...ranges.map((range) => transaction.store.delete(range)), transaction.done]);
  } catch {
    // The cache is optional.
  }
};

/** Deletes everything, when the user signs out. */
export const clearPageCache = async (): Promise<void> => {
  try {
    const transaction = (await open()).transaction(['documents', 'pages'], 'readwrite');
    await Promise.all([
      transaction.objectStore('documents').clear(),
      transaction.objectStore('pages').clear(),
      transaction.done,
    ]);
  } catch {
    // Nothing was stored.
  }
};
