import type { LibraryItem } from '@hamkhan/contracts/http/documents';
import { BOOK_MIN_PAGES } from '@hamkhan/contracts/statuses';
import type { ChipTone } from '../../../shared/ui/chip.js';

/** The status of a document as a key of the locale files, and its colour (ACC-LIBRARY-23). */
export type StatusLabel = {
  key:
    | 'pending'
    | 'processing'
    | 'translating'
    | 'waitingForTranslator'
    | 'translated'
    | 'published'
    | 'failed'
    | 'skipped'
    | 'canceled'
    | 'blocked';
  tone: ChipTone;
};

/** The status of a document as it is shown: one whose pages wait only for a translator says so. */
export const statusLabel = (item: LibraryItem): StatusLabel => {
  switch (item.status) {
    case 'pending':
      return { key: 'pending', tone: 'wait' };
    case 'inprogress':
      if (item.translated_level2_pages === 0 && item.processed_pages < Math.max(1, item.total_pages))
        return { key: 'processing', tone: 'run' };
      return item.awaiting_translator
        ? { key: 'waitingForTranslator', tone: 'wait' }
        : { key: 'translating', tone: 'run' };
    case 'converted':
      return item.awaiting_translator
        ? { key: 'waitingForTranslator', tone: 'wait' }
        : { key: 'translating', tone: 'run' };
    case 'translated':
      return { key: 'translated', tone: 'ok' };
    case 'published':
      return { key: 'published', tone: 'ok' };
    case 'failed':
      return { key: 'failed', tone: 'bad' };
    case 'skipped':
      return { key: 'skipped', tone: 'wait' };
    case 'canceled':
      return { key: 'canceled', tone: 'wait' };
    case 'blocked':
      return { key: 'blocked', tone: 'bad' };
  }
};

/** Whether processing ended without a translation. */
export const hasEndedBadly = (item: LibraryItem): boolean =>
  item.status === 'failed' ||
  item.status === 'skipped' ||
  item.status === 'canceled' ||
  item.status === 'blocked';

/** Whether a document can be opened: not while pending or blocked, and after a failure only if it has pages (G61). */
export const canOpen = (item: LibraryItem): boolean => {
  if (item.status === 'pending' || item.status === 'blocked') return false;
  return hasEndedBadly(item) ? item.processed_pages > 0 : true;
};

/** Whether the owner may stop processing; not while only a page of a finished document is reprocessed. */
export const canStop = ({ status, translated_level2_pages, total_pages }: LibraryItem): boolean =>
  status === 'pending' ||
  ((status === 'inprogress' || status === 'converted') && translated_level2_pages < Math.max(1, total_pages));

/** Whether the owner may remove a document: processing ended early, and it is not published. */
export const canRemove = ({ status, published }: LibraryItem): boolean =>
  (status === 'failed' || status === 'skipped' || status === 'canceled') && !published;

/** Books have more than 40 pages; a document without a page count is an article (G42). */
export const isBook = (item: LibraryItem): boolean => item.total_pages >= BOOK_MIN_PAGES;

/** The title to show: the translated one, else the original one, else the file name. */
export const displayTitle = (item: LibraryItem): string =>
  item.title || item.original_title || item.source_filename;
