import type { LibraryItem } from '@hamkhan/contracts/http/documents';
import { BOOK_MIN_PAGES } from '@hamkhan/contracts/statuses';
import type { ChipTone } from '../../../shared/ui/chip.js';

/** The state of a row in one word of the locale files, with the tone its colour has (ACC-LIBRARY-23). */
export type RowState = {
  word:
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

/** What a row says of its document. A document whose pages wait only for a translator says that. */
export const rowState = (item: LibraryItem): RowState => {
  switch (item.status) {
    case 'pending':
      return { word: 'pending', tone: 'wait' };
    case 'inprogress':
      if (item.translated_level2_pages === 0 && item.processed_pages < Math.max(1, item.total_pages))
        return { word: 'processing', tone: 'run' };
      return item.awaiting_translator
        ? { word: 'waitingForTranslator', tone: 'wait' }
        : { word: 'translating', tone: 'run' };
    case 'converted':
      return item.awaiting_translator
        ? { word: 'waitingForTranslator', tone: 'wait' }
        : { word: 'translating', tone: 'run' };
    case 'translated':
      return { word: 'translated', tone: 'ok' };
    case 'published':
      return { word: 'published', tone: 'ok' };
    case 'failed':
      return { word: 'failed', tone: 'bad' };
    case 'skipped':
      return { word: 'skipped', tone: 'wait' };
    case 'canceled':
      return { word: 'canceled', tone: 'wait' };
    case 'blocked':
      return { word: 'blocked', tone: 'bad' };
  }
};

/** Whether a document ended without what its reader wanted. */
export const hasEndedBadly = (item: LibraryItem): boolean =>
  item.status === 'failed' ||
  item.status === 'skipped' ||
  item.status === 'canceled' ||
  item.status === 'blocked';

/** Who may open what: pending never, a failed one only if some page came of it, a blocked one not from here (G61). */
export const canOpen = (item: LibraryItem): boolean => {
  if (item.status === 'pending' || item.status === 'blocked') return false;
  return hasEndedBadly(item) ? item.processed_pages > 0 : true;
};

/** Whether there is work left on a document that its owner may stop. One page that is done again is not worth the whole. */
export const canStop = ({ status, translated_level2_pages, total_pages }: LibraryItem): boolean =>
  status === 'pending' ||
  ((status === 'inprogress' || status === 'converted') && translated_level2_pages < Math.max(1, total_pages));

/** Whether its owner may take a document out of the library: it failed or was stopped, and nobody else reads it. */
export const canRemove = ({ status, published }: LibraryItem): boolean =>
  (status === 'failed' || status === 'skipped' || status === 'canceled') && !published;

/** Books have more than 40 pages; what has no page count yet is an article (G42). */
export const isBook = (item: LibraryItem): boolean => item.total_pages >= BOOK_MIN_PAGES;

/** The title to show: the translated one, the original one, the file's name. */
export const displayTitle = (item: LibraryItem): string =>
  item.title || item.original_title || item.source_filename;
