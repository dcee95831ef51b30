import { useEffect, useRef } from 'react';
import { type ReaderKey, readerKeyOf } from './reader-shortcuts.js';

/** What keys do; `held`: the key is kept down and this is not the first time. */
export type ShortcutActions = Partial<Record<ReaderKey, (held: boolean) => void>>;

/** Listens to keys of the reader, wherever the focus is, while `enabled`. Only keys of the one table can be named (`SHORTCUTS`). */
export const useShortcuts = (actions: ShortcutActions, enabled = true): void => {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    if (!enabled) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const key = readerKeyOf(event);
      const act = key && latest.current[key];
      if (!act) return;
      event.preventDefault();
      act(event.repeat);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [enabled]);
};
