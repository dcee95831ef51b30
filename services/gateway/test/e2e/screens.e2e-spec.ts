import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { apiDocsRoute } from '@hamkhan/contracts/routes/api-docs';
import { loginRoute } from '@hamkhan/contracts/routes/sign-in';
import type { ApiUser } from '@hamkhan/testing/api-user';
import { FIRST_ACCOUNT, type ProductAccess } from '@hamkhan/testing/product-access';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { uploadBook } from './support/books.js';
import { BrowserUser } from './support/browser-user.js';
import { startChromium } from './support/chromium.js';
import { firstLoad } from './support/first-load.js';
import { withUser } from './support/reader-screen.js';
import { sharedProduct } from './support/shared-product.js';

const MAX_FIRST_SCRIPT_BYTES = 250 * 1024;
/** The limit of a good score (web.dev/cls). */
const MAX_SHIFT = 0.1;

type Screen = {
  /** Its route in the application. */
  route: string;
  path: string;
  guest?: boolean;
  /** Opens what is checked on top of the screen. */
  open?: (user: BrowserUser) => Promise<void>;
};

const SHELF_NAME = 'Open to all';
/** A long name with Persian and Latin parts. */
const LONG_NAME =
  'پایان‌نامهٔ کارشناسی ارشد (نسخهٔ نهاییِ اصلاح‌شده پس از دفاع) v2.1_final-FINAL_with_appendices.pdf';

let mobiles = 0;
/** A mobile without earlier codes, so that no limit applies. */
const newMobile = (): string => `0936222${String((mobiles += 1)).padStart(4, '0')}`;

const waitForHeading = (user: BrowserUser) => user.page.getByRole('heading', { level: 1 }).first().waitFor();
/** Waits for the error of a form. */
const waitForError = (user: BrowserUser) => user.page.locator('.field__error').first().waitFor();
const openAccountMenu = async (user: BrowserUser) => {
  await user.button('shell:profile.menu').click();
  await user.page.getByRole('dialog').waitFor();
};

/** Every screen, and what can be opened on top of it. KEY stands for the key of a document, SHELF for that of a public shelf. */
const SCREENS: readonly Screen[] = [
  { route: '/', path: '/', guest: true },
  { route: '/', path: '/' },
  { route: '/user/login/', path: '/user/login/', guest: true },
  {
    route: '/user/login/',
    path: '/user/login/',
    guest: true,
    open: async (user) => {
      await user.page.locator('input[name=username]').fill(FIRST_ACCOUNT.username);
      await user.button('auth:next').click();
      await user.page.locator('input[name=password]').waitFor();
      await user.button('auth:submit').click();
      await waitForError(user);
    },
  },
  { route: '/user/register/:campaign?/', path: '/user/register/', guest: true },
  {
    route: '/user/register/:campaign?/',
    path: '/user/register/',
    guest: true,
    open: async (user) => {
      await user.page.locator('input[name=mobile]').fill(newMobile());
      await user.button('auth:register.next').click();
      await user.page.locator('input[name=code]').waitFor();
      await user.button('auth:register.submit').click();
      await waitForError(user);
    },
  },
  { route: '/user/forgot/password/', path: '/user/forgot/password/', guest: true },
  { route: '/user/profile/', path: '/user/profile/' },
  { route: '/user/change-password', path: '/user/change-password' },
  { route: '/user/second-factor', path: '/user/second-factor' },
  { route: '/user/documents/', path: '/user/documents/' },
  { route: '/user/documents/', path: '/user/documents/', open: openAccountMenu },
  {
    route: '/user/documents/',
    path: '/user/documents/',
    open: async (user) => {
      await openAccountMenu(user);
      await user.button('shell:profile.signOut').click();
      await user.page.getByText(user.text('shell:signOut.text')).waitFor();
    },
  },
  {
    route: '/user/documents/',
    path: '/user/documents/',
    open: async (user) => {
      await user.button('shell:nav.menu').click();
      await user.page.getByRole('dialog').waitFor();
    },
  },
  {
    route: '/user/documents/',
    path: '/user/documents/?type=books&search=nothing-is-called-so',
    open: (user) => user.page.getByText(user.text('library:nothingFound')).waitFor(),
  },
  ...(['edit', 'share', 'delete'] as const).map((action): Screen => ({
    route: '/user/documents/',
    path: '/user/documents/?shelf=SHELF',
    open: async (user) => {
      await user.button('shelves:tabs.menu', { name: SHELF_NAME }).click();
      await user.page
        .getByRole('menuitem', { name: user.text(`shelves:menu.${action}`), exact: true })
        .click();
      await user.page.getByRole('dialog').waitFor();
    },
  })),
  {
    route: '/user/documents/',
    path: '/user/documents/?notes=all',
    open: (user) => user.page.getByText(user.text('notes:empty')).waitFor(),
  },
  { route: '/user/upload/', path: '/user/upload/' },
  {
    route: '/user/upload/',
    path: '/user/upload/',
    open: async (user) => {
      await user.chooseFile({ name: LONG_NAME, content: Buffer.from('%PDF-1.7') });
      await user.button('upload:send').waitFor();
    },
  },
  { route: '/manage-sessions', path: '/manage-sessions' },
  { route: '/s/:shelfKey/', path: '/s/SHELF/', guest: true },
  { route: '/s/:shelfKey/', path: '/s/SHELF/' },
  {
    route: '/d/:documentId/',
    path: '/d/KEY/',
    open: async (user) => {
      await user.page.getByRole('dialog', { name: user.text('shell:guide.label') }).waitFor();
    },
  },
  {
    route: '/d/:documentId/',
    path: '/d/KEY/',
    open: async (user) => {
      await user.button('shell:guide.close').click();
      await user.button('shell:profile.settings').click();
      await user.page.getByRole('menu').waitFor();
    },
  },
  { route: '/page/:slug/', path: '/page/about/', guest: true },
  { route: '/page/:slug/', path: '/page/help/', guest: true },
  { route: '/page/:slug/', path: '/page/terms-of-use/', guest: true },
  { route: '/page/:slug/', path: '/page/privacy/', guest: true },
  { route: '/page/:slug/', path: '/page/support/', guest: true },
  { route: '/page/:slug/', path: '/page/copyright/', guest: true },
  { route: '/i/:documentId/', path: '/i/KEY/', guest: true },
  { route: '/finance/wallet/', path: '/finance/wallet/' },
  { route: '/user/subscriptions/', path: '/user/subscriptions/' },
  { route: '/premium/subscribe/', path: '/premium/subscribe/' },
  { route: '/studio/', path: '/studio/' },
  { route: '*', path: '/nope/x', guest: true },
];
/** Routes that only redirect, and those that other tests cover. */
const NOT_HERE = ['/invite/:ref', '/d/:documentId/glossary/'];

let product: ProductAccess;
let browser: Browser;
let owner: ApiUser;
let documentKey: string;
let shelfKey: string;

beforeAll(async () => {
  product = await sharedProduct();
  owner = await product.newUser('screens');
  documentKey = await uploadBook(owner, 'screens.pdf', 3);
  const { shelf } = await owner.post<{ shelf: { id: string; key: string } }>('document/user/shelf/create/', {
    name: SHELF_NAME,
  });
  await owner.post(`document/user/shelf/${shelf.id}/update/`, { is_public: 'true', tags: '' });
  shelfKey = shelf.key;
  browser = await startChromium();
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await product?.close();
}, 60_000);

jest.setTimeout(120_000);

const openBrowser = async (language: UiLanguage, theme: string, guest: boolean): Promise<BrowserUser> => {
  const user = await BrowserUser.start(browser, product.url, language);
  const stored = { language, theme, ...(guest ? {} : { authtoken: owner.token }) };
  await user.page.addInitScript(
    `for (const [key, value] of Object.entries(${JSON.stringify(stored)})) localStorage.setItem(key, value);`,
  );
  return user;
};

/** Every pair of language, width and theme occurs in one of these. */
const VARIANTS = [
  { language: 'fa', size: 'wide', theme: 'light' },
  { language: 'fa', size: 'narrow', theme: 'dark' },
  { language: 'en', size: 'wide', theme: 'dark' },
  { language: 'en', size: 'narrow', theme: 'light' },
] as const;

describe('every screen', () => {
  it('is in this table or covered by another test', () => {
    const source = readFileSync(resolve(import.meta.dirname, '../../../../web/src/app/router.tsx'), 'utf8');
    const routes = [...source.matchAll(/path: '([^']+)'/g)].map(([, path]) => path);
    const known = new Set([...SCREENS.map(({ route }) => route), ...NOT_HERE]);
    expect(routes.filter((route) => route !== undefined && !known.has(route))).toEqual([]);
  });

  it.each(VARIANTS)(
    'is accessible, fits the window and has no errors in $language, $size, $theme',
    async ({ language, size, theme }) => {
      const wrong: string[] = [];
      for (const isGuest of [true, false]) {
        // One browser for all screens of a user, so that files are loaded once.
        const user = await openBrowser(language, theme, isGuest);
        await user.resize(size);
        for (const { path, open } of SCREENS.filter(({ guest = false }) => guest === isGuest)) {
          const at = path.replace('KEY', documentKey).replace('SHELF', shelfKey);
          const found: string[] = [];
          await user.goto(at);
          await waitForHeading(user)
            .then(() => open?.(user))
            .catch((error: unknown) => found.push(String(error)));
          found.push(
            ...(await user.accessibilityViolations()),
            ...(await user.overflowingElements()),
            ...user.problems,
          );
          wrong.push(...found.map((one) => `${at}${isGuest ? ' (guest)' : ''}: ${one}`));
          // Calls that leaving the screen aborts are not problems of the next one.
          await user.page.goto('about:blank');
          user.problems.length = 0;
        }
        await user.close();
      }
      expect(wrong).toEqual([]);
    },
    600_000,
  );
});

describe('the first load', () => {
  it.each(['/', '/user/login/', '/page/about/'])(
    'of %s takes at most 250 KB of compressed JavaScript, preloads the screen and does not shift',
    async (path) => {
      const user = await BrowserUser.start(browser, product.url);
      const { scriptBytes, shift, preloaded } = await firstLoad(user.page, product.url + path);
      await user.close();
      expect(scriptBytes).toBeGreaterThan(10_000);
      expect(scriptBytes).toBeLessThanOrEqual(MAX_FIRST_SCRIPT_BYTES);
      expect(preloaded).toBeGreaterThan(0);
      expect(shift).toBeLessThanOrEqual(MAX_SHIFT);
    },
  );
});

describe('the API documentation', () => {
  it('shows the routes of a feature and violates no content security policy', async () => {
    const user = await BrowserUser.start(browser, product.url, 'en');
    await withUser(user, async () => {
      await user.goto(apiDocsRoute.path);
      await user.page.locator('.opblock-tag', { hasText: 'Sign-in' }).click();
      await user.page.locator('.opblock-summary-description', { hasText: loginRoute.summary }).click();
      await user.page.locator('.opblock-body').waitFor();
    });
  });
});

describe('the layout of the application', () => {
  it('uses the primary colour of the theme [ACC-SHELL-07]', async () => {
    const colours: Record<string, string> = {};
    for (const theme of ['light', 'dark']) {
      const user = await openBrowser('fa', theme, true);
      await user.goto('/');
      await waitForHeading(user);
      colours[theme] = await user.page.evaluate(
        `getComputedStyle(document.documentElement).getPropertyValue('--primary').trim()`,
      );
      await user.close();
    }
    expect(colours).toEqual({ light: '#414983', dark: '#272727' });
  });

  it('changes at widths of 700 and 900 pixels [ACC-SHELL-33]', async () => {
    const user = await openBrowser('en', 'light', true);
    await user.goto('/');
    await waitForHeading(user);
    const look = async (width: number) => {
      await user.page.setViewportSize({ width, height: 800 });
      return user.page.evaluate<{ bar: boolean; columns: number }>(`({
        bar: getComputedStyle(document.querySelector('.bottom-nav')).display !== 'none',
        columns: getComputedStyle(document.querySelector('.home__hero')).gridTemplateColumns.split(' ').length,
      })`);
    };
    expect(await look(699)).toEqual({ bar: true, columns: 1 });
    expect(await look(700)).toEqual({ bar: false, columns: 1 });
    expect(await look(899)).toEqual({ bar: false, columns: 1 });
    expect(await look(900)).toEqual({ bar: false, columns: 2 });
    await user.close();
  });

  it('makes a question dialog as wide as its text needs, up to 700 pixels [RDR-SHELL-04]', async () => {
    const user = await openBrowser('en', 'light', false);
    await user.goto('/user/documents/');
    await waitForHeading(user);
    await openAccountMenu(user);
    await user.button('shell:profile.signOut').click();
    const text = user.page.getByText(user.text('shell:signOut.text'));
    await text.waitFor();
    const width = () =>
      user.page.evaluate<number>(`document.querySelector('[data-size=question]').offsetWidth`);
    expect(await width()).toBeLessThan(700);
    await text.evaluate((paragraph) => (paragraph.textContent = 'words '.repeat(200)));
    expect(await width()).toBe(700);
    await user.close();
  });

  it('focuses the search of the library from the bottom bar [ACC-SHELL-23]', async () => {
    const user = await openBrowser('fa', 'light', false);
    await user.resize('narrow');
    await user.goto('/');
    await waitForHeading(user);
    await user.page.locator('.bottom-nav button').click();
    await user.waitForPath(/^\/user\/documents\/$/);
    expect(
      await user.waitUntil('the search field to have the focus', `document.activeElement?.type === 'search'`),
    ).toBe(true);
    await user.close();
  });
});
