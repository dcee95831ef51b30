import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { getAuthToken, setAuthToken } from '../shared/storage/settings.js';
import { stubApi, type StubRoutes } from '../test/api-stub.js';
import { showRoutes, startScreen } from '../test/screen.js';
import { Shell } from './shell.js';

const admin = {
  id: 'a1',
  username: 'admin',
  mobile: '',
  first_name: 'Ada',
  last_name: 'Min',
  full_name: 'Ada Min',
  avatar: null,
  language: 'en',
  referral_code: 'A',
  balance: 0,
  is_creator: false,
  is_staff: true,
  subscription: null,
  has_active_subscription: false,
  user_is_loggedin: true,
  loggedinas: null,
  active_sessions_count: 1,
};
const reader = {
  ...admin,
  id: 'r1',
  username: 'reader',
  full_name: 'Mina Rostami',
  is_staff: false,
  loggedinas: 'a1',
  active_sessions_count: 7,
};
const END = 'POST user/loginas/logout/';

/** Acting as a reader until the server is told to end it. */
const show = (answers: StubRoutes = {}) => {
  let isActing = true;
  const calls = stubApi({
    'GET user/status/': () => ({ body: isActing ? reader : admin }),
    [END]: () => {
      isActing = false;
      return { body: { status: 'success' } };
    },
    ...answers,
  });
  setAuthToken('token');
  const router = showRoutes(
    [
      {
        element: <Shell />,
        handle: { topbar: true },
        children: [{ path: '*', handle: { auth: true }, element: <p>the page</p> }],
      },
    ],
    '/user/documents/',
  );
  return { calls, router };
};
const banner = async () => {
  const text = await screen.findByText(/You are acting as .?Mina Rostami.?\./);
  const element = text.closest<HTMLElement>('.acting');
  if (!element) throw new Error('no banner');
  return element;
};

beforeEach(() => startScreen('en'));

describe('acting as a user', () => {
  it('is shown on every screen and ignores the session limit of the user [ACC-LOGIN-35]', async () => {
    const { router } = show();
    expect(await banner()).toBeTruthy();
    expect(screen.getByText('the page')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/user/documents/');
  });

  it('ends by the banner and leaves the admin signed in on the home page [ACC-LOGIN-29]', async () => {
    const { calls, router } = show();
    fireEvent.click(within(await banner()).getByRole('button'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    await waitFor(() => expect(screen.queryByText(/You are acting/)).toBeNull());
    expect(getAuthToken()).toBe('token');
    expect(calls.some(({ path }) => path === '/api/user/logout/')).toBe(false);
  });

  it('ends by signing out, which keeps the admin signed in [ACC-LOGIN-29]', async () => {
    const { calls, router } = show();
    await banner();
    fireEvent.click(screen.getByRole('button', { name: 'My account' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(calls.some(({ path }) => path === '/api/user/loginas/logout/')).toBe(true);
    expect(calls.some(({ path }) => path === '/api/user/logout/')).toBe(false);
    expect(getAuthToken()).toBe('token');
  });

  it('continues with an error message when ending fails', async () => {
    show({ [END]: 'broken' });
    fireEvent.click(within(await banner()).getByRole('button'));
    expect(await screen.findByText(/No response|no response|No answer/i)).toBeTruthy();
    expect(await banner()).toBeTruthy();
  });
});
