import { findInText, findPattern } from '@hamkhan/contracts/find-in-text';
import type { FindResult } from '@hamkhan/contracts/http/reader';
import { type RefObject, useEffect } from 'react';
import { canPaint, paint } from '../../../shared/text/paint.js';
import { piecesOf, rangeOf, wordsOf } from '../../../shared/text/place-text.js';

/** Words of an item that lie in places of their own (entries, cells) are looked through one by one. */
const PLACES = '[data-place], td, th, pre > code';

type Found = { element: Element; ranges: Range[] };

const foundIn = (item: Element, pattern: string): Found => {
  const places = [...item.querySelectorAll(PLACES)];
  const ranges = (places.length > 0 ? places : [item]).flatMap((place) => {
    const pieces = piecesOf(place);
    return findInText(wordsOf(pieces), pattern).flatMap((match) => rangeOf(pieces, match) ?? []);
  });
  return { element: item, ranges };
};

/**
 * Marks every place of a query in what is shown (three letters and more, RDR-SEARCHDOC-04), and the one that was gone to, which is
 * brought into sight. Where that one stands in a text that is not shown, its item is marked.
 */
export const useFindMarks = (
  host: RefObject<HTMLElement | null>,
  query: string,
  active: FindResult | undefined,
): void => {
  useEffect(() => {
    const root = host.current;
    const pattern = findPattern(query);
    if (!root || pattern === null) return undefined;
    let request = 0;
    let marked: Element[] = [];
    let isReached = false;
    const clear = () => {
      for (const element of marked) {
        element.removeAttribute('data-found');
        element.removeAttribute('data-found-now');
      }
      marked = [];
    };
    const mark = (element: Element, name: 'data-found' | 'data-found-now') => {
      element.setAttribute(name, '');
      marked.push(element);
    };
    const show = () => {
      clear();
      const items = [...root.querySelectorAll('[data-text] [data-item]')].map((item) =>
        foundIn(item, pattern),
      );
      const isActive = ({ element }: Found) =>
        active !== undefined &&
        element.getAttribute('data-item') === active.item_id &&
        (element.closest('[data-text]')?.getAttribute('data-text') !== '0') === active.isTranslated;
      const sheetOf = ({ element }: Found) =>
        Number(element.closest('[data-sheet]')?.getAttribute('data-sheet') ?? active?.pageNumber);
      const onPage = items.filter((one) => active && sheetOf(one) === active.pageNumber);
      const now = onPage.find(isActive);
      const range = now && active && now.ranges[active.matchIndex];
      if (canPaint()) {
        paint(
          'found',
          items.flatMap((one) => one.ranges),
        );
        paint('found-now', range ? [range] : [], 1);
      } else {
        for (const { element, ranges } of items) if (ranges.length > 0) mark(element, 'data-found');
        if (range && now) mark(now.element, 'data-found-now');
      }
      // Said in the other text: the item that says it here is shown instead.
      const stand =
        now ?? onPage.find(({ element }) => element.getAttribute('data-item') === active?.item_id);
      if (!range && stand) mark(stand.element, 'data-found-now');
      const target = range?.startContainer.parentElement ?? stand?.element;
      if (target && !isReached) {
        isReached = true;
        target.scrollIntoView?.({ block: 'center' });
      }
    };
    const soon = () => {
      cancelAnimationFrame(request);
      request = requestAnimationFrame(show);
    };
    show();
    const changes = new MutationObserver(soon);
    changes.observe(root, { childList: true, subtree: true, characterData: true });
    return () => {
      cancelAnimationFrame(request);
      changes.disconnect();
      clear();
      paint('found', []);
      paint('found-now', []);
    };
  }, [host, query, active]);
};
