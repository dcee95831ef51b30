import type { DocumentMetadata } from '@hamkhan/contracts/http/documents';

/** Longest document that can be exported, in pages (RDR-PDF-05). */
const MAX_PDF_PAGES = 35;

/**
 * Whether a document can be exported as a PDF: it is short, completely loaded, and free, owned or bought. A subscription allows
 * reading only (decisions.md G31).
 */
export const canExportPdf = (
  { total_pages: pages, access }: Pick<DocumentMetadata, 'total_pages' | 'access'>,
  loadedPages: number,
): boolean =>
  pages > 0 &&
  pages <= MAX_PDF_PAGES &&
  loadedPages >= pages &&
  access.full &&
  access.reason !== 'subscription' &&
  access.reason !== 'none';
