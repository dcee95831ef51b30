import { later } from './later.js';

const prime = () => import('./prime.js');

/** PrimeReact is a fifth of what a first visit would have to fetch, and nothing of it is seen before something is opened. */
export const PrimeDialog = later(async () => (await prime()).PrimeDialog);
export const PrimeMenu = later(async () => (await prime()).PrimeMenu);

/** Fetches the code of dialogs and menus, so that they open at once. */
export const bringPrime = async (): Promise<void> => {
  await Promise.all([PrimeDialog.bring(), PrimeMenu.bring()]);
};
