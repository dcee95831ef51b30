import type { ContentItem } from '@hamkhan/contracts/content';
import { type RefObject, useEffect } from 'react';
import { canPaint, paint } from '../../../shared/text/paint.js';
import { offsetUnder, piecesOf, rangeOf, type Stretch } from '../../../shared/text/place-text.js';
import { pairAt } from '../lib/sentence-pair.js';

type Items = { original: readonly ContentItem[]; translated: readonly ContentItem[] };
/** A place in one of the two texts, and the part of it to highlight; null for all of it. */
type Target = { element: Element; stretch: Stretch | null };

const rangeIn = ({ element, stretch }: Target): Range | null =>
  rangeOf(piecesOf(element), stretch ?? { start: 0, end: Infinity });

/** The sentence at a point of the screen and its counterpart in the other text; null where there is no pair. */
const sentencePairAt = (
  root: Element,
  items: Items,
  { target, x, y }: { target: EventTarget | null; x: number; y: number },
): [Target, Target] | null => {
  const here = target instanceof Element ? target.closest('[data-place]') : null;
  const frame = here?.closest('[data-text]');
  const id = here?.closest('[data-item]')?.getAttribute('data-item');
  const place = here?.getAttribute('data-place');
  if (!here || !frame || !id || !place) return null;
  const otherFrame = [...root.querySelectorAll('[data-text]')].find((one) => one !== frame);
  const there = otherFrame?.querySelector(
    `[data-item="${CSS.escape(id)}"] [data-place="${CSS.escape(place)}"]`,
  );
  const original = items.original.find((item) => item.id === id);
  const translated = items.translated.find((item) => item.id === id);
  if (!there || !original || !translated) return null;
  const isOriginal = frame.getAttribute('data-text') === '0';
  const side = isOriginal ? 'original' : 'translated';
  const otherSide = isOriginal ? 'translated' : 'original';
  const pair = pairAt({ original, translated }, place, side, offsetUnder(piecesOf(here), x, y) ?? 0);
  return [
    { element: here, stretch: pair[side] },
    { element: there, stretch: pair[otherSide] },
  ];
};

/** Paints the two sentences; where the browser cannot, marks the elements they are in. */
const createHighlighter = () => {
  let marked: Element[] = [];
  const clear = () => {
    for (const element of marked) element.removeAttribute('data-highlighted');
    marked = [];
    paint('sentence', []);
  };
  return {
    clear,
    show: (pair: readonly Target[] | null) => {
      clear();
      if (!pair) return;
      if (canPaint()) {
        paint(
          'sentence',
          pair.map(rangeIn).filter((range) => range !== null),
        );
        return;
      }
      marked = pair.map(({ element }) => element);
      for (const element of marked) element.setAttribute('data-highlighted', '');
    },
  };
};

/**
 * Highlights the sentence under the mouse pointer and its counterpart in the other text, while `host` shows both. A tap
 * highlights until the next tap.
 */
export const useSentenceHighlight = (
  host: RefObject<HTMLElement | null>,
  original: readonly ContentItem[],
  translated: readonly ContentItem[],
): void => {
  useEffect(() => {
    const root = host.current;
    if (!root) return undefined;
    const highlighter = createHighlighter();
    let frame = 0;
    const showAt = (target: EventTarget | null, x: number, y: number) =>
      highlighter.show(sentencePairAt(root, { original, translated }, { target, x, y }));
    const onMove = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || event.buttons !== 0) return;
      cancelAnimationFrame(frame);
      const { target, clientX, clientY } = event;
      frame = requestAnimationFrame(() => showAt(target, clientX, clientY));
    };
    const onLeave = (event: PointerEvent) => {
      cancelAnimationFrame(frame);
      if (event.pointerType === 'mouse') highlighter.clear();
    };
    const onTap = ({ target, clientX, clientY }: MouseEvent) => showAt(target, clientX, clientY);
    root.addEventListener('pointermove', onMove);
    root.addEventListener('pointerleave', onLeave);
    root.addEventListener('click', onTap);
    return () => {
      cancelAnimationFrame(frame);
      root.removeEventListener('pointermove', onMove);
      root.removeEventListener('pointerleave', onLeave);
      root.removeEventListener('click', onTap);
      highlighter.clear();
    };
  }, [host, original, translated]);
};
