import { findInText, findPattern, type FindPattern } from '@hamkhan/contracts/find-in-text';
import type { FindResult } from '@hamkhan/contracts/http/reader';
import { type RefObject, useEffect } from 'react';
import { canPaint, paint } from '../../../shared/text/paint.js';
import { piecesOf, rangeOf, wordsOf } from '../../../shared/text/place-text.js';

/** Parts of an item that are searched one by one: a match never spans two list entries or table cells. */
const SEARCHED_PARTS = '[data-place], td, th, pre > code';

type ItemMatches = { element: Element; ranges: Range[] };

const findInItem = (item: Element, pattern: FindPattern): ItemMatches => {
  const parts = [...item.querySelectorAll(SEARCHED_PARTS)];
  const ranges = (parts.length > 0 ? parts : [item]).flatMap((part) => {
    const pieces = piecesOf(part);
    return findInText(wordsOf(pieces), pattern).flatMap((match) => rangeOf(pieces, match) ?? []);
  });
  return { element: item, ranges };
};

/** The active result among the items on screen: its item in the text it was found in, or the same item in the other text. */
const locate = (items: readonly ItemMatches[], active: FindResult | undefined) => {
  if (!active) return { range: undefined, item: undefined };
  const pageOf = ({ element }: ItemMatches) =>
    Number(element.closest('[data-sheet]')?.getAttribute('data-sheet') ?? active.pageNumber);
  const sameItem = items.filter(
    (one) => pageOf(one) === active.pageNumber && one.element.getAttribute('data-item') === active.item_id,
  );
  const exact = sameItem.find(
    ({ element }) =>
      (element.closest('[data-text]')?.getAttribute('data-text') !== '0') === active.isTranslated,
  );
  return { range: exact?.ranges[active.matchIndex], item: exact ?? sameItem[0] };
};

/** Paints matches on the text. Where the browser cannot, it marks the items that hold them; so does a result without a range. */
const createHighlighter = () => {
  let marked: Element[] = [];
  const mark = (element: Element, name: 'data-found' | 'data-found-now') => {
    element.setAttribute(name, '');
    marked.push(element);
  };
  const unmark = () => {
    for (const element of marked) {
      element.removeAttribute('data-found');
      element.removeAttribute('data-found-now');
    }
    marked = [];
  };
  return {
    show: (items: readonly ItemMatches[], { range, item }: ReturnType<typeof locate>) => {
      unmark();
      if (canPaint()) {
        paint(
          'found',
          items.flatMap((one) => one.ranges),
        );
        paint('found-now', range ? [range] : [], 1);
      } else {
        for (const { element, ranges } of items) if (ranges.length > 0) mark(element, 'data-found');
        if (range && item) mark(item.element, 'data-found-now');
      }
      if (!range && item) mark(item.element, 'data-found-now');
    },
    clear: () => {
      unmark();
      paint('found', []);
      paint('found-now', []);
    },
  };
};

/**
 * Highlights every match of a query on screen (from three letters on, RDR-SEARCHDOC-04) and the active result, which is scrolled
 * into view once. When the active result is in the text that is not shown, its item is marked instead.
 */
export const useFindHighlights = (
  host: RefObject<HTMLElement | null>,
  query: string,
  active: FindResult | undefined,
): void => {
  useEffect(() => {
    const root = host.current;
    const pattern = findPattern(query);
    if (!root || pattern === null) return undefined;
    const highlighter = createHighlighter();
    let frame = 0;
    let hasScrolled = false;
    const update = () => {
      const items = [...root.querySelectorAll('[data-text] [data-item]')].map((item) =>
        findInItem(item, pattern),
      );
      const found = locate(items, active);
      highlighter.show(items, found);
      const target = found.range?.startContainer.parentElement ?? found.item?.element;
      if (target && !hasScrolled) {
        hasScrolled = true;
        target.scrollIntoView?.({ block: 'center' });
      }
    };
    const scheduleUpdate = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(update);
    };
    update();
    const observer = new MutationObserver(scheduleUpdate);
    observer.observe(root, { childList: true, subtree: true, characterData: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      highlighter.clear();
    };
  }, [host, query, active]);
};
