import type { ReaderPage } from '@hamkhan/contracts/http/documents';
import { useEffect, useMemo } from 'react';
import { canPaint, paint } from '../../../shared/text/paint.js';
import { piecesOf, rangeOf, wordsOf } from '../../../shared/text/place-text.js';
import { findSentence, spokenAt } from '../lib/spoken-sentence.js';

/** After the user scrolls, the text does not follow the audio for this long, in milliseconds. */
const FOLLOW_PAUSE_MS = 6_000;
const PARTS = '[data-place]';

const sentenceIn = (item: Element, sentence: string): Range | null => {
  const places = [...item.querySelectorAll(PARTS)];
  for (const place of places.length > 0 ? places : [item]) {
    const pieces = piecesOf(place);
    const found = findSentence(wordsOf(pieces), sentence);
    const range = found && rangeOf(pieces, found);
    if (range) return range;
  }
  return null;
};

/**
 * Highlights the spoken sentence of a page and keeps it in view; in a text other than the spoken one it marks the item instead.
 * `time` is in seconds; null while nothing plays.
 */
export const useSpeechHighlight = (page: ReaderPage | null, time: number | null): void => {
  const items = page?.tts_text?.items;
  const spoken = useMemo(() => (items && time !== null ? spokenAt(items, time) : null), [items, time]);
  const id = spoken?.id;
  const sentence = spoken?.sentence ?? null;
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
      if (follow && first && performance.now() - scrolledAt > FOLLOW_PAUSE_MS) scrollIntoZone(first);
    };
    show(true);
    // The page may be rendered again while its sentence plays: turned back to, or in another version.
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

/** The spoken text is kept between these fractions of the window's height, clear of the bars. */
const READING_ZONE = { from: 0.12, to: 0.7 };

const scrollIntoZone = (place: Range | Element): void => {
  const { top, bottom } = place.getBoundingClientRect();
  const { innerHeight } = window;
  if (top >= innerHeight * READING_ZONE.from && bottom <= innerHeight * READING_ZONE.to) return;
  const isMotionReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollBy({ top: top - innerHeight * 0.3, behavior: isMotionReduced ? 'auto' : 'smooth' });
};
