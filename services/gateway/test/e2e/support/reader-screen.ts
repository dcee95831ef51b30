import type { UiLanguage } from '@hamkhan/contracts/languages';
import { expect } from '@jest/globals';
import type { Browser, Locator } from 'playwright-core';
import { BrowserUser } from './browser-user.js';

export type View = { language: UiLanguage; size: 'wide' | 'narrow' };

/** A browser that has shown the guide already, signed in with a token; without one a guest. */
export async function openBrowser(
  browser: Browser,
  url: string,
  { language, size }: View,
  token?: string,
): Promise<BrowserUser> {
  const user = await BrowserUser.start(browser, url, language);
  await user.resize(size);
  const stored = {
    language,
    guides_shown: '{"document_view":true}',
    ...(token ? { authtoken: token } : {}),
  };
  await user.page.addInitScript(
    `for (const [key, value] of Object.entries(${JSON.stringify(stored)})) localStorage.setItem(key, value);`,
  );
  return user;
}

/** Runs steps, closes the browser and expects no problems in it. */
export async function withUser(user: BrowserUser, steps: () => Promise<void>): Promise<void> {
  await user.run(steps);
  const { problems } = user;
  await user.close();
  expect(problems).toEqual([]);
}

export const sheet = (user: BrowserUser, page: number): Locator =>
  user.page.locator(`[data-sheet="${page}"]`);

export const waitForContent = (user: BrowserUser): Promise<void> =>
  user.page.locator('.page-items').first().waitFor();

export const dialog = (user: BrowserUser, name: string): Locator =>
  user.page.getByRole('dialog', { name: user.text(name), exact: true });

export async function closeDialog(user: BrowserUser): Promise<void> {
  await user.page.keyboard.press('Escape');
  await user.page.getByRole('dialog').waitFor({ state: 'detached' });
}
