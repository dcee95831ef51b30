import type { ContentItem } from '@hamkhan/contracts/content';
import type { DocumentMetadata, ReaderPage } from '@hamkhan/contracts/http/documents';
import { createContext, type ComponentType, type ReactNode } from 'react';
import type { MenuEntry } from './menu.js';

/**
 * A rendered text of a page. The component that renders it wraps it in an element with `data-text`, in which each visible item
 * is an element with `data-item`, in the order of `items`.
 */
export type ReadText = {
  document: DocumentMetadata;
  page: ReaderPage;
  /** 0 the original, 1 and 2 its translations. */
  version: 0 | 1 | 2;
  /** All items of this text, including hidden ones (`abandon`). */
  items: readonly ContentItem[];
};

/** One page of the open document. */
export type PagePlace = { document: DocumentMetadata; page: ReaderPage };

/** A page with its text, for a component that may replace that text. */
export type PageFrame = PagePlace & {
  /** The version that is shown. */
  version: 0 | 1 | 2;
  /** The text that the user has chosen; another one is shown while the page does not have it. */
  wanted: 0 | 1 | 2;
  /** Renders items of one of its texts as the reader does. */
  show: (items: readonly ContentItem[], version: 0 | 1 | 2) => ReactNode;
  /** Updates the page with the server's version. */
  onPage: (page: ReaderPage) => void;
  /** The text of the page. */
  children: ReactNode;
};

/** The loaded pages of the open document. */
export type ReadPages = {
  document: DocumentMetadata;
  /** Current page, one-based. */
  page: number;
  /** By zero-based number. */
  pages: ReadonlyMap<number, ReaderPage>;
  /** Opens a page, by one-based number. */
  onPage: (page: number) => void;
  /** Fetches a page again, by zero-based number. */
  onStale: (pageNumber: number) => void;
};

/** Extension points of the reader; the application fills them with parts of other features. */
export type ReaderSlots = {
  /** Buttons in the reader's bar. */
  Tools?: ComponentType<{ document: DocumentMetadata }>;
  /** Overlay of a text, rendered in its frame after the items. */
  OnText?: ComponentType<ReadText>;
  /** Tabs above a page that choose its view. */
  PageTabs?: ComponentType<PagePlace>;
  /** Wraps the text of a page, and may replace it. */
  AroundPage?: ComponentType<PageFrame>;
  /** Stays mounted while the user turns pages. */
  Companion?: ComponentType<ReadPages>;
  /** Adds entries to the page menu. */
  PageEntries?: ComponentType<PagePlace & { children: (entries: readonly MenuEntry[]) => ReactNode }>;
};

export const ReaderSlotsContext = createContext<ReaderSlots>({});
