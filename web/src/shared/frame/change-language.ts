import type { UiLanguage } from '@hamkhan/contracts/languages';
import { setLanguage } from '../storage/settings.js';
import { showMessage } from '../ui/messages.js';

/** The page reloads this long after the language changed, in milliseconds (accounts-and-library.txt §9). */
export const LANGUAGE_RELOAD_MS = 3000;

/** Stores the language, confirms it in that language and reloads the page. */
export const changeLanguage = (
  language: UiLanguage,
  message: string,
  reload: () => void = () => window.location.reload(),
): void => {
  setLanguage(language);
  showMessage('info', message, { durationMs: LANGUAGE_RELOAD_MS });
  setTimeout(reload, LANGUAGE_RELOAD_MS);
};
