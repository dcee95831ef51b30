import type { CheckSessionsResponse } from '@hamkhan/contracts/http/auth';
import { listSessionsRoute, terminateSessionRoute } from '@hamkhan/contracts/routes/sessions';
import useSWR, { useSWRConfig } from 'swr';
import type { ApiError } from '../../../shared/api/api-error.js';
import { callRoute } from '../../../shared/api/client.js';
import { CURRENT_USER_KEY } from '../../../shared/api/session.js';

const SESSIONS_KEY = listSessionsRoute.path;

/** The user's active sessions, oldest first, and a function to end one. */
export const useSessions = () => {
  const { mutate: mutateAny } = useSWRConfig();
  const { data, error, isValidating, mutate } = useSWR<CheckSessionsResponse, ApiError>(SESSIONS_KEY, () =>
    callRoute(listSessionsRoute, { ownErrors: true }),
  );

  /** Ends a session; false if the call fails (ACC-SESSIONS-11). */
  const end = async (sessionKey: string): Promise<boolean> => {
    try {
      const { success } = await callRoute(terminateSessionRoute, {
        body: { session_key: sessionKey },
        ownErrors: true,
      });
      await Promise.all([mutate(), mutateAny(CURRENT_USER_KEY)]);
      return success;
    } catch {
      return false;
    }
  };

  return { list: data?.data, error, retrying: isValidating, retry: () => void mutate(), end };
};
