import { setAuthToken } from '../shared/storage/settings.js';

/**
 * Between the end of a session and the home page the guard of the old page must not send the reader to the sign-in screen.
 */
let leaving = false;

export const isLeaving = (): boolean => leaving;
export const arrivedHome = (): void => {
  leaving = false;
};

/** Drops the token and goes home (ACC-CONV-10, ACC-LOGIN-27). */
export const leaveForHome = (goHome: () => unknown): void => {
  leaving = true;
  goHome();
  setAuthToken(null);
};
