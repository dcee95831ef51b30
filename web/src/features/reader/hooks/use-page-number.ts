import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { askedPage, clampPage, withPage } from '../lib/page-query.js';

/**
 * The one-based page that is read, as the address has it (RDR-READER-02, RDR-PAGINATION-08). A turn of the page is a step in
 * the history, so that back and forward work; an address that is out of range or speaks of `page` is put right in its place.
 */
export const usePageNumber = (pages: number) => {
  const [params, setParams] = useSearchParams();
  const asked = askedPage(params);
  const page = clampPage(asked ?? 1, pages);
  const isRight = params.has('page') ? false : !params.has('p') || params.get('p') === String(page);

  useEffect(() => {
    if (pages > 0 && !isRight)
      setParams((now) => withPage(now, page), { replace: true, preventScrollReset: true });
  }, [pages, isRight, page, setParams]);

  // Two keys may come between one picture and the next: a turn counts from where the last one leads, and is shown at once.
  const heading = useRef(page);
  useEffect(() => {
    heading.current = page;
  }, [page]);
  const turnTo = useCallback(
    (next: number, { replace = false, atOnce = true } = {}) => {
      if (next === heading.current) return;
      heading.current = next;
      setParams((now) => withPage(now, next), { replace, preventScrollReset: true, flushSync: atOnce });
    },
    [setParams],
  );
  return { page, heading, turnTo, isAsked: asked !== null };
};
