import type { UiLanguage } from '@hamkhan/contracts/languages';
import { makeLongPdf } from '@hamkhan/testing/fixtures/make-long-pdf';
import type { ProductAccess } from '@hamkhan/testing/product-access';
import { waitFor } from '@hamkhan/testing/wait-for';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Request } from 'playwright-core';
import { BrowserUser } from './support/browser-user.js';
import { startChromium } from './support/chromium.js';
import { sharedProduct } from './support/shared-product.js';

const PASSWORD = 'first-password-1';
const NEW_PASSWORD = 'second-password-2';
const ACCOUNTS = {
  fa: { mobile: '09361110001', first: 'نیلوفر', last: 'کریمی‌نژاد', shelf: 'شب‌های بلند' },
  en: { mobile: '09361110002', first: 'Nora', last: 'Hale', shelf: 'Long nights' },
} as const;

let product: ProductAccess;
let browser: Browser;

beforeAll(async () => {
  product = await sharedProduct();
  browser = await startChromium();
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await product?.close();
}, 60_000);

jest.setTimeout(240_000);

/** The newest text message to a mobile, from the outbox that developers read. */
const latestMessageTo = async (mobile: string): Promise<string> => {
  const response = await fetch(`${product.env['AUTH_URL']}/internal/sms/messages`);
  const { messages } = (await response.json()) as { messages: { mobile: string; text: string }[] };
  return messages.find((message) => message.mobile === mobile)?.text ?? '';
};
const codeFor = (mobile: string): Promise<string> =>
  waitFor('a code to be sent', async () => /\d{6}/.exec(await latestMessageTo(mobile))?.[0]);

const waitForMessage = (user: BrowserUser, name: string) =>
  user.page
    .locator('.message', { hasText: user.text(name) })
    .first()
    .waitFor();

const localStorageOf = (user: BrowserUser): Promise<Record<string, string>> =>
  user.page.evaluate('({ ...localStorage })');

const openBrowserIn = async (language: UiLanguage): Promise<BrowserUser> => {
  const user = await BrowserUser.start(browser, product.url, language);
  await user.page.addInitScript(
    `if (!localStorage.getItem('language')) localStorage.setItem('language', '${language}');`,
  );
  return user;
};

describe.each<UiLanguage>(['fa', 'en'])('new user (%s)', (language) => {
  const { mobile, first, last, shelf } = ACCOUNTS[language];
  const file = `night-${language}.pdf`;
  let user: BrowserUser;
  let content: Buffer;
  let shelfPath = '';

  beforeAll(async () => {
    content = await makeLongPdf(language === 'fa' ? 3 : 4);
    user = await openBrowserIn(language);
  });
  afterAll(() => user?.close());

  it('registers with a code and is signed in [ACC-REGISTER-09] [ACC-REGISTER-25] [ACC-REGISTER-31] [ACC-REGISTER-32] [ACC-SHELL-11]', () =>
    user.run(async () => {
      await user.goto('/user/register/');
      await user.page.locator('input[name=mobile]').fill(mobile);
      await user.button('auth:register.next').click();
      await user.page.locator('input[name=code]').fill(await codeFor(mobile));
      await user.page.locator('input[name=password1]').fill(PASSWORD);
      await user.page.locator('input[name=first_name]').fill(first);
      await user.page.locator('input[name=last_name]').fill(last);
      await user.button('auth:register.submit').click();
      await user.waitForPath(/^\/$/);
      await user.button('shell:profile.menu').click();
      await user.page.getByText(`${first} ${last}`).first().waitFor();
      expect(user.problems).toEqual([]);
    }));

  it('uploads a book and finds it in the library [ACC-UPLOAD-07] [ACC-LIBRARY-14]', () =>
    user.run(async () => {
      await user.goto('/user/documents/');
      await user.page.getByText(user.text('library:empty'), { exact: true }).waitFor();
      await user.upload({ name: file, content, language: 'en' }, 'drop');
      expect(user.problems).toEqual([]);
    }));

  it('gets a link to the book when it is uploaded again [ACC-UPLOAD-08]', () =>
    user.run(async () => {
      await user.goto('/user/upload/');
      await user.chooseFile({ name: `another-name-${language}.pdf`, content });
      await user.submitUpload('en');
      await user.page.getByText(user.text('upload:duplicate')).waitFor();
      await user.link('upload:clickHere').click();
      await user.waitForPath(/^\/d\//);
      expect(user.problems).toEqual([]);
    }));

  it('sees the guide of the reader until it is switched off [ACC-SHELL-24] [ACC-SHELL-29]', () =>
    user.run(async () => {
      const guide = user.page.getByRole('dialog', { name: user.text('shell:guide.label') });
      await guide.waitFor();
      await user.button('shell:guide.close').click();
      await guide.waitFor({ state: 'detached' });
      await user.page.reload();
      await guide.waitFor();
      await guide.getByRole('checkbox', { name: user.text('shell:guide.never') }).check();
      await user.button('shell:guide.close').click();
      await user.page.reload();
      await user.page.locator('.page-items').first().waitFor();
      expect(await guide.count()).toBe(0);
    }));

  it('reads with calls under /api/ that carry token and CSRF header [RDR-CONV-01] [ACC-CONV-01]', () =>
    user.run(async () => {
      const calls: Request[] = [];
      user.page.on('request', (request) => {
        if (['fetch', 'xhr'].includes(request.resourceType())) calls.push(request);
      });
      await user.page.reload();
      await user.page.locator('.page-items').first().waitFor();
      await user.button('reader:pager.next').click();
      const saved = await waitFor('the reading position to be stored', () =>
        calls.find((call) => call.method() === 'POST'),
      );
      const addresses = calls.map((call) => new URL(call.url()));
      expect(addresses.filter(({ pathname }) => !/^\/api\/.*\/$/.test(pathname))).toEqual([]);
      expect(addresses.some(({ pathname }) => pathname.startsWith('/api/document/metadata/'))).toBe(true);
      const headers = await Promise.all(calls.map((call) => call.allHeaders()));
      const own = headers.filter((_, at) => !addresses[at]?.pathname.endsWith('/csrf/'));
      const { authtoken } = await localStorageOf(user);
      expect(own.filter((one) => one['authorization'] !== `Bearer ${authtoken}`)).toEqual([]);
      const { value } = (await user.page.context().cookies()).find(({ name }) => name === 'csrftoken') ?? {};
      expect((await saved.allHeaders())['x-csrftoken']).toBe(value);
    }));

  it('keeps session and settings in localStorage under the documented keys [ACC-PROFILE-18]', async () => {
    const kept = await localStorageOf(user);
    expect(kept).toMatchObject({
      authtoken: expect.stringMatching(/^\S{20,}$/),
      language,
      theme: 'light',
      timezone: expect.stringMatching(/^\w+/),
      subscription: 'null',
      active_video: 'null',
      guides_shown: '{"document_view":true}',
    });
  });

  it('creates one shelf on a double click and moves the book to it [ACC-SHELF-28] [ACC-LIBRARY-26]', () =>
    user.run(async () => {
      await user.goto('/user/documents/');
      await user.button('shelves:tabs.new').click();
      const form = user.page.getByRole('dialog', { name: user.text('shelves:form.createTitle') });
      await form.getByLabel(user.text('shelves:form.name')).fill(shelf);
      await form.getByRole('button', { name: user.text('shelves:form.create') }).dblclick();
      await waitForMessage(user, 'shelves:done.created');
      const tab = user.page.getByRole('tab', { name: shelf });
      await tab.waitFor();
      await user.page.getByRole('tab', { name: user.text('shelves:tabs.all') }).click();
      await user.row(file).getByRole('button').last().click();
      await user.page.getByRole('menuitem', { name: user.text('library:menu.move') }).click();
      await user.page
        .getByRole('dialog', { name: user.text('shelves:picker.title') })
        .getByRole('menuitem', { name: shelf })
        .click();
      await waitForMessage(user, 'shelves:done.moved');
      await user.page.reload();
      await user.page.getByRole('tab', { name: shelf }).click();
      await user.row(file).waitFor();
      expect(await user.page.getByRole('tab', { name: shelf }).count()).toBe(1);
    }));

  it('shares the shelf with a category [ACC-SHELF-03] [ACC-SHELF-31]', () =>
    user.run(async () => {
      await user.button('shelves:tabs.menu', { name: shelf }).click();
      await user.page.getByRole('menuitem', { name: user.text('shelves:menu.share') }).click();
      const dialog = user.page.getByRole('dialog', { name: user.text('shelves:share.title') });
      await dialog.getByRole('switch', { name: user.text('shelves:share.public') }).check();
      await dialog.locator('.shelf-form__chips button').first().click();
      const link = await dialog.getByLabel(user.text('shelves:share.link')).inputValue();
      await dialog.getByRole('button', { name: user.text('shelves:share.save') }).click();
      await waitForMessage(user, 'shelves:done.shared');
      const { origin, pathname } = new URL(link);
      expect([origin, pathname]).toEqual([new URL(product.url).origin, expect.stringMatching(/^\/s\/.+\/$/)]);
      shelfPath = pathname;
    }));

  it('shows a guest the shelf with its published documents only [ACC-PUBSHELF-01]', async () => {
    const guest = await openBrowserIn(language);
    await guest.run(async () => {
      const books = guest.page.locator('main a[href^="/d/"]');
      await guest.goto(shelfPath);
      await guest.page.getByRole('heading', { level: 1, name: shelf }).waitFor();
      await guest.page.getByText(guest.text('shelves:page.empty')).waitFor();
      expect(await books.count()).toBe(0);
      await product
        .rows('documents', 'documents')
        .updateOne({ fileName: file }, { $set: { published: true, visibility: 'catalogue' } });
      await guest.page.reload();
      await books.first().waitFor();
      expect(await guest.accessibilityViolations()).toEqual([]);
      await guest.button('shelves:page.subscribe').click();
      await guest.waitForPath(/^\/user\/login\/\?redirect=%2Fs%2F/);
      expect(guest.problems).toEqual([]);
    });
    await guest.close();
  });

  it('caused no console error, policy violation or failed call', () => {
    expect(user.problems).toEqual([]);
  });
});

describe('password reset', () => {
  it('requires a captcha and a code, sets the password and ends all sessions [ACC-FORGOT-02] [ACC-FORGOT-03] [ACC-FORGOT-10] [ACC-FORGOT-17]', async () => {
    const { mobile } = ACCOUNTS.fa;
    const secondSession = await openBrowserIn('fa');
    const user = await openBrowserIn('fa');
    await user.run(async () => {
      await secondSession.goto('/user/login/');
      await secondSession.signIn(mobile, PASSWORD);
      await secondSession.waitForPath(/^\/$/);

      await user.goto('/user/forgot/password/');
      await user.page.locator('.captcha img').waitFor();
      await user.page.locator('input[name=captchaInput]').fill('zz');
      await user.button('auth:next').click();
      await user.page.getByText(user.text('auth:captcha.wrong')).waitFor();
      expect(await user.page.locator('input[name=captchaInput]').inputValue()).toBe('');
      const [newest] = await product
        .rows<{ text: string }>('auth', 'captchas')
        .find()
        .sort({ textUntil: -1 })
        .limit(1)
        .toArray();
      await user.page.locator('input[name=captchaInput]').fill((newest?.text ?? '').toLowerCase());
      await user.button('auth:next').click();
      await user.page.locator('input[name=username]').fill(mobile);
      await user.button('auth:next').click();
      await user.page.locator('input[name=verification_code]').waitFor();
      await user.page.locator('input[name=verification_code]').fill(await codeFor(mobile));
      await user.page.locator('input[name=password1]').fill(NEW_PASSWORD);
      await user.page.locator('input[name=password2]').fill(NEW_PASSWORD);
      await user.button('auth:forgot.submit').click();
      await user.page.getByText(user.text('auth:forgot.done')).waitFor();
      await user.link('auth:forgot.toHome').click();
      await user.waitForPath(/^\/$/);

      await secondSession.goto('/user/documents/');
      await secondSession.waitForPath(/^\/(user\/login\/.*)?$/);
      expect((await localStorageOf(secondSession))['authtoken']).toBeUndefined();
      await user.goto('/user/login/');
      await user.signIn(mobile, NEW_PASSWORD);
      await user.waitForPath(/^\/$/);
    });
    await user.close();
    await secondSession.close();
  });
});

describe('session limit', () => {
  it('redirects a fourth session to the list of sessions until one is ended [ACC-SESSIONS-02] [ACC-SESSIONS-07] [ACC-SESSIONS-09]', async () => {
    const { mobile } = ACCOUNTS.en;
    const sessions: BrowserUser[] = [];
    // Registration opened the first session.
    for (let session = 2; session <= 4; session += 1) {
      const user = await openBrowserIn('en');
      sessions.push(user);
      await user.goto('/user/login/?redirect=%2Fuser%2Fupload%2F');
      await user.signIn(mobile, PASSWORD);
      if (session < 4) await user.waitForPath(/^\/user\/upload\/$/);
    }
    const fourth = sessions.at(-1) as BrowserUser;
    await fourth.run(async () => {
      await fourth.waitForPath(/^\/manage-sessions\?redirect=%2Fuser%2Fupload%2F$/);
      await fourth.page.getByText(fourth.text('sessions:limit', { max: 3 })).waitFor();
      await fourth.goto('/user/documents/');
      await fourth.waitForPath(/^\/manage-sessions\?redirect=%2Fuser%2Fdocuments%2F$/);
      const others = fourth.page
        .locator('.sessions__row')
        .filter({ hasNotText: fourth.text('sessions:current') });
      expect(await others.count()).toBe(3);
      await others.first().getByRole('button').click();
      await waitForMessage(fourth, 'sessions:ended');
      await fourth.link('sessions:continue').click();
      await fourth.waitForPath(/^\/user\/documents\/$/);
      await fourth.row('night-en.pdf').waitFor();
    });
    for (const user of sessions) await user.close();
  });
});

describe('language in the profile', () => {
  it('applies after saving and at the next visit [ACC-PROFILE-10] [ACC-PROFILE-17]', async () => {
    const { mobile } = ACCOUNTS.fa;
    const user = await openBrowserIn('fa');
    await user.run(async () => {
      await user.goto('/user/login/?redirect=%2Fuser%2Fprofile%2F');
      await user.signIn(mobile, NEW_PASSWORD);
      await user.waitForPath(/^\/user\/profile\/$/);
      const { loads } = user;
      await user.page.getByLabel(user.text('common:language')).selectOption('en');
      await user.button('profile:submit').click();
      await waitForMessage(user, 'profile:saved');
      await waitFor('the page to be reloaded', () => user.loads > loads);
      await user.page.locator('html[lang=en][dir=ltr]').waitFor();
      await user.page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor();
      await user.page.reload();
      expect(await user.pageLanguage()).toBe('en ltr');
    });
    await user.close();
  });
});

describe('mobile in the profile', () => {
  it('changes after a code, and the old mobile is notified [ACC-PROFILE-13] [ACC-SHELL-11]', async () => {
    const { mobile } = ACCOUNTS.fa;
    const next = '09361110003';
    const user = await openBrowserIn('en');
    await user.run(async () => {
      await user.goto('/user/login/?redirect=%2Fuser%2Fprofile%2F');
      await user.signIn(mobile, NEW_PASSWORD);
      await user.waitForPath(/^\/user\/profile\/$/);
      await user.button('profile:mobile.changeShort').click();
      await user.page.locator('input[name=mobile]').fill('۰۹۳۶ ۱۱۱ ۰۰۰۳');
      await user.page.locator('input[name=password]').fill(NEW_PASSWORD);
      expect(await user.accessibilityViolations()).toEqual([]);
      await user.button('profile:mobile.send').click();
      await user.page.locator('input[name=code]').fill(await codeFor(next));
      expect(await user.accessibilityViolations()).toEqual([]);
      await user.button('profile:mobile.submit').click();
      await waitForMessage(user, 'profile:mobile.saved');
      await user.page.locator('.profile-who').getByText(next, { exact: true }).waitFor();

      const { loads } = user;
      const height = 480;
      await user.page.setViewportSize({ width: 360, height });
      await user.button('shell:profile.menu').click();
      await user.page.locator('.profile__head').getByText(next, { exact: true }).waitFor();
      const out = await user.page.locator('.profile__out').boundingBox();
      expect((out?.y ?? Infinity) + (out?.height ?? 0)).toBeLessThan(height);
      expect(user.loads).toBe(loads);
    });
    await user.close();
    const notice = await waitFor('the notice to the old mobile', async () => {
      const text = await latestMessageTo(mobile);
      return /\d{6}/.test(text) ? undefined : text;
    });
    expect(notice).toContain(next.slice(-2));
  });
});
