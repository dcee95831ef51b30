import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { clampPage, pageInAddress, withPage } from '../lib/page-query.js';

/**
 * The one-based page on screen, from the address (RDR-READER-02, RDR-PAGINATION-08). Turning a page adds a history entry, so
 * that back and forward work; an address that is out of range or uses `page` is replaced by the right one.
 */
export const usePageNumber = (pages: number) => {
  const [params, setParams] = useSearchParams();
  const requested = pageInAddress(params);
  const page = clampPage(requested ?? 1, pages);
  const isCanonical = params.has('page') ? false : !params.has('p') || params.get('p') === String(page);

  useEffect(() => {
    if (pages > 0 && !isCanonical)
      setParams((now) => withPage(now, page), { replace: true, preventScrollReset: true });
  }, [pages, isCanonical, page, setParams]);

  // A second key may come before the next render: a turn counts from the latest target, not from the page on screen.
  const target = useRef(page);
  useEffect(() => {
    target.current = page;
  }, [page]);
  const turnTo = useCallback(
    (next: number, { replace = false, immediate = true } = {}) => {
      if (next === target.current) return;
      target.current = next;
      setParams((now) => withPage(now, next), { replace, preventScrollReset: true, flushSync: immediate });
    },
    [setParams],
  );
  return { page, target, turnTo, isPageInAddress: requested !== null };
};

export type TurnTo = ReturnType<typeof usePageNumber>['turnTo'];
