import { type RefObject, useEffect, useRef } from 'react';

/** How far a finger goes before it counts, and how much straighter across than down, in pixels and as a ratio. */
const FAR = 64;
const STRAIGHT = 2;
const LONGEST_MS = 700;

/** A finger across the page turns it: towards the end of reading brings the page before, as a hand turns a sheet of paper. */
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
    let from: { x: number; y: number; at: number } | null = null;
    const onStart = (event: TouchEvent) => {
      const [touch] = event.touches;
      const isTaken =
        event.target instanceof Element &&
        event.target.closest('.scroller[data-wide], input, textarea, [data-no-swipe]');
      from =
        touch && event.touches.length === 1 && !isTaken
          ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp }
          : null;
    };
    const onEnd = (event: TouchEvent) => {
      const [touch] = event.changedTouches;
      const start = from;
      from = null;
      if (!start || !touch || event.timeStamp - start.at > LONGEST_MS) return;
      if (window.getSelection()?.isCollapsed === false) return;
      const [dx, dy] = [touch.clientX - start.x, touch.clientY - start.y];
      if (Math.abs(dx) < FAR || Math.abs(dx) < STRAIGHT * Math.abs(dy)) return;
      const rtl = document.documentElement.dir === 'rtl';
      if (dx > 0 === rtl) latest.current.next();
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
