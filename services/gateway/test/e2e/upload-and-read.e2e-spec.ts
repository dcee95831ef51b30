import { conversionReasonText } from '@hamkhan/contracts/conversion-reasons';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { longPdfSentence, makeLongPdf } from '@hamkhan/testing/fixtures/make-long-pdf';
import { FIRST_ACCOUNT, type ProductAccess } from '@hamkhan/testing/product-access';
import { pseudoPersian } from '@hamkhan/testing/pseudo-persian';
import { HAS_CORPUS } from '@hamkhan/testing/corpus-files';
import { waitFor } from '@hamkhan/testing/wait-for';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { BrowserUser } from './support/browser-user.js';
import { startChromium } from './support/chromium.js';
import { configureOpenAi, sharedProduct } from './support/shared-product.js';
import {
  brokenFiles,
  corpusDocuments,
  generatedDocuments,
  type TestDocument,
} from './support/test-documents.js';

const PAGES = 24;
const CONVERT_MS = 120_000;
const PERSIAN_WORD = /[آ-ی]{3}/;
const LONG = 'first-visit-long.pdf';

let product: ProductAccess;
let browser: Browser;

beforeAll(async () => {
  product = await sharedProduct();
  for (const language of ['fa', 'en']) await product.addAccount(`reader-${language}`);
  browser = await startChromium();
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await product?.close();
}, 60_000);

jest.setTimeout(240_000);

/** A word of the original as the fake OpenAI server translates it. */
const translated = (word: string, version: 1 | 2) => pseudoPersian(word, version === 2 ? 'refined' : '');

describe.each<UiLanguage>(['fa', 'en'])('a reader from the first visit on (%s)', (language) => {
  let user: BrowserUser;
  let own: TestDocument[];
  let failedStep: string | undefined;
  const ofKind = (kind: TestDocument['kind']) => own.find((one) => one.kind === kind)!;

  beforeAll(async () => {
    own = await generatedDocuments();
    user = await BrowserUser.start(browser, product.url);
  });
  afterAll(() => user?.close());

  /** A step that needs all steps before it. */
  const step = (title: string, act: () => Promise<void>, run: typeof it | typeof it.skip = it) =>
    run(title, async () => {
      if (failedStep) throw new Error(`an earlier step failed: ${failedStep}`);
      failedStep = title;
      await user.run(act);
      failedStep = undefined;
    });

  /** Opens a document of the library, checks all three texts and returns. */
  const checkAllTexts = async (document: TestDocument, isKnown: boolean) => {
    await user.openDocument(document.name);
    await user.selectVersion(0);
    expect(await user.waitForText(document.words, CONVERT_MS)).toEqual({
      language: document.language,
      direction: document.direction,
    });
    for (const version of [1, 2] as const) {
      await user.selectVersion(version);
      await user.page.locator('.page-items[lang=fa]').waitFor({ timeout: CONVERT_MS });
      const words = isKnown ? translated(document.words, version) : PERSIAN_WORD;
      expect(await user.waitForText(words)).toEqual({ language: 'fa', direction: 'rtl' });
    }
    await user.link('reader:toLibrary').click();
    await user.waitForPath(/^\/user\/documents\/$/);
  };

  step(
    'opens in Persian, from right to left, with the light theme [ACC-SHELL-05] [ACC-SHELL-06]',
    async () => {
      await user.goto('/');
      await user.page.getByRole('heading', { level: 1 }).waitFor();
      expect(await user.pageLanguage()).toBe('fa rtl');
      expect(await user.page.locator('html').getAttribute('data-theme')).toBe('light');
      if (language === 'en') {
        await user.switchLanguage();
        expect(await user.pageLanguage()).toBe('en ltr');
      }
    },
  );

  step(
    'redirects to sign-in, signs in in two steps and shows an empty library [ACC-LIBRARY-01] [ACC-SHELL-02] [ACC-LOGIN-02] [ACC-LOGIN-03] [ACC-LOGIN-05] [ACC-LIBRARY-14]',
    async () => {
      await user.goto('/user/documents/');
      await user.waitForPath(/^\/user\/login\/\?redirect=%2Fuser%2Fdocuments%2F$/);
      await user.page.locator('input[name=username]').waitFor();
      expect(await user.page.locator('input[name=password]').count()).toBe(0);
      expect(await user.accessibilityViolations()).toEqual([]);
      await user.resize('narrow');
      expect(await user.overflowingElements()).toEqual([]);
      await user.resize('wide');
      await user.signIn(`reader-${language}`, FIRST_ACCOUNT.password);
      await user.waitForPath(/^\/user\/documents\/$/);
      await user.page.getByText(user.text('library:empty'), { exact: true }).waitFor();
    },
  );

  step(
    'refuses a text file, takes the first of two files and forgets it on cancel [ACC-UPLOAD-02] [ACC-UPLOAD-03] [ACC-UPLOAD-05] [ACC-UPLOAD-14]',
    async () => {
      await user.link('common:addDocument').first().click();
      await user.waitForPath(/^\/user\/upload\/$/);
      await user.dropFiles({ name: 'notes.txt', content: Buffer.from('just text') });
      await user.page.getByRole('alert').getByText(user.text('upload:refused.type')).waitFor();
      await user.dropFiles(ofKind('pdf'), ofKind('epub'));
      await user.page.getByText(ofKind('pdf').name, { exact: true }).waitFor();
      expect(await user.page.getByText(ofKind('epub').name).count()).toBe(0);
      expect(await user.accessibilityViolations()).toEqual([]);
      await user.button('common:cancel').click();
      await user.page.getByText(user.text('upload:drop.title')).waitFor();
      expect(await user.accessibilityViolations()).toEqual([]);
      await user.goto('/user/documents/');
    },
  );

  step(
    'uploads a PDF, a scan, an EPUB and a DJVU and shows each as translated without a reload [ACC-UPLOAD-07] [ACC-UPLOAD-13] [ACC-LIBRARY-23]',
    async () => {
      const before = user.loads;
      await user.upload(ofKind('pdf'), 'drop');
      await user.upload(ofKind('scan'), 'choose');
      await user.upload(ofKind('epub'), 'choose');
      await user.upload(ofKind('djvu'), 'drop');
      for (const { name } of own)
        await user.waitForRowText(name, user.text('library:state.translated'), CONVERT_MS);
      expect(user.loads).toBe(before);
      expect(await user.accessibilityViolations()).toEqual([]);
    },
  );

  step('shows the guide of the reader step by step, once [ACC-SHELL-24] [ACC-SHELL-29]', async () => {
    await user.openDocument(ofKind('pdf').name);
    const guide = user.page.getByRole('dialog', { name: user.text('shell:guide.label') });
    await guide.waitFor();
    await guide.getByRole('checkbox', { name: user.text('shell:guide.never') }).check();
    while (await user.button('shell:guide.next').isVisible()) {
      await user.button('shell:guide.next').click();
      await guide.waitFor();
    }
    await user.button('shell:guide.previous').click();
    await user.button('shell:guide.next').click();
    await user.button('shell:guide.finish').click();
    await user.page.reload();
    await user.page.locator('.page-items').waitFor();
    expect(await guide.count()).toBe(0);
    expect(await user.page.evaluate(`localStorage.getItem('guides_shown')`)).toBe('{"document_view":true}');
    await user.link('reader:toLibrary').click();
    await user.waitForPath(/^\/user\/documents\/$/);
  });

  step(
    'shows the original and both translations of each, translations from right to left [RDR-READER-40] [RDR-SHELL-03]',
    async () => {
      for (const document of own) await checkAllTexts(document, true);
    },
  );

  step('shows the first page translated while the last one is still waiting [RDR-READER-60]', async () => {
    await configureOpenAi({ holdText: longPdfSentence(PAGES) });
    await user.upload({ name: LONG, content: await makeLongPdf(PAGES), language: 'en' }, 'drop');
    const { loads } = user;
    await user.openDocument(LONG);
    await user.sheet(1, PAGES).waitFor();
    expect(await user.waitForText(translated('lighthouse', 2), CONVERT_MS)).toEqual({
      language: 'fa',
      direction: 'rtl',
    });
    await user.typePage(user.digits(PAGES), 'Enter');
    expect(await user.waitForText(longPdfSentence(PAGES), CONVERT_MS)).toEqual({
      language: 'en',
      direction: 'ltr',
    });
    await configureOpenAi({});
    expect(await user.waitForText(translated('lighthouse', 2), CONVERT_MS)).toEqual({
      language: 'fa',
      direction: 'rtl',
    });
    expect(user.loads).toBe(loads);
  });

  step('shows a growing number of translated pages in the library [ACC-LIBRARY-09]', async () => {
    await configureOpenAi({ latencyMs: 300 });
    const name = 'second.pdf';
    await user.link('reader:toLibrary').click();
    await user.upload({ name, content: await makeLongPdf(PAGES / 2), language: 'de' }, 'choose');
    await user.recordRowChanges(name);
    await user.waitForRowText(name, user.text('library:state.translated'), CONVERT_MS);
    const counts = (await user.recordedRowChanges()).map((text) => text.split(' | ')[0]);
    await configureOpenAi({});
    expect(new Set(counts).size).toBeGreaterThan(3);
  });

  step(
    'turns pages by button, number, address and history [RDR-PAGINATION-01] [RDR-PAGINATION-02] [RDR-PAGINATION-03] [RDR-PAGINATION-07] [RDR-PAGINATION-08]',
    async () => {
      await user.openDocument(LONG);
      await user.selectVersion(0);
      const previous = user.button('reader:pager.previous');
      const next = user.button('reader:pager.next');
      const stands = async (page: number) => {
        await user.sheet(page, PAGES).waitFor();
        await user.waitForText(longPdfSentence(page));
        await user.waitForPath(new RegExp(`[?]p=${page}$`));
      };
      await user.typePage('0', 'Enter');
      await user.sheet(1, PAGES).waitFor();
      expect(await previous.isDisabled()).toBe(true);
      await next.click();
      await stands(2);
      await next.click();
      await stands(3);
      await previous.click();
      await stands(2);
      const [left, right] = [await next.boundingBox(), await previous.boundingBox()];
      expect(Math.sign((left?.x ?? 0) - (right?.x ?? 0))).toBe(language === 'fa' ? -1 : 1);
      await user.typePage(user.digits(17), 'Tab');
      await stands(17);
      await user.typePage('9999', 'Enter');
      await stands(PAGES);
      await user.page.goBack();
      await stands(17);
      await user.goto(user.path.replace('p=17', 'p=7'));
      await stands(7);
      await user.waitUntil(
        'the title of the window',
        `document.title.endsWith(${JSON.stringify(user.text('reader:page.name', { page: 7 }))})`,
      );
    },
  );

  step('keeps the selected text after a reload and is accessible [RDR-READER-56]', async () => {
    await user.selectVersion(1);
    await user.waitForText(translated('lighthouse', 1));
    await user.page.reload();
    expect(await user.waitForText(translated('lighthouse', 1))).toEqual({ language: 'fa', direction: 'rtl' });
    expect(await user.accessibilityViolations()).toEqual([]);
  });

  step(
    'plays a page, highlights the spoken sentence and goes on to the next page [RDR-TTS-01] [RDR-TTS-06]',
    async () => {
      await user.selectVersion(2);
      const play = user.button('speech:playPage');
      await user.button('reader:pager.next').click();
      await user.sheet(8, PAGES).waitFor();
      await play.waitFor({ timeout: CONVERT_MS });
      await user.button('reader:pager.previous').click();
      await user.sheet(7, PAGES).waitFor();
      await play.click({ timeout: CONVERT_MS });
      const player = user.page.getByRole('region', { name: user.text('speech:player') });
      await player.and(user.page.locator('[data-state=playing]')).waitFor();
      await user.waitUntil('the spoken sentence to be marked', `CSS.highlights.has('spoken')`);
      expect(await user.accessibilityViolations()).toEqual([]);
      await player.getByRole('slider', { name: user.text('speech:place') }).press('End');
      await user.sheet(8, PAGES).waitFor();
      await player.and(user.page.locator('[data-state=playing]')).waitFor();
      await user.button('speech:close').click();
      await player.waitFor({ state: 'detached' });
      expect(await user.page.evaluate(`CSS.highlights.has('spoken')`)).toBe(false);
      await user.page.goBack();
      await user.sheet(7, PAGES).waitFor();
      await user.selectVersion(1);
    },
  );

  step('fits a screen of 360 pixels [ACC-LIBRARY-08] [RDR-READER-10]', async () => {
    await user.resize('narrow');
    await user.sheet(7, PAGES).waitFor();
    expect(await user.overflowingElements()).toEqual([]);
    expect(await user.accessibilityViolations()).toEqual([]);
    await user.selectVersion(0);
    await user.waitForText(longPdfSentence(7));
    await user.goto('/user/documents/');
    await user.row(LONG).waitFor();
    expect(await user.page.getByRole('table').count()).toBe(0);
    expect(await user.overflowingElements()).toEqual([]);
    await user.goto('/user/upload/');
    await user.page.getByText(user.text('upload:drop.title')).waitFor();
    expect(await user.overflowingElements()).toEqual([]);
    await user.resize('wide');
  });

  step('links to the existing document when a file is uploaded again [ACC-UPLOAD-08]', async () => {
    const document = ofKind('pdf');
    await user.goto('/user/upload/');
    await user.chooseFile(document);
    await user.submitUpload(document.language);
    await user.page.getByText(user.text('upload:duplicate')).waitFor();
    await user.link('upload:clickHere').click();
    await user.waitForPath(/^\/d\//);
    await user.selectVersion(0);
    expect(await user.waitForText(document.words)).toEqual({
      language: document.language,
      direction: document.direction,
    });
    await user.link('reader:toLibrary').click();
  });

  step('shows in the row of a failed file why it failed [ACC-LIBRARY-16]', async () => {
    for (const { name, content, reason } of await brokenFiles()) {
      await user.upload({ name, content, language: 'en' }, 'choose');
      const why = conversionReasonText(reason, language);
      await user.waitForRowText(
        name,
        language === 'fa' ? why.replace(/\d/g, (digit) => user.digits(Number(digit))) : why,
        CONVERT_MS,
      );
      await user.waitForRowText(name, user.text('library:state.failed'));
      expect(await user.row(name).count()).toBe(1);
    }
  });

  step(
    'shows documents of the corpus [RDR-SHELL-03]',
    async () => {
      const real = await corpusDocuments(language);
      for (const document of real) await user.upload(document, 'choose');
      for (const document of real) await checkAllTexts(document, false);
    },
    HAS_CORPUS ? it : it.skip,
  );

  step('signs out and stays signed out [ACC-LOGIN-27] [ACC-SHELL-16]', async () => {
    await user.signOut();
    await user.waitForPath(/^\/$/);
    expect(await user.page.evaluate(`localStorage.getItem('authtoken')`)).toBeNull();
    await user.goto('/user/documents/');
    await user.waitForPath(/^\/user\/login\//);
  });

  step('caused no console error, policy violation or failed call', async () => {
    await waitFor('the last screen', () => user.page.locator('input[name=username]').isVisible());
    expect(user.problems).toEqual([]);
  });
});
