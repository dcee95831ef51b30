import { useSyncExternalStore } from 'react';
import { getTheme, setTheme, type Theme } from '../storage/settings.js';

const listeners = new Set<() => void>();
const PRIMARY: Record<Theme, string> = { light: '#414983', dark: '#272727' };

/** Applies the theme and stores it. */
export const changeTheme = (theme: Theme): void => {
  setTheme(theme);
  document.documentElement.dataset['theme'] = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PRIMARY[theme]);
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, getTheme);
