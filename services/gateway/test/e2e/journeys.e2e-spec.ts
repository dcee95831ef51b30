import type { UiLanguage } from '@hamkhan/contracts/languages';
import { makeLongPdf } from '@hamkhan/testing/fixtures/make-long-pdf';
import { TestProduct } from '@hamkhan/testing/product-harness';
import { waitFor } from '@hamkhan/testing/wait-for';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Request } from 'playwright-core';
import { startChromium } from './chromium.js';
import { PersonAtScreen } from './person-at-screen.js';

const PORT_SHIFT = 2300;
const PASSWORD = 'first-password-1';
const NEW_PASSWORD = 'second-password-2';
const ACCOUNTS = {
  fa: { mobile: '09361110001', first: 'نیلوفر', last: 'کریمی‌نژاد', shelf: 'شب‌های بلند' },
  en: { mobile: '09361110002', first: 'Nora', last: 'Hale', shelf: 'Long nights' },
} as const;

let product: TestProduct;
let browser: Browser;

beforeAll(async () => {
  // People in a hurry: what takes a minute between two codes is shown elsewhere.
  product = await TestProduct.start(PORT_SHIFT, { CODE_RESEND_SECONDS: '1' });
  browser = await startChromium();
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
}, 60_000);

jest.setTimeout(240_000);

/** The newest text that went to a mobile, where developers read it. */
const newestTo = async (mobile: string): Promise<string> => {
  const answer = await fetch(`${product.env['AUTH_URL']}/internal/sms/messages`);
  const { messages } = (await answer.json()) as { messages: { mobile: string; text: string }[] };
  return messages.find((message) => message.mobile === mobile)?.text ?? '';
};
const codeFor = (mobile: string): Promise<string> =>
  waitFor('a code to be sent', async () => /\d{6}/.exec(await newestTo(mobile))?.[0]);

const message = (person: PersonAtScreen, name: string) =>
  person.page
    .locator('.message', { hasText: person.text(name) })
    .first()
    .waitFor();

const stored = (person: PersonAtScreen): Promise<Record<string, string>> =>
  person.page.evaluate('({ ...localStorage })');

const arriveAs = async (language: UiLanguage): Promise<PersonAtScreen> => {
  const person = await PersonAtScreen.arrive(browser, product.url, language);
  await person.page.addInitScript(
    `if (!localStorage.getItem('language')) localStorage.setItem('language', '${language}');`,
  );
  return person;
};

describe.each<UiLanguage>(['fa', 'en'])('somebody new, whose screen speaks %s', (language) => {
  const { mobile, first, last, shelf } = ACCOUNTS[language];
  const file = `night-${language}.pdf`;
  let person: PersonAtScreen;
  let content: Buffer;
  let shelfPath = '';

  beforeAll(async () => {
    content = await makeLongPdf(language === 'fa' ? 3 : 4);
    person = await arriveAs(language);
  });
  afterAll(() => person?.leave());

  it('[ACC-REGISTER-09] [ACC-REGISTER-25] [ACC-REGISTER-31] [ACC-REGISTER-32] [ACC-SHELL-11] joins with a code and is in', () =>
    person.does(async () => {
      await person.go('/user/register/');
      await person.page.locator('input[name=mobile]').fill(mobile);
      await person.button('auth:register.next').click();
      await person.page.locator('input[name=code]').fill(await codeFor(mobile));
      await person.page.locator('input[name=password1]').fill(PASSWORD);
      await person.page.locator('input[name=first_name]').fill(first);
      await person.page.locator('input[name=last_name]').fill(last);
      await person.button('auth:register.submit').click();
      await person.arriveAt(/^\/$/);
      await person.button('shell:profile.menu').click();
      await person.page.getByText(`${first} ${last}`).first().waitFor();
    }));

  it('[ACC-UPLOAD-07] [ACC-LIBRARY-14] sends a book and finds it in the library', () =>
    person.does(async () => {
      await person.go('/user/documents/');
      await person.page.getByText(person.text('library:empty'), { exact: true }).waitFor();
      await person.upload({ name: file, content, language: 'en' }, 'drop');
    }));

  it('[ACC-UPLOAD-08] is led to the book when it is sent again', () =>
    person.does(async () => {
      await person.go('/user/upload/');
      await person.choose({ name: `another-name-${language}.pdf`, content });
      await person.send('en');
      await person.page.getByText(person.text('upload:duplicate')).waitFor();
      await person.link('upload:clickHere').click();
      await person.arriveAt(/^\/d\//);
    }));

  it('[ACC-SHELL-24] [ACC-SHELL-29] is led round the reader until that is not wanted any more', () =>
    person.does(async () => {
      const guide = person.page.getByRole('dialog', { name: person.text('shell:guide.label') });
      await guide.waitFor();
      await person.button('shell:guide.close').click();
      await guide.waitFor({ state: 'detached' });
      await person.page.reload();
      await guide.waitFor();
      await guide.getByRole('checkbox', { name: person.text('shell:guide.never') }).check();
      await person.button('shell:guide.close').click();
      await person.page.reload();
      await person.page.locator('.page-items').first().waitFor();
      expect(await guide.count()).toBe(0);
    }));

  it('[RDR-CONV-01] [ACC-CONV-01] reads with calls under /api/ that say who reads', () =>
    person.does(async () => {
      const calls: Request[] = [];
      person.page.on('request', (request) => {
        if (['fetch', 'xhr'].includes(request.resourceType())) calls.push(request);
      });
      await person.page.reload();
      await person.page.locator('.page-items').first().waitFor();
      await person.button('reader:pager.next').click();
      const saved = await waitFor('where the reader is to be kept', () =>
        calls.find((call) => call.method() === 'POST'),
      );
      const addresses = calls.map((call) => new URL(call.url()));
      expect(addresses.filter(({ pathname }) => !/^\/api\/.*\/$/.test(pathname))).toEqual([]);
      expect(addresses.some(({ pathname }) => pathname.startsWith('/api/document/metadata/'))).toBe(true);
      const headers = await Promise.all(calls.map((call) => call.allHeaders()));
      const own = headers.filter((_, at) => !addresses[at]?.pathname.endsWith('/csrf/'));
      const { authtoken } = await stored(person);
      expect(own.filter((one) => one['authorization'] !== `Bearer ${authtoken}`)).toEqual([]);
      const { value } =
        (await person.page.context().cookies()).find(({ name }) => name === 'csrftoken') ?? {};
      expect((await saved.allHeaders())['x-csrftoken']).toBe(value);
    }));

  it('[ACC-PROFILE-18] has left what this browser has to know under its names', async () => {
    const kept = await stored(person);
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

  it('[ACC-SHELF-28] [ACC-LIBRARY-26] makes one shelf, also with a double click, and puts the book on it', () =>
    person.does(async () => {
      await person.go('/user/documents/');
      await person.button('shelves:tabs.new').click();
      const form = person.page.getByRole('dialog', { name: person.text('shelves:form.createTitle') });
      await form.getByLabel(person.text('shelves:form.name')).fill(shelf);
      await form.getByRole('button', { name: person.text('shelves:form.create') }).dblclick();
      await message(person, 'shelves:done.created');
      const tab = person.page.getByRole('tab', { name: shelf });
      await tab.waitFor();
      await person.page.getByRole('tab', { name: person.text('shelves:tabs.all') }).click();
      await person.row(file).getByRole('button').last().click();
      await person.page.getByRole('menuitem', { name: person.text('library:menu.move') }).click();
      await person.page
        .getByRole('dialog', { name: person.text('shelves:picker.title') })
        .getByRole('menuitem', { name: shelf })
        .click();
      await message(person, 'shelves:done.moved');
      await person.page.reload();
      await person.page.getByRole('tab', { name: shelf }).click();
      await person.row(file).waitFor();
      expect(await person.page.getByRole('tab', { name: shelf }).count()).toBe(1);
    }));

  it('[ACC-SHELF-03] [ACC-SHELF-31] shares the shelf under a category', () =>
    person.does(async () => {
      await person.button('shelves:tabs.menu', { name: shelf }).click();
      await person.page.getByRole('menuitem', { name: person.text('shelves:menu.share') }).click();
      const dialog = person.page.getByRole('dialog', { name: person.text('shelves:share.title') });
      await dialog.getByRole('switch', { name: person.text('shelves:share.public') }).check();
      await dialog.locator('.shelf-form__chips button').first().click();
      const link = await dialog.getByLabel(person.text('shelves:share.link')).inputValue();
      await dialog.getByRole('button', { name: person.text('shelves:share.save') }).click();
      await message(person, 'shelves:done.shared');
      const { origin, pathname } = new URL(link);
      expect([origin, pathname]).toEqual([new URL(product.url).origin, expect.stringMatching(/^\/s\/.+\/$/)]);
      shelfPath = pathname;
    }));

  it('[ACC-PUBSHELF-01] lets a guest see the shelf and what is published on it, and nothing else', async () => {
    const guest = await arriveAs(language);
    await guest.does(async () => {
      const books = guest.page.locator('main a[href^="/d/"]');
      await guest.go(shelfPath);
      await guest.page.getByRole('heading', { level: 1, name: shelf }).waitFor();
      await guest.page.getByText(guest.text('shelves:page.empty')).waitFor();
      expect(await books.count()).toBe(0);
      await product
        .rows('documents', 'documents')
        .updateOne({ fileName: file }, { $set: { published: true, visibility: 'catalogue' } });
      await guest.page.reload();
      await books.first().waitFor();
      expect(await guest.barriers()).toEqual([]);
      await guest.button('shelves:page.subscribe').click();
      await guest.arriveAt(/^\/user\/login\/\?redirect=%2Fs%2F/);
      expect(guest.problems).toEqual([]);
    });
    await guest.leave();
  });

  it('has met no error in the console, no violation of the content policy and no failed call', () => {
    expect(person.problems).toEqual([]);
  });
});

describe('somebody who has forgotten the password', () => {
  it('[ACC-FORGOT-02] [ACC-FORGOT-03] [ACC-FORGOT-10] [ACC-FORGOT-17] reads a picture, gets a code, sets another password; all sessions end', async () => {
    const { mobile } = ACCOUNTS.fa;
    const elsewhere = await arriveAs('fa');
    const person = await arriveAs('fa');
    await person.does(async () => {
      await elsewhere.go('/user/login/');
      await elsewhere.signIn(mobile, PASSWORD);
      await elsewhere.arriveAt(/^\/$/);

      await person.go('/user/forgot/password/');
      await person.page.locator('.captcha img').waitFor();
      await person.page.locator('input[name=captchaInput]').fill('zz');
      await person.button('auth:next').click();
      await person.page.getByText(person.text('auth:captcha.wrong')).waitFor();
      expect(await person.page.locator('input[name=captchaInput]').inputValue()).toBe('');
      const [newest] = await product
        .rows<{ text: string }>('auth', 'captchas')
        .find()
        .sort({ textUntil: -1 })
        .limit(1)
        .toArray();
      await person.page.locator('input[name=captchaInput]').fill((newest?.text ?? '').toLowerCase());
      await person.button('auth:next').click();
      await person.page.locator('input[name=username]').fill(mobile);
      await person.button('auth:next').click();
      await person.page.locator('input[name=verification_code]').waitFor();
      await person.page.locator('input[name=verification_code]').fill(await codeFor(mobile));
      await person.page.locator('input[name=password1]').fill(NEW_PASSWORD);
      await person.page.locator('input[name=password2]').fill(NEW_PASSWORD);
      await person.button('auth:forgot.submit').click();
      await person.page.getByText(person.text('auth:forgot.done')).waitFor();
      await person.link('auth:forgot.toHome').click();
      await person.arriveAt(/^\/$/);

      await elsewhere.go('/user/documents/');
      await elsewhere.arriveAt(/^\/(user\/login\/.*)?$/);
      expect((await stored(elsewhere))['authtoken']).toBeUndefined();
      await person.go('/user/login/');
      await person.signIn(mobile, NEW_PASSWORD);
      await person.arriveAt(/^\/$/);
    });
    await person.leave();
    await elsewhere.leave();
  });
});

describe('somebody with a session too many', () => {
  it('[ACC-SESSIONS-02] [ACC-SESSIONS-07] [ACC-SESSIONS-09] is led to the sessions from everywhere, ends one and goes on', async () => {
    const { mobile } = ACCOUNTS.en;
    const people: PersonAtScreen[] = [];
    // The one who joined is the first.
    for (let session = 2; session <= 4; session += 1) {
      const person = await arriveAs('en');
      people.push(person);
      await person.go('/user/login/?redirect=%2Fuser%2Fupload%2F');
      await person.signIn(mobile, PASSWORD);
      if (session < 4) await person.arriveAt(/^\/user\/upload\/$/);
    }
    const fourth = people.at(-1) as PersonAtScreen;
    await fourth.does(async () => {
      await fourth.arriveAt(/^\/manage-sessions\?redirect=%2Fuser%2Fupload%2F$/);
      await fourth.page.getByText(fourth.text('sessions:limit', { max: 3 })).waitFor();
      await fourth.go('/user/documents/');
      await fourth.arriveAt(/^\/manage-sessions\?redirect=%2Fuser%2Fdocuments%2F$/);
      const others = fourth.page
        .locator('.sessions__row')
        .filter({ hasNotText: fourth.text('sessions:current') });
      expect(await others.count()).toBe(3);
      await others.first().getByRole('button').click();
      await message(fourth, 'sessions:ended');
      await fourth.link('sessions:continue').click();
      await fourth.arriveAt(/^\/user\/documents\/$/);
      await fourth.row('night-en.pdf').waitFor();
    });
    for (const person of people) await person.leave();
  });
});

describe('somebody who changes the language', () => {
  it('[ACC-PROFILE-10] [ACC-PROFILE-17] in the profile finds the screen in it after a moment, and again at the next visit', async () => {
    const { mobile } = ACCOUNTS.fa;
    const person = await arriveAs('fa');
    await person.does(async () => {
      await person.go('/user/login/?redirect=%2Fuser%2Fprofile%2F');
      await person.signIn(mobile, NEW_PASSWORD);
      await person.arriveAt(/^\/user\/profile\/$/);
      const { loads } = person;
      await person.page.getByLabel(person.text('common:language')).selectOption('en');
      await person.button('profile:submit').click();
      await message(person, 'profile:saved');
      await waitFor('the page to be loaded anew', () => person.loads > loads);
      await person.page.locator('html[lang=en][dir=ltr]').waitFor();
      await person.page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor();
      await person.page.reload();
      expect(await person.pageLanguage()).toBe('en ltr');
    });
    await person.leave();
  });
});

describe('somebody with another telephone', () => {
  it('[ACC-PROFILE-13] [ACC-SHELL-11] changes the mobile of the account; the old one is told', async () => {
    const { mobile } = ACCOUNTS.fa;
    const next = '09361110003';
    const person = await arriveAs('en');
    await person.does(async () => {
      await person.go('/user/login/?redirect=%2Fuser%2Fprofile%2F');
      await person.signIn(mobile, NEW_PASSWORD);
      await person.arriveAt(/^\/user\/profile\/$/);
      await person.button('profile:mobile.changeShort').click();
      await person.page.locator('input[name=mobile]').fill('۰۹۳۶ ۱۱۱ ۰۰۰۳');
      await person.page.locator('input[name=password]').fill(NEW_PASSWORD);
      expect(await person.barriers()).toEqual([]);
      await person.button('profile:mobile.send').click();
      await person.page.locator('input[name=code]').fill(await codeFor(next));
      expect(await person.barriers()).toEqual([]);
      await person.button('profile:mobile.submit').click();
      await message(person, 'profile:mobile.saved');
      await person.page.locator('.profile-who').getByText(next, { exact: true }).waitFor();

      const { loads } = person;
      const height = 480;
      await person.page.setViewportSize({ width: 360, height });
      await person.button('shell:profile.menu').click();
      await person.page.locator('.profile__head').getByText(next, { exact: true }).waitFor();
      const out = await person.page.locator('.profile__out').boundingBox();
      expect((out?.y ?? Infinity) + (out?.height ?? 0)).toBeLessThan(height);
      expect(person.loads).toBe(loads);
    });
    await person.leave();
    const told = await waitFor('the old mobile to be told', async () => {
      const text = await newestTo(mobile);
      return /\d{6}/.test(text) ? undefined : text;
    });
    expect(told).toContain(next.slice(-2));
  });
});
