import { useEffect, useRef } from 'react';
import { type ReaderKey, readerKeyOf } from './reader-shortcuts.js';

/** Actions by shortcut; `held`: the key is held down and this is a repeat. */
export type ShortcutActions = Partial<Record<ReaderKey, (held: boolean) => void>>;

/** Handles reader shortcuts while `enabled`, wherever the focus is. Names come from `SHORTCUTS`. */
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
