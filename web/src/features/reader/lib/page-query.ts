import { normaliseDigits } from '../../../shared/lib/normalise.js';

/** Parses a one-based page number in any digits; null when the text is none. */
export const parsePageNumber = (text: string | null | undefined): number | null => {
  const digits = normaliseDigits(text ?? '').trim();
  return /^[+-]?\d{1,9}$/.test(digits) ? Number(digits) : null;
};

/** Limits a page to 1…`pages` (RDR-PAGINATION-03); while `pages` is 0 (unknown) only to 1 and up. */
export const clampPage = (page: number, pages: number): number =>
  Math.max(1, pages > 0 ? Math.min(page, pages) : page);

/** The page in the address, `p` before `page` (decisions.md G10); null when there is none. */
export const pageInAddress = (params: URLSearchParams): number | null =>
  parsePageNumber(params.get('p')) ?? parsePageNumber(params.get('page'));

/** The same parameters with this page as `p`, and without `page`. */
export const withPage = (params: URLSearchParams, page: number): URLSearchParams => {
  const next = new URLSearchParams(params);
  next.delete('page');
  next.set('p', String(page));
  return next;
};
