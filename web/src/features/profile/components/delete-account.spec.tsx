import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { getAuthToken, setAuthToken } from '../../../shared/storage/settings.js';
import { callTo, stubApi, type StubRoutes } from '../../../test/api-stub.js';
import { showRoutes, startScreen } from '../../../test/screen.js';
import { signedInUser } from '../../../test/signed-in-user.js';
import { DeleteAccount } from './delete-account.js';

const REQUEST = 'POST user/account-deletion/';

const show = (routes: StubRoutes = {}, user = signedInUser()) => {
  setAuthToken('abc');
  const calls = stubApi({
    'GET user/account-deletion/': { body: { status: 'success', delay_days: 7 } },
    [REQUEST]: { body: { status: 'success', deletes_at: '2026-12-01T08:00:00.000Z' } },
    'POST user/logout/': { body: { status: 'success' } },
    ...routes,
  });
  const router = showRoutes(
    [
      { path: '/user/profile/', element: <DeleteAccount user={user} /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    '/user/profile/',
  );
  return { calls, router };
};
const open = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Delete account…' }));
  await screen.findByText(/deleted in 7 days/);
};
const submit = (password: string) => {
  fireEvent.change(screen.getByLabelText('Current password'), { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Delete account' }));
};

beforeEach(() => startScreen('en'));

describe('deleting the account', () => {
  it('says what is deleted and when, and asks for the password', async () => {
    const { calls } = show();
    await open();
    expect(screen.getByText(/documents with their files/)).toBeTruthy();
    expect(screen.getByText(/signing in cancels the deletion/)).toBeTruthy();
    submit('');
    expect(await screen.findByText('This Field is Required')).toBeTruthy();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('signs out, and shows the day on which the account is deleted', async () => {
    const { calls, router } = show();
    await open();
    submit('my-password');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(callTo(calls, REQUEST).form).toEqual({ password: 'my-password' });
    expect(getAuthToken()).toBeNull();
    expect(await screen.findByText(/deleted on December 1, 2026/)).toBeTruthy();
  });

  it('shows a wrong password at its field and stays', async () => {
    const { router } = show({
      [REQUEST]: { status: 400, body: { password: ['the current password is not right'] } },
    });
    await open();
    submit('not-mine');
    expect(await screen.findByText('the current password is not right')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/user/profile/');
    expect(getAuthToken()).toBe('abc');
  });

  it('is not offered to an administrator who acts as the user', () => {
    show({}, signedInUser({ loggedinas: 'admin' }));
    expect(screen.queryByRole('button', { name: 'Delete account…' })).toBeNull();
  });
});
