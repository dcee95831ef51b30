import { beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { callRoute } from '../shared/api/client.js';
import { getTheme, setAuthToken } from '../shared/storage/settings.js';
import { callTo } from '../test/api-stub.js';
import { openMenu, showShell, startShell, subscribed, unknownRoute, user } from '../test/shell-screen.js';

beforeEach(startShell);

describe('the profile menu', () => {
  it('offers a guest to sign in and does not fetch a user [ACC-SHELL-10] [ACC-LOGIN-31]', async () => {
    const { calls } = showShell('/');
    expect((await screen.findByRole('link', { name: 'Sign in' })).getAttribute('href')).toBe('/user/login/');
    expect(calls.filter((call) => call.path === '/api/user/status/')).toEqual([]);
  });

  it('shows the name and mobile of the user, and switches the theme [ACC-SHELL-10] [ACC-SHELL-11] [ACC-SHELL-15]', async () => {
    setAuthToken('t');
    showShell('/');
    expect(document.documentElement.dataset['theme']).not.toBe('dark');
    fireEvent.click(await screen.findByRole('button', { name: 'My account' }));
    expect(await screen.findByText('Mina Rostami')).toBeTruthy();
    expect(screen.getByText('09120000001')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Dark' }));
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
  });

  it('signs out after confirmation and opens the home page [ACC-SHELL-16] [ACC-LOGIN-27] [ACC-LOGIN-28]', async () => {
    setAuthToken('t');
    const { calls, router } = showShell('/user/documents/');
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

  it('sends the token only with the sign-out call once it is confirmed [ACC-LOGIN-27]', async () => {
    setAuthToken('t');
    const { calls } = showShell('/user/documents/', { 'POST user/logout/': 'hang', 'GET x/': {} });
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

  it('links to the account screens, the subscription and the wallet [ACC-SHELL-14] [ACC-SHELL-12] [ACC-SHELL-13] [RDR-SHELL-02]', async () => {
    setAuthToken('t');
    const { router } = showShell('/', { 'GET user/status/': { body: { ...user, balance: 125000 } } });
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

  it('links to the studio for creators only [ACC-SHELL-17]', async () => {
    setAuthToken('t');
    showShell('/');
    await openMenu();
    expect(screen.queryByRole('link', { name: 'Studio' })).toBeNull();
    cleanup();
    showShell('/', { 'GET user/status/': { body: { ...user, is_creator: true } } });
    await openMenu();
    expect(screen.getByRole('link', { name: 'Studio' }).getAttribute('href')).toBe('/studio/');
  });

  it.each([
    [null, false, false],
    [8, true, false],
    [7, true, true],
    [0, true, true],
  ])(
    'with %s days of subscription left has badge: %s, warning: %s [ACC-SHELL-18] [ACC-SHELL-19] [ACC-CONST-06]',
    async (days, badge, warning) => {
      setAuthToken('t');
      const subscription = days === null ? null : { ...subscribed, remaining_days: days };
      showShell('/', {
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
    'treats a subscription that is %s as none [ACC-SHELL-18]',
    async (status) => {
      setAuthToken('t');
      showShell('/', { 'GET user/status/': { body: { ...user, subscription: { ...subscribed, status } } } });
      await openMenu();
      expect(document.querySelector('.avatar__badge')).toBeNull();
      expect(screen.getByText('You have no active subscription.')).toBeTruthy();
    },
  );

  it('closes on Escape and returns the focus to its button', async () => {
    setAuthToken('t');
    showShell('/');
    await openMenu();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    expect(screen.queryByRole('dialog', { name: 'My account' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'My account' }));
  });

  it('is light by default and stores a chosen dark theme [ACC-SHELL-06]', async () => {
    showShell('/');
    expect(getTheme()).toBe('light');
    fireEvent.click(await screen.findByRole('button', { name: 'Language and theme' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Dark theme' }));
    expect([getTheme(), localStorage.getItem('theme'), document.documentElement.dataset['theme']]).toEqual([
      'dark',
      'dark',
      'dark',
    ]);
  });
});
