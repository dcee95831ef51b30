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
import {
  getAuthToken,
  getLanguage,
  keepFirstSettings,
  subscribeAuthToken,
} from './shared/storage/settings.js';
import { showMessage } from './shared/ui/messages.js';
import { loadPrime } from './shared/ui/prime-controls.js';

/** The first screen has what it needs by then; other code can use the network. */
const FIRST_SCREEN_MS = 2_000;

/** Fetches the fonts while the first screen is still being rendered: fonts that arrive later would break its lines again. */
const fetchFonts = () => {
  for (const letter of ['ه', 'a'])
    document.fonts.load("1em 'Vazirmatn Variable'", letter).catch(() => undefined);
};

const loadPageCache = () => import('./shared/storage/page-cache.js');

/** Code that no first screen needs. Where it fails, it is fetched again when it is used. */
const loadLater = async () => {
  await Promise.allSettled([loadPrime(), loadPageCache()]);
};

const start = async (root: HTMLElement) => {
  fetchFonts();
  keepFirstSettings();
  void fetchCsrf();
  // The router fetches the code of the first screen at once, in parallel with the texts.
  const router = createRouter();
  const i18n = await startI18n(getLanguage());
  // Responses fetched for one user are never shown to another.
  subscribeAuthToken(() => {
    void mutate(() => true, undefined, { revalidate: false });
    if (getAuthToken() === null) void loadPageCache().then(({ clearPageCache }) => clearPageCache());
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
  setTimeout(() => void loadLater(), FIRST_SCREEN_MS);
};

const root = document.getElementById('root');
if (root) void start(root);
