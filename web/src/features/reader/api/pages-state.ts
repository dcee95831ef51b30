import type { ReaderPage } from '@hamkhan/contracts/http/documents';
import type { ApiError } from '../../../shared/api/api-error.js';

/** What the browser has of a document's pages; all page numbers are zero-based. */
export type PagesState = {
  pages: ReadonlyMap<number, ReaderPage>;
  /** Why a page that was requested on its own did not arrive. */
  errors: ReadonlyMap<number, ApiError>;
  /** Pages being requested on their own. */
  loading: ReadonlySet<number>;
  /** How many pages there will be in the end: those of the document, or of its preview. */
  expected: number;
  loadingMissing: boolean;
  /** Every call of the background loading failed (RDR-READER-75). */
  failed: boolean;
};

export const NO_PAGES: PagesState = {
  pages: new Map(),
  errors: new Map(),
  loading: new Set(),
  expected: 0,
  loadingMissing: false,
  failed: false,
};
