import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { setAuthToken } from '../../../shared/storage/settings.js';
import { stubApi, type StubRoutes } from '../../../test/api-stub.js';
import { showRoutes, startScreen } from '../../../test/screen.js';
import { signedInUser } from '../../../test/signed-in-user.js';
import { EXPORT_POLL_MS } from '../api/account-export.js';
import { AccountExport } from './account-export.js';

const GET = 'GET document/account-export/';
const POST = 'POST document/account-export/';
const FILE = 'GET document/account-export/e1/';

const answer = (part: object | null) => ({
  body: {
    status: 'success',
    export: part && {
      ...{ id: 'e1', state: 'working', done: 0, total: 0, size: null },
      ...{ expires_at: '2026-12-01T08:00:00.000Z', ...part },
    },
  },
});
const show = (routes: StubRoutes, user = signedInUser()) => {
  setAuthToken('abc');
  const calls = stubApi({ [GET]: answer(null), ...routes });
  showRoutes([{ path: '*', element: <AccountExport user={user} /> }], '/user/profile/');
  return calls;
};
const open = () => fireEvent.click(screen.getByRole('button', { name: 'Download my data…' }));
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

beforeEach(() => startScreen('en'));
afterEach(() => void jest.useRealTimers());

describe('the export of the account', () => {
  it('is prepared on request, shows its progress and then its size and end', async () => {
    let state: object | null = null;
    show({
      [GET]: () => answer(state),
      [POST]: () => answer((state = { done: 1, total: 4 })),
    });
    open();
    const begin = await button('Prepare the archive');
    await waitFor(() => expect(begin.disabled).toBe(false));
    jest.useFakeTimers();
    fireEvent.click(begin);
    await act(() => jest.advanceTimersByTimeAsync(10));
    expect(screen.getByText('1 of 4 documents are in the archive.')).toBeTruthy();
    expect(begin.disabled).toBe(true);
    state = { state: 'ready', done: 4, total: 4, size: 1536 };
    await act(() => jest.advanceTimersByTimeAsync(EXPORT_POLL_MS + 10));
    expect(screen.getByText(/1.50 KB/)).toBeTruthy();
    expect(screen.getByText(/December 1, 2026/)).toBeTruthy();
  });

  it('is downloaded with the session of the user', async () => {
    const address = jest.fn(() => '#file');
    Object.assign(URL, { createObjectURL: address, revokeObjectURL: () => {} });
    const calls = show({
      [GET]: answer({ state: 'ready', done: 1, total: 1, size: 5 }),
      [FILE]: {
        body: 'bytes',
        headers: { 'content-disposition': "attachment; filename*=UTF-8''hamkhan.zip" },
      },
    });
    open();
    fireEvent.click(await button('Download'));
    await waitFor(() => expect(address).toHaveBeenCalledTimes(1));
    const call = calls.find(({ path }) => path.endsWith('/e1/'));
    expect(call?.headers['Authorization']).toBe('Bearer abc');
  });

  it('can be requested again after a failure', async () => {
    show({ [GET]: answer({ state: 'failed' }) });
    open();
    expect(await screen.findByText(/The archive could not be prepared/)).toBeTruthy();
    expect((await button('Prepare the archive')).disabled).toBe(false);
  });

  it('is not offered to an administrator who acts as the user', () => {
    show({}, signedInUser({ loggedinas: 'admin' }));
    expect(screen.queryByRole('button', { name: 'Download my data…' })).toBeNull();
  });
});
