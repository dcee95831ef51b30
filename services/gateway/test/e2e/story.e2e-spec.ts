import { conversionReasonText } from '@hamkhan/contracts/conversion-reasons';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { longPdfSentence, makeLongPdf } from '@hamkhan/testing/fixtures/make-long-pdf';
import { FakeOpenAiServer } from '@hamkhan/testing/fake-openai-server';
import { pseudoPersian } from '@hamkhan/testing/pseudo-persian';
import { TestProduct } from '@hamkhan/testing/product-harness';
import { waitFor } from '@hamkhan/testing/wait-for';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startChromium } from './chromium.js';
import { PersonAtScreen } from './person-at-screen.js';
import { addAccount } from './second-account.js';
import {
  brokenFiles,
  HAS_CORPUS,
  ownDocuments,
  realDocuments,
  type StoryDocument,
} from './story-documents.js';
import { TranslatorGate } from './translator-gate.js';

const PORT_SHIFT = 1500;
const PASSWORD = 'password-of-the-story';
const PAGES = 40;
const CONVERT_MS = 120_000;
const PERSIAN_WORD = /[آ-ی]{3}/;
const LONG = 'story-long.pdf';

let openAi: FakeOpenAiServer;
let gate: TranslatorGate;
let product: TestProduct;
let browser: Browser;

beforeAll(async () => {
  openAi = await FakeOpenAiServer.start();
  gate = await TranslatorGate.before(openAi.url);
  product = await TestProduct.start(PORT_SHIFT, {
    OPENAI_BASE_URL: gate.url,
    OPENAI_MODEL_LEVEL1: 'fake-small',
    OPENAI_MODEL_LEVEL2: 'fake-large',
    DEMO_USERNAME: 'reader-fa',
    DEMO_PASSWORD: PASSWORD,
  });
  await addAccount(product, 'reader-fa', 'reader-en');
  browser = await startChromium();
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await gate?.close();
  await openAi?.close();
}, 60_000);

jest.setTimeout(240_000);

/** A word of the original as the stand-in says it in a version. */
const said = (word: string, version: 1 | 2) => pseudoPersian(word, version === 2 ? 'refined' : '');

describe.each<UiLanguage>(['fa', 'en'])('a reader whose screen speaks %s', (language) => {
  let person: PersonAtScreen;
  let own: StoryDocument[];
  let brokenOff: string | undefined;
  const ofKind = (kind: StoryDocument['kind']) => own.find((one) => one.kind === kind)!;

  beforeAll(async () => {
    own = await ownDocuments();
    person = await PersonAtScreen.arrive(browser, product.url);
  });
  afterAll(() => person?.leave());

  /** A part of the story: nobody can go on with it where an earlier part came to nothing. */
  const part = (title: string, happen: () => Promise<void>, run: typeof it | typeof it.skip = it) =>
    run(title, async () => {
      if (brokenOff) throw new Error(`the story broke off at: ${brokenOff}`);
      brokenOff = title;
      await person.does(happen);
      brokenOff = undefined;
    });

  /** Opens a document of the library, looks at all three texts and comes back. */
  const readAllTexts = async (document: StoryDocument, isKnown: boolean) => {
    await person.open(document.name);
    await person.pick(0);
    expect(await person.reads(document.words, CONVERT_MS)).toEqual({
      language: document.language,
      direction: document.direction,
    });
    for (const version of [1, 2] as const) {
      await person.pick(version);
      await person.page.locator('.page-items[lang=fa]').waitFor({ timeout: CONVERT_MS });
      const words = isKnown ? said(document.words, version) : PERSIAN_WORD;
      expect(await person.reads(words)).toEqual({ language: 'fa', direction: 'rtl' });
    }
    await person.link('reader:toLibrary').click();
    await person.arriveAt(/^\/user\/documents\/$/);
  };

  part(
    '[ACC-SHELL-05] [ACC-SHELL-06] opens the address and finds the screen in Persian, from right to left, and light',
    async () => {
      await person.go('/');
      await person.page.getByRole('heading', { level: 1 }).waitFor();
      expect(await person.pageLanguage()).toBe('fa rtl');
      expect(await person.page.locator('html').getAttribute('data-theme')).toBe('light');
      if (language === 'en') {
        await person.switchLanguage();
        expect(await person.pageLanguage()).toBe('en ltr');
      }
    },
  );

  part(
    '[ACC-LIBRARY-01] [ACC-SHELL-02] [ACC-LOGIN-02] [ACC-LOGIN-03] [ACC-LOGIN-05] [ACC-LIBRARY-14] is sent to sign in, does so in two steps and comes to an empty library',
    async () => {
      await person.go('/user/documents/');
      await person.arriveAt(/^\/user\/login\/\?redirect=%2Fuser%2Fdocuments%2F$/);
      await person.page.locator('input[name=username]').waitFor();
      expect(await person.page.locator('input[name=password]').count()).toBe(0);
      expect(await person.barriers()).toEqual([]);
      await person.resize('narrow');
      expect(await person.overflow()).toEqual([]);
      await person.resize('wide');
      await person.signIn(`reader-${language}`, PASSWORD);
      await person.arriveAt(/^\/user\/documents\/$/);
      await person.page.getByText(person.text('library:empty'), { exact: true }).waitFor();
    },
  );

  part(
    '[ACC-UPLOAD-02] [ACC-UPLOAD-03] [ACC-UPLOAD-05] [ACC-UPLOAD-14] is told what cannot be taken, and changes the mind about a file',
    async () => {
      await person.link('common:addDocument').first().click();
      await person.arriveAt(/^\/user\/upload\/$/);
      await person.drop({ name: 'notes.txt', content: Buffer.from('just text') });
      await person.page.getByRole('alert').getByText(person.text('upload:refused.type')).waitFor();
      await person.drop(ofKind('pdf'), ofKind('epub'));
      await person.page.getByText(ofKind('pdf').name, { exact: true }).waitFor();
      expect(await person.page.getByText(ofKind('epub').name).count()).toBe(0);
      expect(await person.barriers()).toEqual([]);
      await person.button('common:cancel').click();
      await person.page.getByText(person.text('upload:drop.title')).waitFor();
      expect(await person.barriers()).toEqual([]);
      await person.go('/user/documents/');
    },
  );

  part(
    '[ACC-UPLOAD-07] [ACC-UPLOAD-13] [ACC-LIBRARY-23] uploads a PDF, a scan, an EPUB and a DJVU and sees each become translated without reloading',
    async () => {
      const before = person.loads;
      await person.upload(ofKind('pdf'), 'drop');
      await person.upload(ofKind('scan'), 'choose');
      await person.upload(ofKind('epub'), 'choose');
      await person.upload(ofKind('djvu'), 'drop');
      for (const { name } of own)
        await person.rowSays(name, person.text('library:state.translated'), CONVERT_MS);
      expect(person.loads).toBe(before);
      expect(await person.barriers()).toEqual([]);
    },
  );

  part(
    '[ACC-SHELL-24] [ACC-SHELL-29] is led round the reader once, step by step, and then never again',
    async () => {
      await person.open(ofKind('pdf').name);
      const guide = person.page.getByRole('dialog', { name: person.text('shell:guide.label') });
      await guide.waitFor();
      await guide.getByRole('checkbox', { name: person.text('shell:guide.never') }).check();
      while (await person.button('shell:guide.next').isVisible()) {
        await person.button('shell:guide.next').click();
        await guide.waitFor();
      }
      await person.button('shell:guide.previous').click();
      await person.button('shell:guide.next').click();
      await person.button('shell:guide.finish').click();
      await person.page.reload();
      await person.page.locator('.page-items').waitFor();
      expect(await guide.count()).toBe(0);
      expect(await person.page.evaluate(`localStorage.getItem('guides_shown')`)).toBe(
        '{"document_view":true}',
      );
      await person.link('reader:toLibrary').click();
      await person.arriveAt(/^\/user\/documents\/$/);
    },
  );

  part(
    '[RDR-READER-40] [RDR-SHELL-03] reads the original and both translations of each, right to left',
    async () => {
      for (const document of own) await readAllTexts(document, true);
    },
  );

  part(
    '[RDR-READER-60] watches the pages of a long book come, and reads the first while the last has its turn ahead',
    async () => {
      gate.hold(longPdfSentence(PAGES));
      await person.upload({ name: LONG, content: await makeLongPdf(PAGES), language: 'en' }, 'drop');
      const { loads } = person;
      await person.open(LONG);
      await person.sheet(1, PAGES).waitFor();
      expect(await person.reads(said('lighthouse', 2), CONVERT_MS)).toEqual({
        language: 'fa',
        direction: 'rtl',
      });
      await person.typePage(person.digits(PAGES), 'Enter');
      expect(await person.reads(longPdfSentence(PAGES), CONVERT_MS)).toEqual({
        language: 'en',
        direction: 'ltr',
      });
      gate.release();
      expect(await person.reads(said('lighthouse', 2), CONVERT_MS)).toEqual({
        language: 'fa',
        direction: 'rtl',
      });
      expect(person.loads).toBe(loads);
    },
  );

  part('[ACC-LIBRARY-09] sees in the library how many pages are there, growing', async () => {
    openAi.settings.latencyMs = 300;
    const name = 'story-second.pdf';
    await person.link('reader:toLibrary').click();
    await person.upload({ name, content: await makeLongPdf(PAGES / 2), language: 'de' }, 'choose');
    await person.noteChanges(name);
    await person.rowSays(name, person.text('library:state.translated'), CONVERT_MS);
    const counts = (await person.notedChanges()).map((text) => text.split(' | ')[0]);
    openAi.settings.latencyMs = 0;
    expect(new Set(counts).size).toBeGreaterThan(3);
  });

  part(
    '[RDR-PAGINATION-01] [RDR-PAGINATION-02] [RDR-PAGINATION-03] [RDR-PAGINATION-07] [RDR-PAGINATION-08] turns pages by button, by number, by address and back',
    async () => {
      await person.open(LONG);
      await person.pick(0);
      const previous = person.button('reader:pager.previous');
      const next = person.button('reader:pager.next');
      const stands = async (page: number) => {
        await person.sheet(page, PAGES).waitFor();
        await person.reads(longPdfSentence(page));
        await person.arriveAt(new RegExp(`[?]p=${page}$`));
      };
      await person.typePage('0', 'Enter');
      await person.sheet(1, PAGES).waitFor();
      expect(await previous.isDisabled()).toBe(true);
      await next.click();
      await stands(2);
      await next.click();
      await stands(3);
      await previous.click();
      await stands(2);
      const [left, right] = [await next.boundingBox(), await previous.boundingBox()];
      expect(Math.sign((left?.x ?? 0) - (right?.x ?? 0))).toBe(language === 'fa' ? -1 : 1);
      await person.typePage(person.digits(17), 'Tab');
      await stands(17);
      await person.typePage('9999', 'Enter');
      await stands(PAGES);
      await person.page.goBack();
      await stands(17);
      await person.go(person.place.replace('p=17', 'p=7'));
      await stands(7);
      await person.until(
        'the title of the window',
        `document.title.endsWith(${JSON.stringify(person.text('reader:page.name', { page: 7 }))})`,
      );
    },
  );

  part(
    '[RDR-READER-56] finds the chosen text again after a reload, and nothing in the way of anyone',
    async () => {
      await person.pick(1);
      await person.reads(said('lighthouse', 1));
      await person.page.reload();
      expect(await person.reads(said('lighthouse', 1))).toEqual({ language: 'fa', direction: 'rtl' });
      expect(await person.barriers()).toEqual([]);
    },
  );

  part('[RDR-TTS-01] [RDR-TTS-06] hears a page, sees the sentence, and hears the next', async () => {
    await person.pick(2);
    const play = person.button('speech:playPage');
    await person.button('reader:pager.next').click();
    await person.sheet(8, PAGES).waitFor();
    await play.waitFor({ timeout: CONVERT_MS });
    await person.button('reader:pager.previous').click();
    await person.sheet(7, PAGES).waitFor();
    await play.click({ timeout: CONVERT_MS });
    const player = person.page.getByRole('region', { name: person.text('speech:player') });
    await player.and(person.page.locator('[data-state=playing]')).waitFor();
    await person.until('the spoken sentence to be marked', `CSS.highlights.has('spoken')`);
    expect(await person.barriers()).toEqual([]);
    await player.getByRole('slider', { name: person.text('speech:place') }).press('End');
    await person.sheet(8, PAGES).waitFor();
    await player.and(person.page.locator('[data-state=playing]')).waitFor();
    await person.button('speech:close').click();
    await player.waitFor({ state: 'detached' });
    expect(await person.page.evaluate(`CSS.highlights.has('spoken')`)).toBe(false);
    await person.page.goBack();
    await person.sheet(7, PAGES).waitFor();
    await person.pick(1);
  });

  part('[ACC-LIBRARY-08] [RDR-READER-10] has room for all of it on a screen of 360 pixels', async () => {
    await person.resize('narrow');
    await person.sheet(7, PAGES).waitFor();
    expect(await person.overflow()).toEqual([]);
    expect(await person.barriers()).toEqual([]);
    await person.pick(0);
    await person.reads(longPdfSentence(7));
    await person.go('/user/documents/');
    await person.row(LONG).waitFor();
    expect(await person.page.getByRole('table').count()).toBe(0);
    expect(await person.overflow()).toEqual([]);
    await person.go('/user/upload/');
    await person.page.getByText(person.text('upload:drop.title')).waitFor();
    expect(await person.overflow()).toEqual([]);
    await person.resize('wide');
  });

  part('[ACC-UPLOAD-08] is shown the way to a document that is there already', async () => {
    const document = ofKind('pdf');
    await person.go('/user/upload/');
    await person.choose(document);
    await person.send(document.language);
    await person.page.getByText(person.text('upload:duplicate')).waitFor();
    await person.link('upload:clickHere').click();
    await person.arriveAt(/^\/d\//);
    await person.pick(0);
    await person.reads(document.words);
    await person.link('reader:toLibrary').click();
  });

  part('[ACC-LIBRARY-16] reads in its row why a file came to nothing', async () => {
    for (const { name, content, reason } of await brokenFiles()) {
      await person.upload({ name, content, language: 'en' }, 'choose');
      const why = conversionReasonText(reason, language);
      await person.rowSays(
        name,
        language === 'fa' ? why.replace(/\d/g, (digit) => person.digits(Number(digit))) : why,
        CONVERT_MS,
      );
      await person.rowSays(name, person.text('library:state.failed'));
    }
  });

  part(
    '[RDR-SHELL-03] reads real documents of each kind',
    async () => {
      const real = await realDocuments(language);
      for (const document of real) await person.upload(document, 'choose');
      for (const document of real) await readAllTexts(document, false);
    },
    HAS_CORPUS ? it : it.skip,
  );

  part('[ACC-LOGIN-27] [ACC-SHELL-16] signs out and stays out', async () => {
    await person.signOut();
    await person.arriveAt(/^\/$/);
    expect(await person.page.evaluate(`localStorage.getItem('authtoken')`)).toBeNull();
    await person.go('/user/documents/');
    await person.arriveAt(/^\/user\/login\//);
  });

  part('has met no error in the console, no violation of the content policy and no failed call', async () => {
    await waitFor('the last screen', () => person.page.locator('input[name=username]').isVisible());
    expect(person.problems).toEqual([]);
  });
});
