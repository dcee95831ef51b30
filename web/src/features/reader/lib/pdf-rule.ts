import type { DocumentMetadata } from '@hamkhan/contracts/http/documents';

/** Longest document that can be had as a PDF, in pages (RDR-PDF-05). */
export const MAX_PDF_PAGES = 35;

/**
 * Whether a document can be had as a PDF: short, all of it loaded, and free or one's own in some way; a subscription is for reading
 * only (decisions.md G31).
 */
export const mayHavePdf = (
  { total_pages: pages, access }: Pick<DocumentMetadata, 'total_pages' | 'access'>,
  loaded: number,
): boolean =>
  pages > 0 &&
  pages <= MAX_PDF_PAGES &&
  loaded >= pages &&
  access.full &&
  access.reason !== 'subscription' &&
  access.reason !== 'none';
