import { useEffect, useRef } from 'react';

export type ReaderKeys = {
  /** `held`: the key is kept down and this is one of many turns. */
  next: (held: boolean) => void;
  previous: (held: boolean) => void;
  first: () => void;
  last: () => void;
  /** What letters do, by the key they stand on (`KeyT`), whatever the keyboard writes with it. */
  letters: Partial<Record<string, (shift: boolean) => void>>;
};

/** Where a key has a meaning of its own. */
const TAKEN =
  'input, textarea, select, [contenteditable], [role="radiogroup"], [role="menu"], [role="dialog"], .scroller[data-wide]';

/** Keys that are named by what they write, as their place differs from keyboard to keyboard. */
const SIGNS: Record<string, string> = {
  '?': 'Help',
  '؟': 'Help',
  '/': 'Slash',
  '+': 'Plus',
  '=': 'Plus',
  '-': 'Minus',
  '۱': 'Digit1',
  '۲': 'Digit2',
};

/** Arrows turn the page in the direction they point to; Home and End go to the first and the last one; letters do the rest. */
export const useReaderKeys = (keys: ReaderKeys, enabled: boolean): void => {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!enabled) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target instanceof Element && event.target.closest(TAKEN)) return;
      const { next, previous, first, last, letters } = latest.current;
      const rtl = document.documentElement.dir === 'rtl';
      const actions: Record<string, (held: boolean) => void> = {
        ArrowLeft: rtl ? next : previous,
        ArrowRight: rtl ? previous : next,
        Home: first,
        End: last,
      };
      const letter = letters[SIGNS[event.key] ?? (event.key === 'Escape' ? 'Escape' : event.code)];
      const act = event.shiftKey ? undefined : actions[event.key];
      if (act) {
        event.preventDefault();
        act(event.repeat);
      } else if (letter && !event.repeat) {
        event.preventDefault();
        letter(event.shiftKey);
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [enabled]);
};
