import type { ReaderPage } from '@hamkhan/contracts/http/documents';
import { useEffect, useMemo } from 'react';
import { canPaint, paint } from '../../../shared/text/paint.js';
import { piecesOf, rangeOf, wordsOf } from '../../../shared/text/place-text.js';
import { findSentence, spokenAt } from '../lib/spoken-place.js';

/** Who scrolls looks for something: the voice does not pull them back for a while, in milliseconds. */
const LET_GO_MS = 6_000;
const PLACES = '[data-place]';

const sentenceIn = (item: Element, sentence: string): Range | null => {
  const places = [...item.querySelectorAll(PLACES)];
  for (const place of places.length > 0 ? places : [item]) {
    const pieces = piecesOf(place);
    const found = findSentence(wordsOf(pieces), sentence);
    const range = found && rangeOf(pieces, found);
    if (range) return range;
  }
  return null;
};

/**
 * Marks what is heard in the texts of its page, and keeps it in sight: the sentence where the text that is read aloud is shown, else
 * the item. `at` is in seconds; null where nothing is heard.
 */
export const useSpokenMark = (page: ReaderPage | null, at: number | null): void => {
  const items = page?.tts_text?.items;
  const place = useMemo(() => (items && at !== null ? spokenAt(items, at) : null), [items, at]);
  const id = place?.id;
  const sentence = place?.sentence ?? null;
  const sheet = page ? page.page_number + 1 : null;

  useEffect(() => {
    if (id === undefined || sheet === null) return undefined;
    let scrolledAt = -Infinity;
    const onScroll = () => {
      scrolledAt = performance.now();
    };
    let marked: Element[] = [];
    const show = (follow: boolean) => {
      for (const element of marked) element.removeAttribute('data-spoken');
      const shown = document.querySelectorAll(`[data-sheet="${sheet}"] [data-item="${CSS.escape(id)}"]`);
      const ranges: Range[] = [];
      marked = [];
      for (const item of shown) {
        const isRead = item.closest('[data-text]')?.getAttribute('data-text') === '2';
        const range = isRead && sentence !== null && canPaint() ? sentenceIn(item, sentence) : null;
        if (range) ranges.push(range);
        else marked.push(item);
      }
      paint('spoken', ranges);
      for (const element of marked) element.setAttribute('data-spoken', '');
      const first = ranges[0] ?? marked[0];
      if (follow && first && performance.now() - scrolledAt > LET_GO_MS) bringIntoSight(first);
    };
    show(true);
    // The page may be drawn anew while its sentence is heard: turned back to, or in another text.
    const main = document.querySelector('main');
    const observer = new MutationObserver(() => show(false));
    if (main) observer.observe(main, { childList: true, subtree: true });
    for (const name of ['wheel', 'touchmove'] as const)
      window.addEventListener(name, onScroll, { passive: true });
    return () => {
      observer.disconnect();
      for (const name of ['wheel', 'touchmove'] as const) window.removeEventListener(name, onScroll);
      for (const element of marked) element.removeAttribute('data-spoken');
      paint('spoken', []);
    };
  }, [id, sentence, sheet]);
};

/** Of the window's height: what is heard stands between these, so that bars cover nothing of it. */
const CALM_ZONE = { from: 0.12, to: 0.7 };

const bringIntoSight = (place: Range | Element): void => {
  const { top, bottom } = place.getBoundingClientRect();
  const { innerHeight } = window;
  if (top >= innerHeight * CALM_ZONE.from && bottom <= innerHeight * CALM_ZONE.to) return;
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollBy({ top: top - innerHeight * 0.3, behavior: calm ? 'auto' : 'smooth' });
};
