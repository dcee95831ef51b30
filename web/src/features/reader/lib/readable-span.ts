import type { DocumentMetadata } from '@hamkhan/contracts/http/documents';

/** A range of zero-based page numbers, both ends included. */
export type PageSpan = { from: number; to: number };

/** The pages the user may read; null while the document has none. */
export const readableSpan = (document: DocumentMetadata): PageSpan | null => {
  const last = document.total_pages - 1;
  const span = document.access.full
    ? { from: 0, to: last }
    : { from: document.preview_pages.from, to: Math.min(document.preview_pages.to, last) };
  return document.status !== 'pending' && span.from <= span.to ? span : null;
};

export const isInSpan = (span: PageSpan, number: number): boolean => number >= span.from && number <= span.to;
