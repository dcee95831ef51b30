import { normaliseDigits } from '../../../shared/lib/normalise.js';

/** A page number someone wrote, one-based; null when it is none. */
export const readPageNumber = (text: string | null | undefined): number | null => {
  const digits = normaliseDigits(text ?? '').trim();
  return /^[+-]?\d{1,9}$/.test(digits) ? Number(digits) : null;
};

/** 1 to the last page (RDR-PAGINATION-03); without a known last page only the lower end holds. */
export const clampPage = (page: number, pages: number): number =>
  Math.max(1, pages > 0 ? Math.min(page, pages) : page);

/** The page an address asks for: `p` before `page` (decisions.md G10); null when it asks for none. */
export const askedPage = (params: URLSearchParams): number | null =>
  readPageNumber(params.get('p')) ?? readPageNumber(params.get('page'));

/** The same address with this page, and only `p` to say so. */
export const withPage = (params: URLSearchParams, page: number): URLSearchParams => {
  const next = new URLSearchParams(params);
  next.delete('page');
  next.set('p', String(page));
  return next;
};
