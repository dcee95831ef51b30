import type { Subscription } from '@hamkhan/contracts/http/finance';
import type { UserStatusResponse } from '@hamkhan/contracts/http/auth';
import { route } from '@hamkhan/contracts/routes/route';
import { fireEvent, screen } from '@testing-library/react';
import type { RouteObject } from 'react-router';
import { z } from 'zod';
import { Shell } from '../app/shell.js';
import { configureApi } from '../shared/api/client.js';
import { leaveForHome } from '../shared/api/sign-out.js';
import { NotFoundPage } from '../shared/frame/not-found-page.js';
import { changeTheme } from '../shared/lib/theme.js';
import { setAuthToken } from '../shared/storage/settings.js';
import { stubApi, type StubRoutes } from './api-stub.js';
import { showRoutes, startScreen } from './screen.js';

export const user: UserStatusResponse = {
  id: '1',
  username: 'demo',
  mobile: '09120000001',
  first_name: 'Mina',
  last_name: 'Rostami',
  full_name: 'Mina Rostami',
  avatar: null,
  language: 'fa',
  referral_code: '',
  balance: 0,
  is_creator: false,
  is_staff: false,
  subscription: null,
  has_active_subscription: false,
  user_is_loggedin: true,
  loggedinas: null,
  active_sessions_count: 1,
};

export const unknownRoute = route({
  service: 'ai',
  method: 'GET',
  path: '/api/x/',
  summary: '',
  audience: 'user',
  response: z.unknown(),
});

export const subscribed: Subscription = {
  plan: 'semi',
  plan_display: 'Six months',
  status: 'active',
  is_active: true,
  expires_at: '2026-12-01T00:00:00.000Z',
  remaining_days: 100,
};

const routes: RouteObject[] = [
  {
    element: <Shell />,
    handle: { topbar: true, sidebar: true, footer: true },
    children: [
      { path: '/', handle: { title: 'titles.home', showbg: true }, element: <p>home page</p> },
      { path: '/user/login/', handle: { title: 'titles.login' }, element: <p>login page</p> },
      {
        path: '/user/documents/',
        handle: { title: 'titles.library', auth: true },
        element: (
          <>
            <p>library page</p>
            <input type="search" aria-label="look" />
          </>
        ),
      },
      {
        path: '/user/second-factor',
        handle: { auth: true, withoutSecondFactor: true },
        element: <p>two-step sign-in page</p>,
      },
      {
        path: '/manage-sessions',
        handle: { title: 'titles.sessions', auth: true, overSessionLimit: true },
        element: <p>sessions page</p>,
      },
      {
        path: '/full/',
        handle: { fullscreen: true, topbar: false, footer: false },
        element: <p>full page</p>,
      },
      { path: '*', handle: { title: 'titles.notFound' }, element: <NotFoundPage /> },
    ],
  },
];

/** Shows the shell with a few routes of its own. */
export const showShell = (path: string, answers: StubRoutes = {}) => {
  const calls = stubApi({
    'GET user/status/': { body: user },
    'POST user/logout/': { body: { status: 'success' } },
    ...answers,
  });
  const router = showRoutes(routes, path);
  configureApi({
    onUnauthorized: () => leaveForHome(() => void router.navigate('/', { replace: true })),
    onAlerts: () => {},
    onServerError: () => {},
  });
  return { calls, router };
};

export const openMenu = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'My account' }));
  await screen.findByText('Mina Rostami');
};

/** Starts each test in English, with the light theme and without a token. */
export const startShell = async (): Promise<void> => {
  await startScreen('en');
  changeTheme('light');
  setAuthToken(null);
};
