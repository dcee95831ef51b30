import { makeDjvu } from '@hamkhan/testing/fixtures/make-djvu';
import { makeEpub } from '@hamkhan/testing/fixtures/make-epub';
import { makeLongPdf } from '@hamkhan/testing/fixtures/make-long-pdf';
import { makeScannedPdf } from '@hamkhan/testing/fixtures/make-scanned-pdf';
import { makeTextPdf } from '@hamkhan/testing/fixtures/make-text-pdf';

export type BookName = 'book.pdf' | 'article.pdf' | 'scan.pdf' | 'novel.epub' | 'print.djvu';
export type BookFiles = Record<BookName, Buffer>;

export const LONG_PAGES = 8;

/** One file of each kind: text, pictures and tables, scans. The same bytes each time. */
export async function makeBookFiles(): Promise<BookFiles> {
  return {
    'book.pdf': await makeLongPdf(LONG_PAGES),
    'article.pdf': await makeTextPdf({ pages: 3 }),
    'scan.pdf': await makeScannedPdf({ pages: 2 }),
    'novel.epub': makeEpub(),
    'print.djvu': await makeDjvu({ pages: 2 }),
  };
}
