import type { ContentItem } from '@hamkhan/contracts/content';
import type { DocumentMetadata, ReaderPage } from '@hamkhan/contracts/http/documents';
import { createContext, type ComponentType, type ReactNode } from 'react';
import type { MenuEntry } from '../ui/menu.js';

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

/** One page of the open document. */
export type PagePlace = { document: DocumentMetadata; page: ReaderPage };

/** A page with its text, for what may stand in the place of that text. */
export type PageFrame = PagePlace & {
  /** The text that is shown of it. */
  version: 0 | 1 | 2;
  /** Draws items of one of its texts as the reader does. */
  show: (items: readonly ContentItem[], version: 0 | 1 | 2) => ReactNode;
  /** Takes in the page as the server has it now. */
  onPage: (page: ReaderPage) => void;
  /** The page as it is read. */
  children: ReactNode;
};

/** All pages of the open document that are here. */
export type ReadPages = {
  document: DocumentMetadata;
  /** The page that is read, one-based. */
  page: number;
  /** By their zero-based numbers. */
  pages: ReadonlyMap<number, ReaderPage>;
  /** Turns to a page, by its one-based number. */
  onPage: (page: number) => void;
  /** Asks for a page as the server has it now, by its zero-based number. */
  onStale: (pageNumber: number) => void;
};

/** What other features put into the reader; the application fills the places. */
export type ReaderSlots = {
  /** Buttons in the reader's bar. */
  Tools?: ComponentType<{ document: DocumentMetadata }>;
  /** Lies over a text: stands in its frame, after the items. */
  OnText?: ComponentType<ReadText>;
  /** Views of a page, at its head. */
  PageTabs?: ComponentType<PagePlace>;
  /** Stands around the text of a page, and may stand in its place. */
  AroundPage?: ComponentType<PageFrame>;
  /** Goes along with the reader from page to page. */
  Companion?: ComponentType<ReadPages>;
  /** More to do with a page, in its menu. */
  PageEntries?: ComponentType<PagePlace & { children: (entries: readonly MenuEntry[]) => ReactNode }>;
};

export const ReaderSlotsContext = createContext<ReaderSlots>({});
