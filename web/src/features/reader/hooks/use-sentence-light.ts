import type { ContentItem } from '@hamkhan/contracts/content';
import { type RefObject, useEffect } from 'react';
import { canPaint, paint } from '../../../shared/text/paint.js';
import { offsetUnder, piecesOf, rangeOf, type Stretch } from '../../../shared/text/place-text.js';
import { pairAt } from '../lib/sentence-pair.js';

const placesIn = (frame: Element, id: string, place: string): Element | null =>
  frame.querySelector(`[data-item="${CSS.escape(id)}"] [data-place="${CSS.escape(place)}"]`);

const stretchOf = (element: Element, stretch: Stretch | null): Range | null =>
  rangeOf(piecesOf(element), stretch ?? { start: 0, end: Infinity });

/**
 * Lights up the sentence under the pointer, and the one that says the same in the other text, while both stand in `host`. A tap does
 * what hovering does, until the next one.
 */
export const useSentenceLight = (
  host: RefObject<HTMLElement | null>,
  original: readonly ContentItem[],
  translated: readonly ContentItem[],
  enabled: boolean,
): void => {
  useEffect(() => {
    const root = host.current;
    if (!root || !enabled) return undefined;
    let request = 0;
    let lit: Element[] = [];
    const clear = () => {
      for (const element of lit) element.removeAttribute('data-lit');
      lit = [];
      paint('sentence', []);
    };
    const show = (target: EventTarget | null, x: number, y: number) => {
      const here = target instanceof Element ? target.closest('[data-place]') : null;
      const frame = here?.closest('[data-text]');
      const id = here?.closest('[data-item]')?.getAttribute('data-item');
      const place = here?.getAttribute('data-place');
      clear();
      if (!here || !frame || !id || !place) return;
      const side = frame.getAttribute('data-text') === '0' ? 'original' : 'translated';
      const other = [...root.querySelectorAll('[data-text]')].find((one) => one !== frame);
      const there = other && placesIn(other, id, place);
      const items = {
        original: original.find((item) => item.id === id),
        translated: translated.find((item) => item.id === id),
      };
      if (!there || !items.original || !items.translated) return;
      const pair = pairAt(
        { original: items.original, translated: items.translated },
        place,
        side,
        offsetUnder(piecesOf(here), x, y) ?? 0,
      );
      if (canPaint()) {
        const otherSide = side === 'original' ? 'translated' : 'original';
        const ranges = [stretchOf(here, pair[side]), stretchOf(there, pair[otherSide])];
        paint(
          'sentence',
          ranges.filter((range) => range !== null),
        );
        return;
      }
      lit = [here, there];
      for (const element of lit) element.setAttribute('data-lit', '');
    };
    const onMove = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || event.buttons !== 0) return;
      cancelAnimationFrame(request);
      const { target, clientX, clientY } = event;
      request = requestAnimationFrame(() => show(target, clientX, clientY));
    };
    const onLeave = (event: PointerEvent) => {
      cancelAnimationFrame(request);
      if (event.pointerType === 'mouse') clear();
    };
    const onTap = ({ target, clientX, clientY }: MouseEvent) => show(target, clientX, clientY);
    root.addEventListener('pointermove', onMove);
    root.addEventListener('pointerleave', onLeave);
    root.addEventListener('click', onTap);
    return () => {
      cancelAnimationFrame(request);
      root.removeEventListener('pointermove', onMove);
      root.removeEventListener('pointerleave', onLeave);
      root.removeEventListener('click', onTap);
      clear();
    };
  }, [host, original, translated, enabled]);
};
