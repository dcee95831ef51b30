import { type RefObject, useEffect, useRef } from 'react';

/** A swipe covers at least this many pixels, at least this much more sideways than down, in at most this time. */
const MIN_DISTANCE = 64;
const MIN_SLOPE = 2;
const MAX_DURATION_MS = 700;
/** Elements that use horizontal gestures themselves. */
const IGNORED = '.scroller[data-wide], input, textarea, [data-no-swipe]';

/** Turns pages by swiping: in a right-to-left interface a swipe to the right brings the next page, as with a printed book. */
export const useSwipe = (
  host: RefObject<HTMLElement | null>,
  turn: { next: () => void; previous: () => void },
  enabled: boolean,
): void => {
  const latest = useRef(turn);
  useEffect(() => {
    latest.current = turn;
  });
  useEffect(() => {
    const root = host.current;
    if (!root || !enabled) return undefined;
    let start: { x: number; y: number; at: number } | null = null;
    const onStart = (event: TouchEvent) => {
      const [touch] = event.touches;
      const isIgnored = event.target instanceof Element && event.target.closest(IGNORED);
      start =
        touch && event.touches.length === 1 && !isIgnored
          ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp }
          : null;
    };
    const onEnd = (event: TouchEvent) => {
      const [touch] = event.changedTouches;
      const from = start;
      start = null;
      if (!from || !touch || event.timeStamp - from.at > MAX_DURATION_MS) return;
      if (window.getSelection()?.isCollapsed === false) return;
      const [dx, dy] = [touch.clientX - from.x, touch.clientY - from.y];
      if (Math.abs(dx) < MIN_DISTANCE || Math.abs(dx) < MIN_SLOPE * Math.abs(dy)) return;
      const isRtl = document.documentElement.dir === 'rtl';
      if (dx > 0 === isRtl) latest.current.next();
      else latest.current.previous();
    };
    root.addEventListener('touchstart', onStart, { passive: true });
    root.addEventListener('touchend', onEnd, { passive: true });
    return () => {
      root.removeEventListener('touchstart', onStart);
      root.removeEventListener('touchend', onEnd);
    };
  }, [host, enabled]);
};
