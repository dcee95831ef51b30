import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MetadataResponse } from '@hamkhan/contracts/http/documents';
import { ApiUser } from '@hamkhan/testing/api-user';
import { pseudoPersian } from '@hamkhan/testing/pseudo-persian';
import { waitFor } from '@hamkhan/testing/wait-for';
import { describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { metadataOf, uploadBook, waitUntilConverted, waitUntilFinished } from './support/books.js';
import type { BrowserUser } from './support/browser-user.js';
import { closeDialog, dialog, sheet, type View, waitForContent, withUser } from './support/reader-screen.js';
import { ReaderTest } from './support/reader-test.js';
import { configureOpenAi } from './support/shared-product.js';

const SHORT_PAGES = 4;
const LONG_PAGES = 300;
const SHORT_WALK = 12;
const STEP_MS = 30_000;
/** Three hundred pages are turned one by one, also on a busy machine. */
const LONG_READING_MS = 480_000;
/** Last page of the default preview, one-based. */
const PREVIEW_TO = 11;

let short: string;
let long: string;

const test = ReaderTest.register('reader', {
  prepare: async ({ owner }) => {
    short = await uploadBook(owner, 'short.pdf', SHORT_PAGES);
    await waitUntilFinished(owner, short);
    // No test reads translations of the long book; holding them saves the time of 600 of them.
    await configureOpenAi({ holdText: 'of the long book' });
    long = await uploadBook(owner, 'long.pdf', LONG_PAGES);
    await waitUntilConverted(owner, long);
    await cancelPageImages(long);
  },
  cleanUp: async () => {
    if (long) await cancelTranslations(long);
  },
});

const READERS: readonly View[] = [
  { language: 'fa', size: 'narrow' },
  { language: 'en', size: 'wide' },
];
const GUESTS: readonly View[] = [
  { language: 'fa', size: 'wide' },
  { language: 'en', size: 'narrow' },
];

/** No test looks at the page images of the long book; without them the worker has time for the other tests. */
async function cancelPageImages(key: string): Promise<void> {
  const documentId = (await metadataOf(test.owner, key)).metadata.id;
  await test.product.rows<{ documentId: string }>('pipeline', 'page_tasks').deleteMany({ documentId });
}

/** Removes the work on a document, so that its held translations don't slow down the next file. */
async function cancelTranslations(key: string): Promise<void> {
  const documentId = (await metadataOf(test.owner, key)).metadata.id;
  await test.product.rows<{ documentId: string }>('pipeline', 'pages').deleteMany({ documentId });
  await test.product.rows<{ _id: string }>('pipeline', 'runs').deleteOne({ _id: documentId });
}

/** Waits until an opening dialog has reached its place, in whole pixels. */
const waitForPlace = (opened: Locator, isThere: (box: { x: number; y: number; width: number }) => boolean) =>
  waitFor(
    'a dialog to be in its place',
    async () => {
      const { x, y, width } = (await opened.boundingBox()) ?? { x: -1, y: -1, width: -1 };
      return isThere({ x: Math.round(x), y: Math.round(y), width: Math.round(width) });
    },
    STEP_MS,
  );
/** Opens a tool from the bar, or from its menu on a small screen. */
const openTool = async (user: BrowserUser, tool: 'find' | 'settings' | 'pdf', size: View['size']) => {
  // The bars hide while the user scrolls down; scrolling up a little shows them.
  const hiddenBars = user.page.locator('.reader[data-bars-hidden]');
  if ((await hiddenBars.count()) > 0) {
    await user.page.mouse.move(180, 400);
    await user.page.mouse.wheel(0, -60);
    await hiddenBars.waitFor({ state: 'detached' });
  }
  if (size === 'wide') await user.button(`reader:tools.${tool}`).click();
  else {
    await user.button('reader:tools.more').click();
    await user.page.getByRole('menuitem', { name: user.text(`reader:tools.${tool}`), exact: true }).click();
  }
};
const chooseOption = async (user: BrowserUser, name: string) =>
  user.page.getByRole('radio', { name: user.text(name), exact: true }).click();
const pageInView = (page: number) => `(() => {
  const one = document.querySelector('[data-page="${page}"] .page-items')?.getBoundingClientRect();
  return one !== undefined && one.top < innerHeight && one.bottom > 0;
})()`;

describe.each(READERS)('reader ($language, $size)', (view) => {
  const { size } = view;
  // One walk over all pages loads every chunk of the book; the other shows what differs by language and size.
  const walked = size === 'narrow' ? LONG_PAGES : SHORT_WALK;

  it(
    'shows a long book page by page and continuously, and resumes on another device [ACC-READER-01] [RDR-CONT-01] [RDR-CONT-02] [RDR-READER-57] [RDR-READER-58]',
    async () => {
      const user = await test.open(view);
      await withUser(user, async () => {
        const { page } = user;
        await user.goto(`/d/${long}/?p=1`);
        await sheet(user, 1).waitFor();
        expect(await page.locator('.reader-head h1').innerText()).toBe('The long book');
        expect(await page.locator('footer.site-footer').count()).toBe(0);
        expect(await user.overflowingElements()).toEqual([]);
        await user.button('reader:pager.next').click();
        await sheet(user, 2).waitFor();
        const onwards = view.language === 'fa' ? 'ArrowLeft' : 'ArrowRight';
        for (let next = 3; next <= walked; next += 1) {
          await page.keyboard.press(onwards);
          await sheet(user, next).waitFor();
        }
        await user.typePage(user.digits(40), 'Enter');
        await sheet(user, 40).waitFor();
        await user.waitForPath(/\?p=40$/);
        await page.goBack();
        await sheet(user, walked).waitFor();
        await user.typePage(user.digits(4), 'Enter');
        await sheet(user, 4).waitFor();

        await openTool(user, 'settings', size);
        await chooseOption(user, 'reader:layout.continuous');
        await closeDialog(user);
        await page.locator('.continuous').waitFor();
        await user.waitUntil('the page to be in view', pageInView(4));
        await page.mouse.move(180, 400);
        await waitFor(
          'the last page to be reached',
          async () => {
            await page.mouse.wheel(0, 20_000);
            return user.path.endsWith(`?p=${LONG_PAGES}`);
          },
          STEP_MS,
        );
        expect(await page.locator('.continuous__page').count()).toBeLessThan(8);
        await user.typePage(user.digits(50), 'Enter');
        await user.waitUntil('the page to be in view', pageInView(50));
        expect(await user.overflowingElements()).toEqual([]);
        await waitFor('the reading position to be saved', async () => {
          const { reading } = await metadataOf(test.owner, long);
          return reading?.page_number === 49 && reading.layout === 'continuous';
        });
      });

      const secondDevice = await test.open(view);
      await withUser(secondDevice, async () => {
        await secondDevice.goto(`/d/${long}/`);
        await secondDevice.page.locator('.continuous').waitFor();
        await secondDevice.waitForPath(/\?p=50$/);
        await secondDevice.waitUntil('the page to be in view', pageInView(50));
        await secondDevice.page.keyboard.press('c');
        await sheet(secondDevice, 50).waitFor();
        await waitFor(
          'the layout to be saved',
          async () => (await metadataOf(test.owner, long)).reading?.layout === 'single',
        );
      });
    },
    LONG_READING_MS,
  );

  it('opens the contents and finds a phrase in the document [RDR-TOC-01] [RDR-SEARCHDOC-01] [RDR-SEARCHDOC-02] [RDR-SEARCHDOC-05]', async () => {
    const user = await test.open(view);
    await withUser(user, async () => {
      const { page } = user;
      await user.goto(`/d/${long}/?p=2`);
      await sheet(user, 2).waitFor();
      await user.button('reader:tools.contents').click();
      const contents = dialog(user, 'reader:contents.title');
      await waitForPlace(
        contents,
        ({ x, width }) => width === 320 && x + width === page.viewportSize()?.width,
      );
      await closeDialog(user);

      await openTool(user, 'find', size);
      const find = dialog(user, 'reader:find.title');
      await find.waitFor();
      await user.waitUntil('the search field to have the focus', `document.activeElement?.type === 'search'`);
      await page.keyboard.type('page 37 of the long');
      await find.locator('li button').first().waitFor();
      expect(await find.locator('li').count()).toBe(1);
      await page.keyboard.press('Enter');
      await sheet(user, 37).waitFor();
      await user.waitForPath(/\?p=37$/);
      const bar = page.locator('.find-bar');
      expect(await bar.locator('output').innerText()).toBe(`${user.digits(1)}/${user.digits(1)}`);
      await user.waitUntil(
        'the match to be highlighted',
        `CSS.highlights.has('found-now') || document.querySelector('[data-found-now]') !== null`,
      );
      await bar.getByRole('button', { name: user.text('reader:find.close') }).click();
      await bar.waitFor({ state: 'detached' });
    });
  });

  it('adds a note on the original and on both translations, and marks all of them in each [RDR-NOTES-01] [RDR-NOTES-07] [RDR-NOTES-09] [RDR-READER-72]', async () => {
    const user = await test.open(view);
    await withUser(user, async () => {
      const { page } = user;
      await user.goto(`/d/${short}/?p=1`);
      for (const version of [0, 1, 2] as const) {
        await waitForContent(user);
        await user.selectVersion(version);
        await page.locator(`[data-text="${version}"] [data-place]`).first().waitFor();
        // Notes on the previous texts are marked here too, once they are loaded.
        if (version > 0) await page.locator('.note-mark').first().waitFor();
        await page.evaluate(`(() => {
          const place = [...document.querySelectorAll('[data-text="${version}"] p[data-place]')].find((one) => one.textContent.length > 40);
          const words = document.createTreeWalker(place, NodeFilter.SHOW_TEXT).nextNode();
          getSelection().setBaseAndExtent(words, 0, words, Math.min(20, words.length));
        })()`);
        await page.locator('.note-offer').getByRole('button').click();
        const form = page.getByRole('dialog');
        await waitForPlace(form, ({ width }) =>
          size === 'wide' ? width === 500 : width > 0 && width <= 360,
        );
        await form.getByRole('radio', { name: user.text('notes:category.2') }).click();
        await form.getByRole('textbox').first().fill(`on text ${version}`);
        await user.button('notes:form.save').click();
        await page
          .locator('.message', { hasText: user.text('notes:create.saved') })
          .first()
          .waitFor();
        await form.waitFor({ state: 'detached' });
        await page.locator('.note-mark').first().waitFor();
      }
      expect(await user.overflowingElements()).toEqual([]);
    });
    const { notes } = await test.owner.get<{ notes: { id: string; version: number }[] }>(
      `knowledge/note/list/?document_key=${short}`,
    );
    expect(new Set(notes.map(({ version }) => version))).toEqual(new Set([0, 1, 2]));
    for (const { id } of notes) await test.owner.post(`knowledge/note/delete/${id}/`);
  });

  it('prints a PDF whose text can be extracted [RDR-PDF-01] [RDR-PDF-03] [RDR-PDF-04]', async () => {
    const user = await test.open(view);
    let bytes: Buffer | undefined;
    await withUser(user, async () => {
      await user.goto(`/d/${short}/?p=1`);
      await waitForContent(user);
      await user.selectVersion(2);
      await waitFor(
        'the PDF tool to appear',
        async () => size === 'narrow' || (await user.button('reader:tools.pdf').count()) > 0,
      );
      await openTool(user, 'pdf', size);
      const preview = dialog(user, 'reader:pdf.title');
      await waitForPlace(preview, ({ x, y }) => x === 0 && y === 0);
      await preview.locator('.pdf__progress').waitFor({ state: 'detached' });
      bytes = await user.page.pdf({ preferCSSPageSize: true });
    });
    const folder = await mkdtemp(path.join(tmpdir(), 'hamkhan-print-'));
    try {
      const file = path.join(folder, 'printed.pdf');
      await writeFile(file, bytes ?? '');
      const sheets = execFileSync('pdftotext', ['-enc', 'UTF-8', file, '-'], { encoding: 'utf8' })
        .split('\f')
        .slice(0, -1)
        .map(plain);
      expect(sheets.length).toBeGreaterThanOrEqual(SHORT_PAGES);
      const whole = sheets.join('');
      for (let number = 1; number <= SHORT_PAGES; number += 1) {
        expect(whole).toContain(plain(pseudoPersian(`page ${number} of`, 'refined')));
        expect(whole).toContain(plain(`صفحه ${String.fromCharCode(0x06f0 + number)}`));
      }
      const site = plain(user.text('common:siteTitle'));
      expect(sheets.every((text) => text.includes(site))).toBe(true);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** Letters only: spaces, marks and stops depend on how the PDF sets the text. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\d/g, (digit) => String.fromCharCode(0x06f0 + Number(digit)))
    .replace(/[\s\u200c-\u200f\u202a-\u202e\u2066-\u2069.،]/g, '');

describe('guest', () => {
  beforeAll(async () => {
    const facts = { visibility: 'catalogue', published: true, accessType: 'paid', price: 90_000 };
    const { id } = (await metadataOf(test.owner, long)).metadata;
    await test.product
      .rows<{ _id: string }>('documents', 'documents')
      .updateOne({ _id: id }, { $set: facts });
    await waitFor('the preview to be limited', async () => {
      const { metadata } = await ApiUser.guest(test.product.url).get<MetadataResponse>(
        `document/metadata/${long}/`,
      );
      return !metadata.access.full && metadata.preview_pages.to === PREVIEW_TO - 1;
    });
  });

  it.each(GUESTS)(
    'reads a preview and is redirected from locked pages ($language, $size) [RDR-READER-07] [RDR-READER-14] [RDR-READER-17] [RDR-READER-18] [RDR-READER-82]',
    async (view) => {
      const user = await test.open(view, null);
      await withUser(user, async () => {
        await user.goto(`/d/${long}/?p=20`);
        await user.page.getByText(user.text('reader:locked.title', { page: 20 })).waitFor();
        expect(await user.page.locator('.page-items').count()).toBe(0);
        await user.page.getByText(user.text('reader:preview.book')).waitFor();
        expect(await user.accessibilityViolations()).toEqual([]);
        expect(await user.overflowingElements()).toEqual([]);
        await user.button('reader:locked.first').click();
        await sheet(user, 1).waitFor();
        await waitForContent(user);
        await user.typePage(user.digits(PREVIEW_TO), 'Enter');
        await sheet(user, PREVIEW_TO).waitFor();
        await user.button('reader:pager.next').click();
        await sheet(user, 1).waitFor();
        await user.page.locator('.message', { hasText: user.text('reader:locked.notice') }).waitFor();
        await user.button('notes:open').click();
        await user.waitForPath(/^\/user\/login\/\?redirect=%2Fd%2F/);
      });
    },
  );
});
