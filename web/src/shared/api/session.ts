import type { UserStatusResponse } from '@hamkhan/contracts/http/auth';
import { endLoginAsRoute } from '@hamkhan/contracts/routes/impersonation';
import { userStatusRoute } from '@hamkhan/contracts/routes/sessions';
import { secondFactorLoginRoute } from '@hamkhan/contracts/routes/second-factor';
import { checkUsernameRoute, fetchCsrfRoute, loginRoute } from '@hamkhan/contracts/routes/sign-in';
import { useCallback, useSyncExternalStore } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { getAuthToken, keepSubscription, setAuthToken, subscribeAuthToken } from '../storage/settings.js';
import type { ApiError } from './api-error.js';
import { callRoute } from './client.js';

export type CurrentUser = UserStatusResponse;

export const CURRENT_USER_KEY = userStatusRoute.path;

/** Whether a token is stored: a guest has none (RDR-LOGIN-02). */
export const useSignedIn = (): boolean => useSyncExternalStore(subscribeAuthToken, getAuthToken) !== null;

/** The signed-in user; fetched only while a token is stored (ACC-LOGIN-31). */
export const useCurrentUser = () => {
  const signedIn = useSignedIn();
  const { data, error, isLoading, mutate } = useSWR<CurrentUser, ApiError>(
    signedIn ? CURRENT_USER_KEY : null,
    async () => {
      const user = await callRoute(userStatusRoute, { ownErrors: true });
      keepSubscription(user.subscription);
      return user;
    },
  );
  return { user: signedIn ? data : undefined, signedIn, error, isLoading, retry: () => void mutate() };
};

/** Updates the mobile of the signed-in user everywhere, then fetches the rest of the user again. */
export const useShowMobile = () => {
  const { mutate } = useSWRConfig();
  return useCallback(
    ({ username, mobile }: Pick<CurrentUser, 'username' | 'mobile'>) =>
      mutate<CurrentUser>(CURRENT_USER_KEY, (user) => user && { ...user, username, mobile }),
    [mutate],
  );
};

/** Makes the server set the csrftoken cookie (ACC-CONV-04). */
export const fetchCsrf = async (): Promise<void> => {
  try {
    await callRoute(fetchCsrfRoute, { ownErrors: true, own401: true });
  } catch {
    // If the server is unreachable, the first call of a screen reports it.
  }
};

export const checkUsername = (username: string, signal?: AbortSignal) =>
  callRoute(checkUsernameRoute, { body: { username }, signal, ownErrors: true, own401: true });

/** Stores the token on success. Throws ApiError; 401 means a wrong name or password. */
export const signIn = async (username: string, password: string, signal?: AbortSignal): Promise<void> => {
  const { token } = await callRoute(loginRoute, {
    body: { username, password },
    signal,
    ownErrors: true,
    own401: true,
  });
  setAuthToken(token);
};

/** Signs in with the code of an authenticator, for staff. As `signIn`. */
export const signInWithCode = async (username: string, password: string, code: string): Promise<void> => {
  const { token } = await callRoute(secondFactorLoginRoute, {
    body: { username, password, code },
    ownErrors: true,
    own401: true,
  });
  setAuthToken(token);
};

/** Removes all fetched data from the cache. */
export const useClearCache = () => {
  const { mutate } = useSWRConfig();
  return useCallback(() => mutate(() => true, undefined, { revalidate: false }), [mutate]);
};

/** Ends acting as another user: the token is the admin's own again, and all data is fetched again (ACC-LOGIN-29). Throws ApiError. */
export const useEndActing = () => {
  const { mutate } = useSWRConfig();
  return useCallback(async () => {
    await callRoute(endLoginAsRoute, { ownErrors: true });
    await mutate(() => true, undefined, { revalidate: true });
  }, [mutate]);
};
