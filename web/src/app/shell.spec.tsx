import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { callRoute } from '../shared/api/client.js';
import { changeLanguage, LANGUAGE_RELOAD_MS } from '../shared/frame/change-language.js';
import { setAuthToken } from '../shared/storage/settings.js';
import { MESSAGE_MS, showMessage } from '../shared/ui/messages.js';
import { setScreenWidth } from '../test/screen.js';
import { showShell, startShell, unknownRoute, user } from '../test/shell-screen.js';
import { metaOf } from './route-meta.js';
import { routes as realRoutes } from './router.js';

beforeEach(startShell);
afterEach(() => void jest.useRealTimers());

describe('the shell', () => {
  it('redirects a guest to sign-in with the full target [ACC-SHELL-02]', async () => {
    const { router } = showShell('/user/documents/?page=2');
    await screen.findByText('login page');
    expect(router.state.location.pathname).toBe('/user/login/');
    expect(new URLSearchParams(router.state.location.search).get('redirect')).toBe('/user/documents/?page=2');
  });

  it('requires sign-in for the library, the upload and the sessions [ACC-LIBRARY-01] [ACC-UPLOAD-01] [ACC-SESSIONS-01]', () => {
    const guarded = (realRoutes[0]?.children ?? [])
      .filter((route) => metaOf([route.handle]).auth)
      .map((route) => route.path);
    expect(guarded).toEqual(
      expect.arrayContaining(['/user/documents/', '/user/upload/', '/manage-sessions']),
    );
  });

  it('redirects a user with four sessions to the sessions screen [ACC-SESSIONS-07] [ACC-SESSIONS-08]', async () => {
    setAuthToken('t');
    const four = { 'GET user/status/': { body: { ...user, active_sessions_count: 4 } } };
    const { router } = showShell('/user/documents/?page=2', four);
    await screen.findByText('sessions page');
    expect(router.state.location.pathname).toBe('/manage-sessions');
    expect(new URLSearchParams(router.state.location.search).get('redirect')).toBe('/user/documents/?page=2');
  });

  it('leads staff without the two-step sign-in that they need to its screen, from everywhere', async () => {
    setAuthToken('t');
    const missing = { ...user, is_staff: true, second_factor_missing: true };
    const { router } = showShell('/user/documents/', { 'GET user/status/': { body: missing } });
    await screen.findByText('two-step sign-in page');
    await act(() => router.navigate('/'));
    await screen.findByText('two-step sign-in page');
    expect(router.state.location.pathname).toBe('/user/second-factor');
  });

  it('sets the document title to the screen and the site [ACC-SHELL-03]', async () => {
    const { router } = showShell('/user/login/');
    await waitFor(() => expect(document.title).toBe('Sign in – Hamkhan'));
    await act(() => router.navigate('/'));
    expect(document.title).toBe('Home – Hamkhan');
  });

  it('shows the not-found page for unknown paths [ACC-SHELL-04] [RDR-SHELL-01]', async () => {
    showShell('/nope/x');
    expect(await screen.findByText('This page cannot be found')).toBeTruthy();
    expect(document.title).toContain('404 - Page Not Found');
  });

  it('hides the parts that a route disables [ACC-SHELL-01]', async () => {
    const { router } = showShell('/user/login/');
    expect(await screen.findByRole('banner')).toBeTruthy();
    expect(screen.getByRole('contentinfo')).toBeTruthy();
    await act(() => router.navigate('/full/'));
    expect(screen.queryByRole('banner')).toBeNull();
    expect(screen.queryByRole('contentinfo')).toBeNull();
    expect(screen.queryByRole('navigation', { name: 'Bottom bar' })).toBeNull();
  });

  it('has a menu and a link to the home page [ACC-SHELL-08] [ACC-SHELL-09]', async () => {
    showShell('/user/login/');
    fireEvent.click(await screen.findByRole('button', { name: 'Menu' }));
    expect(await screen.findByRole('dialog', { name: 'Menu' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Hamkhan' }).getAttribute('href')).toBe('/');
  });

  it('removes the token and opens the home page when a call is refused [ACC-CONV-10]', async () => {
    setAuthToken('t');
    const { router } = showShell('/user/documents/', { 'GET x/': { status: 401 } });
    await screen.findByText('library page');
    await act(async () => {
      await expect(callRoute(unknownRoute, {})).rejects.toMatchObject({ status: 401 });
    });
    await screen.findByText('home page');
    expect(router.state.location.pathname).toBe('/');
    expect(localStorage.getItem('authtoken')).toBeNull();
  });

  it('has home, search, translate and library in the bottom bar [ACC-SHELL-23]', async () => {
    setAuthToken('t');
    const { router } = showShell('/');
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

  it('shows the year and the static pages in the footer, privacy on wide screens only [ACC-SHELL-20] [ACC-SHELL-21]', async () => {
    showShell('/user/login/');
    const foot = await screen.findByRole('contentinfo');
    const pages = () => [...foot.querySelectorAll('nav a')].map((link) => link.getAttribute('href'));
    expect(foot.textContent).toContain(String(new Date().getFullYear()));
    expect(pages()).toEqual(['/page/about/', '/page/help/', '/page/terms-of-use/', '/page/privacy/']);
    cleanup();
    setScreenWidth(400);
    showShell('/user/login/');
    expect((await screen.findByRole('contentinfo')).querySelectorAll('nav a')).toHaveLength(3);
  });

  it('shows the social links of the build on the home page only [ACC-SHELL-22]', async () => {
    const meta = document.createElement('meta');
    meta.name = 'social-links';
    meta.content = 'telegram=https://t.example/hamkhan';
    document.head.append(meta);
    showShell('/');
    expect((await screen.findByRole('link', { name: 'Telegram' })).getAttribute('href')).toBe(
      'https://t.example/hamkhan',
    );
    cleanup();
    showShell('/user/login/');
    await screen.findByText('login page');
    expect(screen.queryByRole('link', { name: 'Telegram' })).toBeNull();
    meta.remove();
  });

  it('shows four kinds of messages for five seconds [ACC-SHELL-30] [ACC-SHELL-31]', async () => {
    jest.useFakeTimers();
    showShell('/');
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

  it('stores the chosen language and reloads after three seconds', async () => {
    jest.useFakeTimers();
    showShell('/');
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
