import type { ContentItem } from '@hamkhan/contracts/content';
import type { DocumentMetadata, ReaderPage } from '@hamkhan/contracts/http/documents';
import { createContext, type ComponentType } from 'react';

/**
 * A text of a page as it stands on the screen. Whatever shows one gives it a frame of its own (`data-text`), in which each item that is shown
 * is an element with `data-item`, in the order of `items`.
 */
export type ReadText = {
  document: DocumentMetadata;
  page: ReaderPage;
  /** 0 the original, 1 and 2 its translations. */
  version: 0 | 1 | 2;
  /** All items of this text, those that are not shown (`abandon`) among them. */
  items: readonly ContentItem[];
};

/** What other features put into the reader; the application fills the places. */
export type ReaderSlots = {
  /** Buttons in the reader's bar. */
  Tools?: ComponentType<{ document: DocumentMetadata }>;
  /** Lies over a text: stands in its frame, after the items. */
  OnText?: ComponentType<ReadText>;
};

export const ReaderSlotsContext = createContext<ReaderSlots>({});
