import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { makeLongPdf } from '@hamkhan/testing/fixtures/make-long-pdf';
import { TestProduct } from '@hamkhan/testing/product-harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startChromium } from './chromium.js';
import { firstLoad } from './first-load.js';
import { PersonAtScreen } from './person-at-screen.js';

const PORT_SHIFT = 1900;
const ACCOUNT = { username: 'screens', password: 'password-of-the-screens' };
const MAX_FIRST_SCRIPT_BYTES = 250 * 1024;
/** What Chromium calls good (web.dev/cls). */
const MAX_SHIFT = 0.1;

type Screen = {
  /** The route of the application it belongs to. */
  route: string;
  path: string;
  guest?: boolean;
  /** Brings what is looked at to the screen. */
  open?: (person: PersonAtScreen) => Promise<void>;
};

const SHELF_NAME = 'Open to all';
/** As a person names a file who has forgotten nothing. */
const LONG_NAME =
  'پایان‌نامهٔ کارشناسی ارشد (نسخهٔ نهاییِ اصلاح‌شده پس از دفاع) v2.1_final-FINAL_with_appendices.pdf';

let mobiles = 0;
/** One that nobody has asked a code for yet. */
const newMobile = (): string => `0936222${String((mobiles += 1)).padStart(4, '0')}`;

const heading = (person: PersonAtScreen) => person.page.getByRole('heading', { level: 1 }).first().waitFor();
/** A form has said what is wrong. */
const refused = (person: PersonAtScreen) => person.page.locator('.field__error').first().waitFor();
const accountMenu = async (person: PersonAtScreen) => {
  await person.button('shell:profile.menu').click();
  await person.page.getByRole('dialog').waitFor();
};

/** Every screen, and what can be opened over any of them. KEY stands for the key of a document, SHELF for that of a public shelf. */
const SCREENS: readonly Screen[] = [
  { route: '/', path: '/', guest: true },
  { route: '/', path: '/' },
  { route: '/user/login/', path: '/user/login/', guest: true },
  {
    route: '/user/login/',
    path: '/user/login/',
    guest: true,
    open: async (person) => {
      await person.page.locator('input[name=username]').fill(ACCOUNT.username);
      await person.button('auth:next').click();
      await person.page.locator('input[name=password]').waitFor();
      await person.button('auth:submit').click();
      await refused(person);
    },
  },
  { route: '/user/register/:campaign?/', path: '/user/register/', guest: true },
  {
    route: '/user/register/:campaign?/',
    path: '/user/register/',
    guest: true,
    open: async (person) => {
      await person.page.locator('input[name=mobile]').fill(newMobile());
      await person.button('auth:register.next').click();
      await person.page.locator('input[name=code]').waitFor();
      await person.button('auth:register.submit').click();
      await refused(person);
    },
  },
  { route: '/user/forgot/password/', path: '/user/forgot/password/', guest: true },
  { route: '/user/profile/', path: '/user/profile/' },
  { route: '/user/change-password', path: '/user/change-password' },
  { route: '/user/documents/', path: '/user/documents/' },
  { route: '/user/documents/', path: '/user/documents/', open: accountMenu },
  {
    route: '/user/documents/',
    path: '/user/documents/',
    open: async (person) => {
      await accountMenu(person);
      await person.button('shell:profile.signOut').click();
      await person.page.getByText(person.text('shell:signOut.text')).waitFor();
    },
  },
  {
    route: '/user/documents/',
    path: '/user/documents/',
    open: async (person) => {
      await person.button('shell:nav.menu').click();
      await person.page.getByRole('dialog').waitFor();
    },
  },
  {
    route: '/user/documents/',
    path: '/user/documents/?type=books&search=nothing-is-called-so',
    open: (person) => person.page.getByText(person.text('library:nothingFound')).waitFor(),
  },
  ...(['edit', 'share', 'delete'] as const).map((action): Screen => ({
    route: '/user/documents/',
    path: '/user/documents/?shelf=SHELF',
    open: async (person) => {
      await person.button('shelves:tabs.menu', { name: SHELF_NAME }).click();
      await person.page
        .getByRole('menuitem', { name: person.text(`shelves:menu.${action}`), exact: true })
        .click();
      await person.page.getByRole('dialog').waitFor();
    },
  })),
  {
    route: '/user/documents/',
    path: '/user/documents/?notes=all',
    open: (person) => person.page.getByText(person.text('notes:empty')).waitFor(),
  },
  { route: '/user/upload/', path: '/user/upload/' },
  {
    route: '/user/upload/',
    path: '/user/upload/',
    open: async (person) => {
      await person.choose({ name: LONG_NAME, content: Buffer.from('%PDF-1.7') });
      await person.button('upload:send').waitFor();
    },
  },
  { route: '/manage-sessions', path: '/manage-sessions' },
  { route: '/s/:shelfKey/', path: '/s/SHELF/', guest: true },
  { route: '/s/:shelfKey/', path: '/s/SHELF/' },
  {
    route: '/d/:documentId/',
    path: '/d/KEY/',
    open: async (person) => {
      await person.page.getByRole('dialog', { name: person.text('shell:guide.label') }).waitFor();
    },
  },
  {
    route: '/d/:documentId/',
    path: '/d/KEY/',
    open: async (person) => {
      await person.button('shell:guide.close').click();
      await person.button('shell:profile.settings').click();
      await person.page.getByRole('menu').waitFor();
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
/** Routes that only lead on, and those that a story of their own looks at. */
const ELSEWHERE = ['/invite/:ref', '/d/:documentId/glossary/'];

let product: TestProduct;
let browser: Browser;
let token: string;
let documentKey: string;
let shelfKey: string;

const call = async <T>(path: string, form?: Record<string, string | Blob>): Promise<T> => {
  const body = new FormData();
  for (const [name, value] of Object.entries(form ?? {})) body.set(name, value);
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await fetch(
    `${product.url}/api/${path}`,
    form ? { method: 'POST', body, headers } : { headers },
  );
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
};

beforeAll(async () => {
  product = await TestProduct.start(PORT_SHIFT, {
    DEMO_USERNAME: ACCOUNT.username,
    DEMO_PASSWORD: ACCOUNT.password,
  });
  token = '';
  token = (await call<{ token: string }>('user/login/', ACCOUNT)).token;
  const file = new File([await makeLongPdf(3)], 'screens.pdf', { type: 'application/pdf' });
  documentKey = (await call<{ key: string }>('document/upload/', { file, language: 'en' })).key;
  const { shelf } = await call<{ shelf: { id: string; key: string } }>('document/user/shelf/create/', {
    name: SHELF_NAME,
  });
  await call(`document/user/shelf/${shelf.id}/update/`, { is_public: 'true', tags: '' });
  shelfKey = shelf.key;
  browser = await startChromium();
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
}, 60_000);

jest.setTimeout(120_000);

const arrive = async (language: UiLanguage, theme: string, guest: boolean): Promise<PersonAtScreen> => {
  const person = await PersonAtScreen.arrive(browser, product.url, language);
  const stored = { language, theme, ...(guest ? {} : { authtoken: token }) };
  await person.page.addInitScript(
    `for (const [key, value] of Object.entries(${JSON.stringify(stored)})) localStorage.setItem(key, value);`,
  );
  return person;
};

/** Any two of language, width and theme meet in one of these. */
const VARIANTS = [
  { language: 'fa', size: 'wide', theme: 'light' },
  { language: 'fa', size: 'narrow', theme: 'dark' },
  { language: 'en', size: 'wide', theme: 'dark' },
  { language: 'en', size: 'narrow', theme: 'light' },
] as const;

describe('every screen', () => {
  it('is in this table, or named as one that is looked at elsewhere', () => {
    const source = readFileSync(resolve(import.meta.dirname, '../../../../web/src/app/router.tsx'), 'utf8');
    const routes = [...source.matchAll(/path: '([^']+)'/g)].map(([, path]) => path);
    const known = new Set([...SCREENS.map(({ route }) => route), ...ELSEWHERE]);
    expect(routes.filter((route) => route !== undefined && !known.has(route))).toEqual([]);
  });

  it.each(VARIANTS)(
    'bars nobody, has room and meets no error in $language, $size, $theme',
    async ({ language, size, theme }) => {
      const wrong: string[] = [];
      for (const isGuest of [true, false]) {
        // One window for all screens of a person: what it has loaded once is there.
        const person = await arrive(language, theme, isGuest);
        await person.resize(size);
        for (const { path, open } of SCREENS.filter(({ guest = false }) => guest === isGuest)) {
          const at = path.replace('KEY', documentKey).replace('SHELF', shelfKey);
          const found: string[] = [];
          await person.go(at);
          await heading(person)
            .then(() => open?.(person))
            .catch((error: unknown) => found.push(String(error)));
          found.push(...(await person.barriers()), ...(await person.overflow()), ...person.problems);
          wrong.push(...found.map((one) => `${at}${isGuest ? ' (guest)' : ''}: ${one}`));
          // What a screen leaves unfinished is none of the next one's problems.
          await person.page.goto('about:blank');
          person.problems.length = 0;
        }
        await person.leave();
      }
      expect(wrong).toEqual([]);
    },
    600_000,
  );
});

describe('the first load', () => {
  it.each(['/', '/user/login/', '/page/about/'])(
    'of %s takes at most 250 KB of compressed JavaScript, asks for the screen at once and stands still',
    async (path) => {
      const person = await PersonAtScreen.arrive(browser, product.url);
      const { scriptBytes, shift, askedEarly } = await firstLoad(person.page, product.url + path);
      await person.leave();
      expect(scriptBytes).toBeGreaterThan(10_000);
      expect(scriptBytes).toBeLessThanOrEqual(MAX_FIRST_SCRIPT_BYTES);
      expect(askedEarly).toBeGreaterThan(0);
      expect(shift).toBeLessThanOrEqual(MAX_SHIFT);
    },
  );
});

describe('the frame in a browser', () => {
  it('[ACC-SHELL-07] has the primary colour of the theme', async () => {
    const colours: Record<string, string> = {};
    for (const theme of ['light', 'dark']) {
      const person = await arrive('fa', theme, true);
      await person.go('/');
      await heading(person);
      colours[theme] = await person.page.evaluate(
        `getComputedStyle(document.documentElement).getPropertyValue('--primary').trim()`,
      );
      await person.leave();
    }
    expect(colours).toEqual({ light: '#414983', dark: '#272727' });
  });

  it('[ACC-SHELL-33] changes where the screen is 700 and 900 pixels wide', async () => {
    const person = await arrive('en', 'light', true);
    await person.go('/');
    await heading(person);
    const look = async (width: number) => {
      await person.page.setViewportSize({ width, height: 800 });
      return person.page.evaluate<{ bar: boolean; columns: number }>(`({
        bar: getComputedStyle(document.querySelector('.bottom-nav')).display !== 'none',
        columns: getComputedStyle(document.querySelector('.home__hero')).gridTemplateColumns.split(' ').length,
      })`);
    };
    expect(await look(699)).toEqual({ bar: true, columns: 1 });
    expect(await look(700)).toEqual({ bar: false, columns: 1 });
    expect(await look(899)).toEqual({ bar: false, columns: 1 });
    expect(await look(900)).toEqual({ bar: false, columns: 2 });
    await person.leave();
  });

  it('[RDR-SHELL-04] asks in a box that is as wide as its text needs, up to 700 pixels', async () => {
    const person = await arrive('en', 'light', false);
    await person.go('/user/documents/');
    await heading(person);
    await accountMenu(person);
    await person.button('shell:profile.signOut').click();
    const text = person.page.getByText(person.text('shell:signOut.text'));
    await text.waitFor();
    const width = () =>
      person.page.evaluate<number>(`document.querySelector('[data-size=question]').offsetWidth`);
    expect(await width()).toBeLessThan(700);
    await text.evaluate((paragraph) => (paragraph.textContent = 'words '.repeat(200)));
    expect(await width()).toBe(700);
    await person.leave();
  });

  it('[ACC-SHELL-23] puts the focus into the search of the library from the bar at the foot', async () => {
    const person = await arrive('fa', 'light', false);
    await person.resize('narrow');
    await person.go('/');
    await heading(person);
    await person.page.locator('.bottom-nav button').click();
    await person.arriveAt(/^\/user\/documents\/$/);
    await person.until('the search field to have the focus', `document.activeElement?.type === 'search'`);
    await person.leave();
  });
});
