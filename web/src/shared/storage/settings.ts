import type { Subscription } from '@hamkhan/contracts/http/finance';
import { UI_LANGUAGES, type UiLanguage } from '@hamkhan/contracts/languages';

/**
 * Settings in localStorage (accounts-and-library.txt §3): authtoken, language, theme, timezone, subscription, active_video. If the browser
 * refuses storage, they live in memory until the page is closed.
 */
const memory = new Map<string, string>();

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
};

const write = (key: string, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    if (value === null) memory.delete(key);
    else memory.set(key, value);
  }
};

const TOKEN = 'authtoken';
const tokenListeners = new Set<() => void>();

export const getAuthToken = (): string | null => read(TOKEN);

/** Stores or removes the token and notifies the listeners of this tab; the browser's storage event notifies other tabs. */
export const setAuthToken = (token: string | null): void => {
  write(TOKEN, token);
  for (const listener of tokenListeners) listener();
};

export const subscribeAuthToken = (listener: () => void): (() => void) => {
  const onStorage = (event: StorageEvent) => {
    if (event.key === TOKEN || event.key === null) listener();
  };
  tokenListeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    tokenListeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
};

export const getLanguage = (): UiLanguage =>
  UI_LANGUAGES.find((one) => one === read('language')) ?? UI_LANGUAGES[0];
export const setLanguage = (language: UiLanguage): void => write('language', language);

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export const getTheme = (): Theme => THEMES.find((one) => one === read('theme')) ?? THEMES[0];
export const setTheme = (theme: Theme): void => write('theme', theme);

/** Reads any other JSON value; null if it is absent or unreadable. */
export const readStored = (key: string): unknown => {
  const text = read(key);
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
export const writeStored = (key: string, value: unknown): void =>
  write(key, value === null ? null : JSON.stringify(value));

/** Deletes every key with this prefix. */
export const forgetStored = (prefix: string): void => {
  for (const key of [...memory.keys()]) if (key.startsWith(prefix)) memory.delete(key);
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // The browser refuses storage.
  }
};

/** Prefix of the keys of unsaved edits. They survive an expired session, but sign-out deletes them. */
export const LOCAL_DRAFTS = 'edit/';

/** Stores the user's subscription of the last response as JSON; `null` for none (ACC-PROFILE-18). */
export const keepSubscription = (subscription: Subscription | null): void =>
  write('subscription', JSON.stringify(subscription));

/**
 * Stores the initial settings, so that every key exists (ACC-PROFILE-18): language, theme, time zone, and `active_video` as null because
 * no screen plays videos.
 */
export const keepFirstSettings = (): void => {
  setLanguage(getLanguage());
  setTheme(getTheme());
  write('timezone', Intl.DateTimeFormat().resolvedOptions().timeZone);
  if (read('active_video') === null) write('active_video', JSON.stringify(null));
};
