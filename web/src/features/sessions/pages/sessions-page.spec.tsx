import type { CheckSessionsResponse } from '@hamkhan/contracts/http/auth';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { setAuthToken } from '../../../shared/storage/settings.js';
import { callTo, stubApi, type StubRoutes } from '../../../test/api-stub.js';
import { showRoutes, startScreen } from '../../../test/screen.js';
import { SessionsPage } from './sessions-page.js';

const session = (key: string, device: string, isCurrent = false) => ({
  session_key: key,
  device,
  ip: '192.0.2.7',
  created_date: '2026-01-02T00:00:00.000Z',
  last_activity: '2026-01-03T00:00:00.000Z',
  is_current: isCurrent,
});
const listOf = (...sessions: CheckSessionsResponse['data']['sessions']) => ({
  body: { data: { sessions, active_sessions_count: sessions.length, max_sessions: 3 } },
});

const show = (answers: StubRoutes) => {
  const calls = stubApi(answers);
  showRoutes([{ path: '/manage-sessions', element: <SessionsPage /> }], '/manage-sessions');
  return calls;
};

beforeEach(async () => {
  await startScreen('en');
  setAuthToken('t');
});

describe('the sessions screen', () => {
  it('lists the sessions and ends the chosen one [ACC-SESSIONS-02]', async () => {
    let sessions = [session('a', 'Firefox, Windows', true), session('b', 'Chrome, Android')];
    const calls = show({
      'GET user/check-sessions/': () => listOf(...sessions),
      'POST user/terminate-session/': () => {
        sessions = sessions.slice(0, 1);
        return { body: { success: true, data: null } };
      },
    });
    await screen.findByText('Chrome, Android');
    expect(screen.getAllByRole('button', { name: /^End session:/ })).toHaveLength(2);
    fireEvent.click(screen.getByRole('button', { name: 'End session: Chrome, Android' }));
    await waitFor(() => expect(screen.queryByText('Chrome, Android')).toBeNull());
    expect(callTo(calls, 'POST user/terminate-session/').form).toEqual({ session_key: 'b' });
  });

  it('explains what to do above the limit [ACC-SESSIONS-09]', async () => {
    show({ 'GET user/check-sessions/': listOf(...['a', 'b', 'c', 'd'].map((key) => session(key, key))) });
    expect(await screen.findByText(/more than 3 active sessions\. End one of them/)).toBeTruthy();
  });

  it('reports a session that could not be ended [ACC-SESSIONS-11]', async () => {
    show({
      'GET user/check-sessions/': listOf(session('a', 'Firefox')),
      'POST user/terminate-session/': { status: 500 },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'End session: Firefox' }));
    expect(await screen.findByText(/was not ended/)).toBeTruthy();
    expect(screen.getByText('Firefox')).toBeTruthy();
  });

  it('offers a retry when loading fails [ACC-SESSIONS-10]', async () => {
    show({ 'GET user/check-sessions/': { status: 500 } });
    expect(await screen.findByText('The sessions could not be loaded')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
