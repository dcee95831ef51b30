import '@fontsource-variable/vazirmatn/index.css';
import '@fontsource/literata/400.css';
import '@fontsource/literata/400-italic.css';
import '@fontsource/literata/600.css';
import './shared/styles/tokens.css';
import './shared/styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { mutate } from 'swr';
import { App } from './app/app.js';
import { createRouter } from './app/router.js';
import { configureApi } from './shared/api/client.js';
import { fetchCsrf } from './shared/api/session.js';
import { leaveForHome } from './shared/api/sign-out.js';
import { startI18n } from './shared/i18n/i18n.js';
import { clearPageCache } from './shared/storage/page-cache.js';
import {
  getAuthToken,
  getLanguage,
  keepFirstSettings,
  subscribeAuthToken,
} from './shared/storage/settings.js';
import { showMessage } from './shared/ui/messages.js';
import { loadPrime } from './shared/ui/prime-controls.js';

/** By then the first screen has what it needs of the line. */
const FIRST_SCREEN_MS = 2_000;

/**
 * Fetches the letters of the interface while the first screen is still being made: where they come after it, its lines break anew
 * under the eyes of who reads them.
 */
const fetchLetters = () => {
  for (const letter of ['ه', 'a'])
    document.fonts.load("1em 'Vazirmatn Variable'", letter).catch(() => undefined);
};

const start = async (root: HTMLElement) => {
  fetchLetters();
  keepFirstSettings();
  void fetchCsrf();
  // The router fetches the code of the first screen as soon as it is there: side by side with the texts.
  const router = createRouter();
  const i18n = await startI18n(getLanguage());
  // What one user fetched is never another's.
  subscribeAuthToken(() => {
    void mutate(() => true, undefined, { revalidate: false });
    if (getAuthToken() === null) void clearPageCache();
  });
  configureApi({
    onUnauthorized: () => leaveForHome(() => void router.navigate('/', { replace: true })),
    onAlerts: (texts) => texts.forEach((text) => showMessage('alert', text)),
    onServerError: (error) => {
      const text = i18n.t('server', { ns: 'errors' });
      showMessage(
        'alert',
        error.errorId ? i18n.t('withId', { ns: 'errors', text, id: error.errorId }) : text,
      );
    },
  });
  createRoot(root).render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  );
  // Dialogs and menus come when the first screen stands; where that fails, they are fetched again as one is opened.
  setTimeout(() => void loadPrime().catch(() => undefined), FIRST_SCREEN_MS);
};

const root = document.getElementById('root');
if (root) void start(root);
