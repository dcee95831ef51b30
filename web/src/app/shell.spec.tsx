import { route } from '@hamkhan/contracts/routes/route';
import type { Subscription } from '@hamkhan/contracts/http/finance';
import type { UserStatusResponse } from '@hamkhan/contracts/http/auth';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { RouteObject } from 'react-router';
import { callTo, stubApi, type StubRoutes } from '../test/api-stub.js';
import { setScreenWidth, showRoutes, startScreen } from '../test/screen.js';
import { callRoute, configureApi } from '../shared/api/client.js';
import { changeTheme } from '../shared/lib/theme.js';
import { getTheme, setAuthToken } from '../shared/storage/settings.js';
import { MESSAGE_MS, showMessage } from '../shared/ui/messages.js';
import { changeLanguage, LANGUAGE_RELOAD_MS } from '../shared/frame/change-language.js';
import { leaveForHome } from '../shared/api/sign-out.js';
import { NotFoundPage } from '../shared/frame/not-found-page.js';
import { metaOf } from './route-meta.js';
import { routes as realRoutes } from './router.js';
import { Shell } from './shell.js';
import { StartupGate } from './startup-gate.js';
import { z } from 'zod';

const user: UserStatusResponse = {
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

const unknownRoute = route({
  service: 'ai',
  method: 'GET',
  path: '/api/x/',
  summary: '',
  audience: 'user',
  response: z.unknown(),
});

const subscribed: Subscription = {
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

const show = (path: string, answers: StubRoutes = {}) => {
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

const openMenu = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'My account' }));
  await screen.findByText('Mina Rostami');
};

beforeEach(async () => {
  await startScreen('en');
  changeTheme('light');
  setAuthToken(null);
});
afterEach(() => void jest.useRealTimers());

describe('the frame', () => {
  it('[ACC-SHELL-02] sends a guest to sign in with the whole target', async () => {
    const { router } = show('/user/documents/?page=2');
    await screen.findByText('login page');
    expect(router.state.location.pathname).toBe('/user/login/');
    expect(new URLSearchParams(router.state.location.search).get('redirect')).toBe('/user/documents/?page=2');
  });

  it('[ACC-LIBRARY-01] [ACC-UPLOAD-01] [ACC-SESSIONS-01] keeps the library, the upload and the sessions for readers who have signed in', () => {
    const guarded = (realRoutes[0]?.children ?? [])
      .filter((route) => metaOf([route.handle]).auth)
      .map((route) => route.path);
    expect(guarded).toEqual(
      expect.arrayContaining(['/user/documents/', '/user/upload/', '/manage-sessions']),
    );
  });

  it('[ACC-SESSIONS-07] [ACC-SESSIONS-08] leads a reader with four sessions to where one can be ended', async () => {
    setAuthToken('t');
    const four = { 'GET user/status/': { body: { ...user, active_sessions_count: 4 } } };
    const { router } = show('/user/documents/?page=2', four);
    await screen.findByText('sessions page');
    expect(router.state.location.pathname).toBe('/manage-sessions');
    expect(new URLSearchParams(router.state.location.search).get('redirect')).toBe('/user/documents/?page=2');
  });

  it('[ACC-SHELL-03] titles the tab with the screen and the site', async () => {
    const { router } = show('/user/login/');
    await waitFor(() => expect(document.title).toBe('Sign in – Hamkhan'));
    await act(() => router.navigate('/'));
    expect(document.title).toBe('Home – Hamkhan');
  });

  it('[ACC-SHELL-04] [RDR-SHELL-01] has a page for paths that lead nowhere', async () => {
    show('/nope/x');
    expect(await screen.findByText('This page cannot be found')).toBeTruthy();
    expect(document.title).toContain('404 - Page Not Found');
  });

  it('[ACC-SHELL-01] leaves out the parts a route does not want', async () => {
    const { router } = show('/user/login/');
    expect(await screen.findByRole('banner')).toBeTruthy();
    expect(screen.getByRole('contentinfo')).toBeTruthy();
    await act(() => router.navigate('/full/'));
    expect(screen.queryByRole('banner')).toBeNull();
    expect(screen.queryByRole('contentinfo')).toBeNull();
    expect(screen.queryByRole('navigation', { name: 'Bottom bar' })).toBeNull();
  });

  it('[ACC-SHELL-08] [ACC-SHELL-09] has a menu that opens and a title that leads home', async () => {
    show('/user/login/');
    fireEvent.click(await screen.findByRole('button', { name: 'Menu' }));
    expect(await screen.findByRole('dialog', { name: 'Menu' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Hamkhan' }).getAttribute('href')).toBe('/');
  });

  it('[ACC-SHELL-10] [ACC-LOGIN-31] offers a guest to sign in and asks nothing about a user', async () => {
    const { calls } = show('/');
    expect((await screen.findByRole('link', { name: 'Sign in' })).getAttribute('href')).toBe('/user/login/');
    expect(calls.filter((call) => call.path === '/api/user/status/')).toEqual([]);
  });

  it('[ACC-SHELL-10] [ACC-SHELL-11] [ACC-SHELL-15] shows a reader their name and mobile, and switches the theme', async () => {
    setAuthToken('t');
    show('/');
    expect(document.documentElement.dataset['theme']).not.toBe('dark');
    fireEvent.click(await screen.findByRole('button', { name: 'My account' }));
    expect(await screen.findByText('Mina Rostami')).toBeTruthy();
    expect(screen.getByText('09120000001')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Dark' }));
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
  });

  it('[ACC-SHELL-16] [ACC-LOGIN-27] [ACC-LOGIN-28] signs out only after a yes, and goes home', async () => {
    setAuthToken('t');
    const { calls, router } = show('/user/documents/');
    const open = async () => {
      fireEvent.click(await screen.findByRole('button', { name: 'My account' }));
      fireEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
      await screen.findByRole('dialog', { name: 'Sign out' });
    };
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(localStorage.getItem('authtoken')).toBe('t');
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await screen.findByText('home page');
    expect(callTo(calls, 'POST user/logout/').form).toEqual({});
    expect(localStorage.getItem('authtoken')).toBeNull();
    expect(router.state.location.pathname).toBe('/');
  });

  it('[ACC-LOGIN-27] sends the token with no call but the sign-out once that is confirmed', async () => {
    setAuthToken('t');
    const { calls } = show('/user/documents/', { 'POST user/logout/': 'hang', 'GET x/': {} });
    fireEvent.click(await screen.findByRole('button', { name: 'My account' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
    await screen.findByRole('dialog', { name: 'Sign out' });
    const before = calls.length;
    fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await screen.findByText('home page');
    await callRoute(unknownRoute, {});
    const sent = calls.slice(before).map(({ path, headers }) => [path, headers['Authorization']]);
    expect(sent).toEqual([
      ['/api/user/logout/', 'Bearer t'],
      ['/api/x/', undefined],
    ]);
  });

  it('[ACC-CONV-10] goes home without a token when a call is refused', async () => {
    setAuthToken('t');
    const { router } = show('/user/documents/', { 'GET x/': { status: 401 } });
    await screen.findByText('library page');
    await act(async () => {
      await expect(callRoute(unknownRoute, {})).rejects.toMatchObject({ status: 401 });
    });
    await screen.findByText('home page');
    expect(router.state.location.pathname).toBe('/');
    expect(localStorage.getItem('authtoken')).toBeNull();
  });

  it('[ACC-SHELL-23] has home, search, translate and library at the foot of a small screen', async () => {
    setAuthToken('t');
    const { router } = show('/');
    const bar = await screen.findByRole('navigation', { name: 'Bottom bar' });
    const places = [...bar.children].map((place) => place.getAttribute('href') ?? place.textContent);
    expect(places).toEqual(['/', 'Search', '/user/upload/', '/user/documents/']);
    fireEvent.click(screen.getByRole('button', { name: 'Search' }));
    await screen.findByText('library page');
    expect(router.state.location.pathname).toBe('/user/documents/');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')));
    act(() => (document.activeElement as HTMLElement).blur());
    fireEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });

  it('[ACC-SHELL-14] [ACC-SHELL-12] [ACC-SHELL-13] [RDR-SHELL-02] names the places of an account, the subscription and the wallet', async () => {
    setAuthToken('t');
    const { router } = show('/', { 'GET user/status/': { body: { ...user, balance: 125000 } } });
    await openMenu();
    const links = screen.getByRole('dialog', { name: 'My account' }).querySelectorAll('a');
    expect([...links].map((link) => link.getAttribute('href'))).toEqual([
      '/user/subscriptions/',
      '/finance/wallet/',
      '/user/subscriptions/',
      '/user/profile/',
      '/user/change-password',
      '/manage-sessions',
      '/page/help/',
    ]);
    expect(screen.getByText('You have no active subscription.')).toBeTruthy();
    expect(screen.getByText('125,000 Toman')).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'Charge' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/finance/wallet/'));
    expect(screen.queryByRole('dialog', { name: 'My account' })).toBeNull();
  });

  it('[ACC-SHELL-17] names the studio to creators only', async () => {
    setAuthToken('t');
    show('/');
    await openMenu();
    expect(screen.queryByRole('link', { name: 'Studio' })).toBeNull();
    cleanup();
    show('/', { 'GET user/status/': { body: { ...user, is_creator: true } } });
    await openMenu();
    expect(screen.getByRole('link', { name: 'Studio' }).getAttribute('href')).toBe('/studio/');
  });

  it.each([
    [null, false, false],
    [8, true, false],
    [7, true, true],
    [0, true, true],
  ])(
    '[ACC-SHELL-18] [ACC-SHELL-19] [ACC-CONST-06] with %s days of subscription left has a badge: %s, a warning: %s',
    async (days, badge, warning) => {
      setAuthToken('t');
      const subscription = days === null ? null : { ...subscribed, remaining_days: days };
      show('/', {
        'GET user/status/': {
          body: { ...user, subscription, has_active_subscription: days !== null },
        },
      });
      await openMenu();
      expect(document.querySelector('.avatar-button [data-subscriber]') !== null).toBe(badge);
      expect(document.querySelector('.avatar-button .avatar__badge') !== null).toBe(badge);
      expect(screen.queryByText('Your subscription is about to expire.') !== null).toBe(warning);
      expect(screen.queryByText('Six months') !== null).toBe(badge);
    },
  );

  it.each(['canceled', 'expired'])(
    '[ACC-SHELL-18] takes a subscription that is %s for none',
    async (status) => {
      setAuthToken('t');
      show('/', { 'GET user/status/': { body: { ...user, subscription: { ...subscribed, status } } } });
      await openMenu();
      expect(document.querySelector('.avatar__badge')).toBeNull();
      expect(screen.getByText('You have no active subscription.')).toBeTruthy();
    },
  );

  it('closes the menu of the account on Escape and gives the focus back', async () => {
    setAuthToken('t');
    show('/');
    await openMenu();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    expect(screen.queryByRole('dialog', { name: 'My account' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'My account' }));
  });

  it('[ACC-SHELL-20] [ACC-SHELL-21] has the year and the fixed pages at its foot, privacy where there is room', async () => {
    show('/user/login/');
    const foot = await screen.findByRole('contentinfo');
    const pages = () => [...foot.querySelectorAll('nav a')].map((link) => link.getAttribute('href'));
    expect(foot.textContent).toContain(String(new Date().getFullYear()));
    expect(pages()).toEqual(['/page/about/', '/page/help/', '/page/terms-of-use/', '/page/privacy/']);
    cleanup();
    setScreenWidth(400);
    show('/user/login/');
    expect((await screen.findByRole('contentinfo')).querySelectorAll('nav a')).toHaveLength(3);
  });

  it('[ACC-SHELL-22] shows the social links of the build on the home page, not elsewhere', async () => {
    const meta = document.createElement('meta');
    meta.name = 'social-links';
    meta.content = 'telegram=https://t.example/hamkhan';
    document.head.append(meta);
    show('/');
    expect((await screen.findByRole('link', { name: 'Telegram' })).getAttribute('href')).toBe(
      'https://t.example/hamkhan',
    );
    cleanup();
    show('/user/login/');
    await screen.findByText('login page');
    expect(screen.queryByRole('link', { name: 'Telegram' })).toBeNull();
    meta.remove();
  });

  it('[ACC-SHELL-06] is light until somebody wants it dark, and remembers', async () => {
    show('/');
    expect(getTheme()).toBe('light');
    fireEvent.click(await screen.findByRole('button', { name: 'Language and theme' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Dark theme' }));
    expect([getTheme(), localStorage.getItem('theme'), document.documentElement.dataset['theme']]).toEqual([
      'dark',
      'dark',
      'dark',
    ]);
  });

  it('[ACC-SHELL-30] [ACC-SHELL-31] shows messages of four kinds for five seconds', async () => {
    jest.useFakeTimers();
    show('/');
    const kinds = ['alert', 'success', 'info', 'warning'] as const;
    act(() => kinds.forEach((kind) => showMessage(kind, `a ${kind}`)));
    for (const kind of kinds) {
      expect(screen.getByText(`a ${kind}`).parentElement?.className).toBe(`message message--${kind}`);
    }
    expect(MESSAGE_MS).toBe(5000);
    await act(() => jest.advanceTimersByTimeAsync(4999));
    expect(screen.getByText('a info')).toBeTruthy();
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(screen.queryByText('a info')).toBeNull();
  });

  it('keeps the chosen language and reloads after three seconds', async () => {
    jest.useFakeTimers();
    show('/');
    const reload = jest.fn<() => void>();
    act(() => changeLanguage('fa', 'به فارسی', reload));
    expect(localStorage.getItem('language')).toBe('fa');
    await act(() => jest.advanceTimersByTimeAsync(LANGUAGE_RELOAD_MS - 1));
    expect(reload).not.toHaveBeenCalled();
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(reload).toHaveBeenCalledTimes(1);
    expect(LANGUAGE_RELOAD_MS).toBe(3000);
  });
});

describe('the start', () => {
  const gated: RouteObject[] = [{ path: '/', element: <StartupGate>the application</StartupGate> }];

  it('[RDR-LOGIN-01] ends with a failure when the user cannot be fetched, and goes on when they can', async () => {
    setAuthToken('t');
    let down = true;
    stubApi({ 'GET user/status/': () => (down ? { status: 503 } : { body: user }) });
    showRoutes(gated, '/');
    expect(await screen.findByText('Hamkhan could not start')).toBeTruthy();
    expect(screen.queryByText('the application')).toBeNull();
    down = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('the application')).toBeTruthy();
  });

  it('[RDR-LOGIN-02] does not wait for anything without a token', () => {
    stubApi({});
    showRoutes(gated, '/');
    expect(screen.getByText('the application')).toBeTruthy();
  });
});
