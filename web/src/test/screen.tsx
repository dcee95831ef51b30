import type { UiLanguage } from '@hamkhan/contracts/languages';
import { jest } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { createMemoryRouter, type InitialEntry, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { SWRConfig } from 'swr';
import { startI18n } from '../shared/i18n/i18n.js';
import { setLanguage } from '../shared/storage/settings.js';
import { MessageBar } from '../shared/ui/message-bar.js';
import { currentMessages, dismissMessage } from '../shared/ui/messages.js';
import { loadPrime } from '../shared/ui/prime-controls.js';

let width = 1280;

/** Sets the screen width for media queries. */
export const setScreenWidth = (pixels: number): void => {
  width = pixels;
};

/** Prepares the document of the test in one language, as `boot.js` and `main.tsx` do for the page. */
export const startScreen = async (language: UiLanguage): Promise<void> => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  document.cookie = 'csrftoken=; expires=Thu, 01 Jan 1970 00:00:00 GMT';
  for (const message of currentMessages()) dismissMessage(message.id);
  setScreenWidth(1280);
  setLanguage(language);
  document.documentElement.lang = language;
  document.documentElement.dir = language === 'fa' ? 'rtl' : 'ltr';
  window.scrollTo = jest.fn<() => void>();
  window.scrollBy = jest.fn<() => void>();
  window.matchMedia = (query) => {
    const least = Number(/min-width: (\d+)px/.exec(query)?.[1] ?? 0);
    const most = Number(/max-width: (\d+)px/.exec(query)?.[1] ?? Infinity);
    return {
      matches: width >= least && width <= most,
      media: query,
      addEventListener: () => {},
      removeEventListener: () => {},
    } as unknown as MediaQueryList;
  };
  await Promise.all([startI18n(language), loadPrime()]);
};

/** Renders routes at `path`, or at the last entry of a history, with the message bar and a new cache. */
export const showRoutes = (routes: RouteObject[], path: InitialEntry | InitialEntry[]) => {
  const router = createMemoryRouter(routes, { initialEntries: [path].flat() });
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0, errorRetryCount: 0 }}>
      <RouterProvider router={router} />
      <MessageBar />
    </SWRConfig>,
  );
  return router;
};
