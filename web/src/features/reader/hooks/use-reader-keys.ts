import { useEffect, useRef } from 'react';

export type ReaderKeys = {
  /** `held`: the key is kept down and this is one of many turns. */
  next: (held: boolean) => void;
  previous: (held: boolean) => void;
  first: () => void;
  last: () => void;
};

/** Where a key has a meaning of its own. */
const TAKEN =
  'input, textarea, select, [contenteditable], [role="radiogroup"], [role="menu"], [role="dialog"], .scroller[data-wide]';

/** Arrows turn the page in the direction they point to; Home and End go to the first and the last one. */
export const useReaderKeys = (keys: ReaderKeys, enabled: boolean): void => {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!enabled) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.target instanceof Element && event.target.closest(TAKEN)) return;
      const { next, previous, first, last } = latest.current;
      const rtl = document.documentElement.dir === 'rtl';
      const actions: Record<string, (held: boolean) => void> = {
        ArrowLeft: rtl ? next : previous,
        ArrowRight: rtl ? previous : next,
        Home: first,
        End: last,
      };
      const act = actions[event.key];
      if (!act) return;
      event.preventDefault();
      act(event.repeat);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [enabled]);
};
