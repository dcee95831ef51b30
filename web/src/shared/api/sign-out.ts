import { logoutRoute } from '@hamkhan/contracts/routes/sign-in';
import {
  forgetStored,
  getAuthToken,
  keepSubscription,
  LOCAL_DRAFTS,
  setAuthToken,
} from '../storage/settings.js';
import { callRoute } from './client.js';

/** True from the end of a session until the home page is shown: the guard of the old page must not redirect to the sign-in screen. */
let leaving = false;

export const isLeaving = (): boolean => leaving;
export const arrivedHome = (): void => {
  leaving = false;
};

/** Removes the token and goes home (ACC-CONV-10, ACC-LOGIN-27). */
export const leaveForHome = (goHome: () => unknown): void => {
  leaving = true;
  goHome();
  setAuthToken(null);
};

/**
 * Ends the session in this browser first, so that no later call sends the token, then on the server. If the server cannot be
 * reached, its session expires by inactivity.
 */
export const signOut = async (goHome: () => unknown): Promise<void> => {
  const token = getAuthToken();
  forgetStored(LOCAL_DRAFTS);
  keepSubscription(null);
  leaveForHome(goHome);
  if (token === null) return;
  try {
    await callRoute(logoutRoute, { token, keepalive: true, ownErrors: true, own401: true });
  } catch {
    // The browser has already removed its token.
  }
};
