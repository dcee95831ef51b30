import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MetadataResponse, PagesResponse } from '@hamkhan/contracts/http/documents';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { makeLongPdf } from '@hamkhan/testing/fixtures/make-long-pdf';
import { FakeOpenAiServer } from '@hamkhan/testing/fake-openai-server';
import { pseudoPersian } from '@hamkhan/testing/pseudo-persian';
import { TestProduct } from '@hamkhan/testing/product-harness';
import { waitFor } from '@hamkhan/testing/wait-for';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Locator } from 'playwright-core';
import { startChromium } from './chromium.js';
import { hostilePages } from './hostile-pages.js';
import { PersonAtScreen } from './person-at-screen.js';
import { HIT, scriptPayloads } from './script-payloads.js';
import { addAccount } from './second-account.js';
import { TranslatorGate } from './translator-gate.js';

const PORT_SHIFT = 2_700;
const ACCOUNT = { username: 'reader', password: 'password-of-the-reader' };
const SHORT_PAGES = 4;
const LONG_PAGES = 300;
const CONVERT_MS = 120_000;
const STEP_MS = 30_000;
/** Sixty pages are turned one by one, also while the machine has other things to do. */
const LONG_READING_MS = 240_000;
/** The preview a document has where nothing else was said, one-based. */
const PREVIEW_TO = 11;

let openAi: FakeOpenAiServer;
let gate: TranslatorGate;
let product: TestProduct;
let browser: Browser;
let token = '';
let short: string;
let long: string;

const call = async <T>(path: string, form?: Record<string, string | Blob>, as = token): Promise<T> => {
  const body = new FormData();
  for (const [name, value] of Object.entries(form ?? {})) body.set(name, value);
  const headers: Record<string, string> = as ? { authorization: `Bearer ${as}` } : {};
  const answer = await fetch(
    `${product.url}/api/${path}`,
    form ? { method: 'POST', body, headers } : { headers },
  );
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
};
const upload = async (name: string, pages: number): Promise<string> => {
  const file = new File([await makeLongPdf(pages)], name, { type: 'application/pdf' });
  return (await call<{ key: string }>('document/upload/', { file, language: 'en' })).key;
};
const about = (key: string): Promise<MetadataResponse> =>
  call(`document/metadata/${key}/?with_page=1&resume=1`);
const isConverted = (key: string) => async () => {
  const { metadata } = await about(key);
  if (metadata.total_pages === 0) return false;
  const { pages } = await call<PagesResponse>(
    `document/pages/${key}/?page=${metadata.total_pages}&per_page=1`,
  );
  return pages[0]?.status === 'success';
};

beforeAll(async () => {
  openAi = await FakeOpenAiServer.start();
  gate = await TranslatorGate.before(openAi.url);
  product = await TestProduct.start(PORT_SHIFT, {
    OPENAI_BASE_URL: gate.url,
    OPENAI_MODEL_LEVEL1: 'fake-small',
    OPENAI_MODEL_LEVEL2: 'fake-large',
    DEMO_USERNAME: ACCOUNT.username,
    DEMO_PASSWORD: ACCOUNT.password,
  });
  token = (await call<{ token: string }>('user/login/', ACCOUNT)).token;
  short = await upload('short.pdf', SHORT_PAGES);
  await waitFor(
    'the short book to be translated',
    async () => (await about(short)).metadata.status === 'translated',
    CONVERT_MS,
  );
  // Whoever reads the long book does not wait for its translations, and the machine has better things to do.
  gate.hold('of the long book');
  long = await upload('long.pdf', LONG_PAGES);
  await waitFor('the last page of the long book', isConverted(long), CONVERT_MS);
  browser = await startChromium();
}, 360_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await gate?.close();
  await openAi?.close();
}, 60_000);

jest.setTimeout(240_000);

type Way = { language: UiLanguage; size: 'wide' | 'narrow' };
const READERS: readonly Way[] = [
  { language: 'fa', size: 'narrow' },
  { language: 'en', size: 'wide' },
];
const GUESTS: readonly Way[] = [
  { language: 'fa', size: 'wide' },
  { language: 'en', size: 'narrow' },
];

/** Who signed in with `as`, or a guest where it is empty, before a screen of this size. */
const arrive = async ({ language, size }: Way, as = token): Promise<PersonAtScreen> => {
  const person = await PersonAtScreen.arrive(browser, product.url, language);
  await person.resize(size);
  const stored = {
    language,
    guides_shown: '{"document_view":true}',
    ...(as ? { authtoken: as } : {}),
  };
  await person.page.addInitScript(
    `for (const [key, value] of Object.entries(${JSON.stringify(stored)})) localStorage.setItem(key, value);`,
  );
  return person;
};
/** A person comes, does something, leaves, and nothing went wrong meanwhile. */
const withPerson = async (person: PersonAtScreen, happen: () => Promise<void>): Promise<void> => {
  await person.does(happen);
  const { problems } = person;
  await person.leave();
  expect(problems).toEqual([]);
};

const sheet = (person: PersonAtScreen, page: number) => person.page.locator(`[data-sheet="${page}"]`);
const readable = (person: PersonAtScreen) => person.page.locator('.page-items').first().waitFor();
const dialog = (person: PersonAtScreen, name: string) =>
  person.page.getByRole('dialog', { name: person.text(name), exact: true });
/** Waits until what opens has come to rest in a place, in whole pixels. */
const restsIn = (opened: Locator, isThere: (box: { x: number; y: number; width: number }) => boolean) =>
  waitFor(
    'a dialog to be in its place',
    async () => {
      const { x, y, width } = (await opened.boundingBox()) ?? { x: -1, y: -1, width: -1 };
      return isThere({ x: Math.round(x), y: Math.round(y), width: Math.round(width) });
    },
    STEP_MS,
  );
/** Opens a tool from the bar, or from its menu where the screen is small. */
const open = async (person: PersonAtScreen, tool: 'find' | 'settings' | 'pdf', size: Way['size']) => {
  // The bars have given way to the text: a little back, and they return.
  const away = person.page.locator('.reader[data-bars-hidden]');
  if ((await away.count()) > 0) {
    await person.page.mouse.move(180, 400);
    await person.page.mouse.wheel(0, -60);
    await away.waitFor({ state: 'detached' });
  }
  if (size === 'wide') await person.button(`reader:tools.${tool}`).click();
  else {
    await person.button('reader:tools.more').click();
    await person.page
      .getByRole('menuitem', { name: person.text(`reader:tools.${tool}`), exact: true })
      .click();
  }
};
const choose = async (person: PersonAtScreen, name: string) =>
  person.page.getByRole('radio', { name: person.text(name), exact: true }).click();
const close = async (person: PersonAtScreen) => {
  await person.page.keyboard.press('Escape');
  await person.page.getByRole('dialog').waitFor({ state: 'detached' });
};
const pageInSight = (page: number) => `(() => {
  const one = document.querySelector('[data-page="${page}"] .page-items')?.getBoundingClientRect();
  return one !== undefined && one.top < innerHeight && one.bottom > 0;
})()`;

describe.each(READERS)('a reader ($language, $size)', (way) => {
  const { size } = way;

  it(
    '[ACC-READER-01] [RDR-CONT-01] [RDR-CONT-02] [RDR-READER-57] [RDR-READER-58] reads a long book page by page, then all of it one under another, and goes on where they were on another device',
    async () => {
      const person = await arrive(way);
      await withPerson(person, async () => {
        const { page } = person;
        await person.go(`/d/${long}/?p=1`);
        await sheet(person, 1).waitFor();
        expect(await page.locator('.reader-head h1').innerText()).toBe('The long book');
        expect(await page.locator('footer.site-footer').count()).toBe(0);
        expect(await person.overflow()).toEqual([]);
        await person.button('reader:pager.next').click();
        await sheet(person, 2).waitFor();
        const onwards = way.language === 'fa' ? 'ArrowLeft' : 'ArrowRight';
        for (let next = 3; next <= LONG_PAGES; next += 1) {
          await page.keyboard.press(onwards);
          await sheet(person, next).waitFor();
        }
        await person.typePage(person.digits(40), 'Enter');
        await sheet(person, 40).waitFor();
        await person.arriveAt(/\?p=40$/);
        await page.goBack();
        await sheet(person, LONG_PAGES).waitFor();
        await person.typePage(person.digits(4), 'Enter');
        await sheet(person, 4).waitFor();

        await open(person, 'settings', size);
        await choose(person, 'reader:layout.continuous');
        await close(person);
        await page.locator('.continuous').waitFor();
        await person.until('the page in sight', pageInSight(4));
        await page.mouse.move(180, 400);
        await waitFor(
          'the last page',
          async () => {
            await page.mouse.wheel(0, 20_000);
            return person.place.endsWith(`?p=${LONG_PAGES}`);
          },
          STEP_MS,
        );
        expect(await page.locator('.continuous__page').count()).toBeLessThan(8);
        await person.typePage(person.digits(50), 'Enter');
        await person.until('the page in sight', pageInSight(50));
        expect(await person.overflow()).toEqual([]);
        await waitFor('the server to know', async () => {
          const { reading } = await about(long);
          return reading?.page_number === 49 && reading.layout === 'continuous';
        });
      });

      const elsewhere = await arrive(way);
      await withPerson(elsewhere, async () => {
        await elsewhere.go(`/d/${long}/`);
        await elsewhere.page.locator('.continuous').waitFor();
        await elsewhere.arriveAt(/\?p=50$/);
        await elsewhere.until('the page in sight', pageInSight(50));
        await elsewhere.page.keyboard.press('c');
        await sheet(elsewhere, 50).waitFor();
        await waitFor('the server to know', async () => (await about(long)).reading?.layout === 'single');
      });
    },
    LONG_READING_MS,
  );

  it('[RDR-TOC-01] [RDR-SEARCHDOC-01] [RDR-SEARCHDOC-02] [RDR-SEARCHDOC-05] finds a heading and a word', async () => {
    const person = await arrive(way);
    await withPerson(person, async () => {
      const { page } = person;
      await person.go(`/d/${long}/?p=2`);
      await sheet(person, 2).waitFor();
      await person.button('reader:tools.contents').click();
      const contents = dialog(person, 'reader:contents.title');
      await restsIn(contents, ({ x, width }) => width === 320 && x + width === page.viewportSize()?.width);
      await close(person);

      await open(person, 'find', size);
      const find = dialog(person, 'reader:find.title');
      await find.waitFor();
      await person.until('the screen', `document.activeElement?.type === 'search'`);
      await page.keyboard.type('page 37 of the long');
      await find.locator('li button').first().waitFor();
      expect(await find.locator('li').count()).toBe(1);
      await page.keyboard.press('Enter');
      await sheet(person, 37).waitFor();
      await person.arriveAt(/\?p=37$/);
      const bar = page.locator('.find-bar');
      expect(await bar.locator('output').innerText()).toBe(`${person.digits(1)}/${person.digits(1)}`);
      await person.until(
        'the screen',
        `CSS.highlights.has('found-now') || document.querySelector('[data-found-now]') !== null`,
      );
      await bar.getByRole('button', { name: person.text('reader:find.close') }).click();
      await bar.waitFor({ state: 'detached' });
    });
  });

  it('[RDR-NOTES-01] [RDR-NOTES-07] [RDR-NOTES-09] [RDR-READER-72] takes a note on each of the three texts, and each shows all of them', async () => {
    const person = await arrive(way);
    await withPerson(person, async () => {
      const { page } = person;
      await person.go(`/d/${short}/?p=1`);
      for (const version of [0, 1, 2] as const) {
        await readable(person);
        await person.pick(version);
        await page.locator(`[data-text="${version}"] [data-place]`).first().waitFor();
        // The notes of the texts before are marked here too, once they are known.
        if (version > 0) await page.locator('.note-mark').first().waitFor();
        await page.evaluate(`(() => {
          const place = [...document.querySelectorAll('[data-text="${version}"] p[data-place]')].find((one) => one.textContent.length > 40);
          const words = document.createTreeWalker(place, NodeFilter.SHOW_TEXT).nextNode();
          getSelection().setBaseAndExtent(words, 0, words, Math.min(20, words.length));
        })()`);
        await page.locator('.note-offer').getByRole('button').click();
        const form = page.getByRole('dialog');
        await restsIn(form, ({ width }) => (size === 'wide' ? width === 500 : width > 0 && width <= 360));
        await form.getByRole('radio', { name: person.text('notes:category.2') }).click();
        await form.getByRole('textbox').first().fill(`on text ${version}`);
        await person.button('notes:form.save').click();
        await page
          .locator('.message', { hasText: person.text('notes:create.saved') })
          .first()
          .waitFor();
        await form.waitFor({ state: 'detached' });
        await page.locator('.note-mark').first().waitFor();
      }
      expect(await person.overflow()).toEqual([]);
    });
    const { notes } = await call<{ notes: { id: string; version: number }[] }>(
      `knowledge/note/list/?document_key=${short}`,
    );
    expect(new Set(notes.map(({ version }) => version))).toEqual(new Set([0, 1, 2]));
    for (const { id } of notes) await call(`knowledge/note/delete/${id}/`, {});
  });

  it('[RDR-PDF-01] [RDR-PDF-03] [RDR-PDF-04] prints a PDF whose words can be read back', async () => {
    const person = await arrive(way);
    let bytes: Buffer | undefined;
    await withPerson(person, async () => {
      await person.go(`/d/${short}/?p=1`);
      await readable(person);
      await person.pick(2);
      await waitFor(
        'the PDF to be offered',
        async () => size === 'narrow' || (await person.button('reader:tools.pdf').count()) > 0,
      );
      await open(person, 'pdf', size);
      const preview = dialog(person, 'reader:pdf.title');
      await restsIn(preview, ({ x, y }) => x === 0 && y === 0);
      await preview.locator('.pdf__progress').waitFor({ state: 'detached' });
      bytes = await person.page.pdf({ preferCSSPageSize: true });
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
      const site = plain(person.text('common:siteTitle'));
      expect(sheets.every((text) => text.includes(site))).toBe(true);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** Letters alone: what stands between them on paper is the setter's. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\d/g, (digit) => String.fromCharCode(0x06f0 + Number(digit)))
    .replace(/[\s\u200c-\u200f\u202a-\u202e\u2066-\u2069.،]/g, '');

describe('people who edit', () => {
  const OWNERS = 'ویراستهٔ مالک سند است.';
  const OTHERS = 'پیشنهاد خوانندهٔ دیگری است.';
  const STAFFS = 'ویراستهٔ همکار سایت است.';
  let other = '';
  let staff = '';

  beforeAll(async () => {
    const signIn = async (username: string) =>
      (await call<{ token: string }>('user/login/', { ...ACCOUNT, username }, '')).token;
    await addAccount(product, ACCOUNT.username, 'editor');
    await addAccount(product, ACCOUNT.username, 'helper', { isStaff: true });
    other = await signIn('editor');
    staff = await signIn('helper');
    await call(`document/user/document/${(await about(short)).metadata.id}/publish/`, {});
  });

  /** Writes these words in the place of the first item of page 2, and leaves edit mode. */
  const rewrite = async (person: PersonAtScreen, words: string) => {
    await person.button('editing:mode.start').click();
    const type = person.text('editing:types.text');
    await person.button('editing:editItem', { type, place: person.digits(1) }).click();
    await person.page.locator('.item-editor textarea').first().fill(words);
    await person.button('editing:editor.save').click();
    await person.page.getByText(person.text('editing:state.saved'), { exact: true }).waitFor();
    expect(await person.barriers()).toEqual([]);
    await person.button('editing:mode.stop').click();
    const question = dialog(person, 'editing:leave.title');
    await question.getByRole('button', { name: person.text('editing:leave.exit') }).click();
  };

  /** Opens the one edit that somebody else suggests for the page. */
  const openSuggested = async (person: PersonAtScreen) => {
    await person.page
      .getByRole('radio', { name: person.text('editing:tabs.editsCount', { pending: person.digits(1) }) })
      .click();
    await person.page
      .getByRole('region', { name: person.text('editing:panel.others') })
      .locator('.edit-card button.link')
      .first()
      .click();
    await dialog(person, 'editing:details.title').waitFor();
  };
  /** Applies what is open; it is what whoever comes next reads. */
  const apply = async (person: PersonAtScreen) => {
    await person.button('editing:details.apply').click();
    await person.page.getByText(person.text('editing:details.applied')).waitFor();
    await person.page.reload();
    await person.reads(OTHERS);
  };

  it('[RDR-EDIT-20] [RDR-SUGGEST-01] [RDR-SUGGEST-06] change their own book at once, suggest on the book of another, and apply what was suggested', async () => {
    const owner = await arrive({ language: 'fa', size: 'wide' });
    await withPerson(owner, async () => {
      await owner.go(`/d/${short}/?p=2`);
      await readable(owner);
      await rewrite(owner, OWNERS);
      await owner.reads(OWNERS);
    });
    const reader = await arrive({ language: 'en', size: 'wide' }, other);
    await withPerson(reader, async () => {
      await reader.go(`/d/${short}/?p=2`);
      await reader.reads(OWNERS);
      await rewrite(reader, OTHERS);
      await reader.reads(OWNERS);
    });
    const again = await arrive({ language: 'fa', size: 'wide' });
    await withPerson(again, async () => {
      await again.go(`/d/${short}/?p=2`);
      await readable(again);
      await openSuggested(again);
      await apply(again);
    });
  });

  it('[RDR-EDIT-19] [RDR-EDIT-20] [RDR-SUGGEST-06] are staff, who change the book of another at once, apply and reject; a reader may none of it', async () => {
    const pageOf = async (as: string) => {
      const { pages } = await call<PagesResponse>(
        `document/pages/${short}/?page=3&per_page=1`,
        undefined,
        as,
      );
      const [page] = pages;
      if (!page?.translated_content_level2) throw new Error('page 3 is not translated');
      return { id: page.id, items: page.translated_content_level2.items };
    };
    const { id, items } = await pageOf(other);
    const worded = (content: string) =>
      JSON.stringify({ items: items.map((item, at) => (at === 0 ? { ...item, content } : item)) });
    const suggest = async (content: string) =>
      (
        await call<{ suggestion: { id: string } }>(
          `document/page/${id}/suggestion/create/`,
          { edit_type: 'translation_2', suggested_content: worded(content) },
          other,
        )
      ).suggestion.id;
    const history = async () =>
      (await call<{ total: number }>(`document/page/${id}/suggestion/history/`, undefined, staff)).total;

    const member = await arrive({ language: 'fa', size: 'wide' }, staff);
    await withPerson(member, async () => {
      await member.go(`/d/${short}/?p=3`);
      await readable(member);
      await rewrite(member, STAFFS);
      await member.reads(STAFFS);
    });
    expect((await pageOf(other)).items[0]?.content).toBe(STAFFS);
    expect(await history()).toBe(0);

    const refused = await suggest('پیشنهادی که پذیرفته نمی‌شود.');
    const forbidden = [
      call(`document/page/${id}/update/`, { content: worded('x'), translation_version: '2' }, other),
      call(`document/suggestion/${refused}/apply/`, {}, other),
    ];
    for (const attempt of forbidden) await expect(attempt).rejects.toThrow(/answered 403/);
    await call(`document/suggestion/${refused}/cancel/`, {}, staff);
    await expect(call(`document/suggestion/${refused}/apply/`, {}, staff)).rejects.toThrow(/answered 409/);
    expect((await pageOf(other)).items[0]?.content).toBe(STAFFS);

    await suggest(OTHERS);
    const again = await arrive({ language: 'en', size: 'wide' }, staff);
    await withPerson(again, async () => {
      await again.go(`/d/${short}/?p=3`);
      await readable(again);
      await openSuggested(again);
      expect(await again.barriers()).toEqual([]);
      await apply(again);
    });
    expect(await history()).toBe(1);
  });
});

describe('a guest', () => {
  beforeAll(async () => {
    const facts = { visibility: 'catalogue', published: true, accessType: 'paid', price: 90_000 };
    const { id } = (await about(long)).metadata;
    await product.rows<{ _id: string }>('documents', 'documents').updateOne({ _id: id }, { $set: facts });
    await waitFor('the preview', async () => {
      const { metadata } = await call<MetadataResponse>(`document/metadata/${long}/`, undefined, '');
      return !metadata.access.full && metadata.preview_pages.to === PREVIEW_TO - 1;
    });
  });

  it.each(GUESTS)(
    '[RDR-READER-07] [RDR-READER-14] [RDR-READER-17] [RDR-READER-18] [RDR-READER-82] reads a preview and is led from what is locked ($language, $size)',
    async (way) => {
      const person = await arrive(way, '');
      await withPerson(person, async () => {
        await person.go(`/d/${long}/?p=20`);
        await person.page.getByText(person.text('reader:locked.title', { page: 20 })).waitFor();
        expect(await person.page.locator('.page-items').count()).toBe(0);
        await person.page.getByText(person.text('reader:preview.book')).waitFor();
        expect(await person.barriers()).toEqual([]);
        expect(await person.overflow()).toEqual([]);
        await person.button('reader:locked.first').click();
        await sheet(person, 1).waitFor();
        await readable(person);
        await person.typePage(person.digits(PREVIEW_TO), 'Enter');
        await sheet(person, PREVIEW_TO).waitFor();
        await person.button('reader:pager.next').click();
        await sheet(person, 1).waitFor();
        await person.page.locator('.message', { hasText: person.text('reader:locked.notice') }).waitFor();
        await person.button('notes:open').click();
        await person.arriveAt(/^\/user\/login\/\?redirect=%2Fd%2F/);
      });
    },
  );
});

describe('a text that wants to be a script', () => {
  const payloads = scriptPayloads();
  const ON_EACH = 12;

  it(`is shown and never run, in any of ${payloads.length} forms and every type of item`, async () => {
    expect(payloads.length).toBeGreaterThanOrEqual(290);
    const person = await arrive({ language: 'fa', size: 'wide' });
    const ran: number[] = [];
    const elsewhere: string[] = [];
    const { page } = person;
    await page.exposeFunction(HIT, (number: number) => void ran.push(number));
    page.on('dialog', (box) => void box.dismiss());
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol !== 'data:' && protocol !== 'blob:' && origin !== new URL(product.url).origin)
        elsewhere.push(request.url());
    });
    const known = await about(short);
    const [like] = (await call<PagesResponse>(`document/pages/${short}/?per_page=1`)).pages;
    if (!like) throw new Error('no page to begin with');
    const pages = hostilePages(like, payloads, ON_EACH);
    const title = payloads.slice(0, 4).join(' ');
    const metadata = {
      ...known.metadata,
      ...{ title, subtitle: title, original_title: title, original_subtitle: title, authors: title },
      ...{ source_filename: `${title}.pdf`, note: title, total_pages: pages.length },
      modified_date: '2020-01-01T00:00:00.000Z',
    };
    const json = (body: unknown) => ({ contentType: 'application/json', body: JSON.stringify(body) });
    await page.route('**/api/document/metadata/**', (route) =>
      route.fulfill(
        json({ ...known, metadata, modified_date: metadata.modified_date, current_page: pages[0] }),
      ),
    );
    await page.route('**/api/document/pages/**', (route) => {
      const query = new URL(route.request().url()).searchParams;
      const [chunk, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 100)];
      const pagination = { page: chunk, per_page: size, total_items: pages.length };
      return route.fulfill(json({ pages: pages.slice((chunk - 1) * size, chunk * size), pagination }));
    });
    await page.route('**/api/document/events/**', (route) => route.abort());
    await page.route('**/api/document/contents/**', (route) =>
      route.fulfill(
        json({
          status: 'success',
          entries: payloads.map((payload, index) => ({
            title: payload,
            origin_title: payload,
            level: 1,
            pageNumber: 1,
            headingId: `heading-1-${index}`,
          })),
        }),
      ),
    );
    await page.route('**/api/document/find/**', (route) =>
      route.fulfill(
        json({
          status: 'success',
          truncated: false,
          results: payloads.map((snippet, index) => ({
            ...{ pageNumber: 1, snippet, snippet_match: [0, 3], isTranslated: true, matchIndex: index },
            ...{ itemType: 'text', headingId: null, item_id: '0-0-t' },
          })),
        }),
      ),
    );
    await page.route('**/api/knowledge/note/list/**', (route) =>
      route.fulfill(
        json({
          status: 'success',
          notes: payloads.map((payload, index) => ({
            ...{
              id: `note-${index}`,
              text: payload,
              user_note: payload,
              category: 1,
              selected_text: payload,
            },
            ...{
              page_number: 0,
              item_index: 1,
              start_offset: 0,
              end_offset: 5,
              tags: [payload.slice(0, 40)],
            },
            document: { id: metadata.id, key: short, title: payload, original_title: payload },
            ...{ created_date: metadata.modified_date, modified_date: metadata.modified_date },
            ...{ item_id: '0-0-t', version: 2, anchored_text: payload, orphan: false, locked: false },
          })),
        }),
      ),
    );
    const quiet = (where: string) => expect([where, ran, elsewhere]).toEqual([where, [], []]);

    await person.go(`/d/${short}/?p=1`);
    await readable(person);
    await page.keyboard.press('b');
    await page.locator('.paired-text').waitFor();
    for (let number = 1; number <= pages.length; number += 1) {
      await sheet(person, number).waitFor();
      // Its names stand as names: nothing of it became an element of its own.
      const strange = await page.evaluate(
        `[...document.querySelectorAll('.page-items :is(script, iframe, object, embed, form, input, select, video, audio, details, marquee, meta, link, style, base, template)')].length`,
      );
      expect([number, strange]).toEqual([number, 0]);
      await page.keyboard.press('ArrowLeft');
    }
    quiet('pages');
    const handlers = await page.evaluate(
      `[...document.querySelectorAll('#root *')].filter((one) => [...one.attributes].some(({ name, value }) => /^on/i.test(name) || /^\\s*(javascript|vbscript):/i.test(value))).length`,
    );
    expect(handlers).toBe(0);

    await page.keyboard.press('t');
    await dialog(person, 'reader:contents.title')
      .locator('li')
      .nth(payloads.length - 1)
      .waitFor({ state: 'attached' });
    await close(person);
    await page.keyboard.press('/');
    await person.until('the screen', `document.activeElement?.type === 'search'`);
    await page.keyboard.type('<script>');
    await dialog(person, 'reader:find.title')
      .locator('li')
      .nth(payloads.length - 1)
      .waitFor({ state: 'attached' });
    await close(person);
    quiet('contents and search');
    await person.button('notes:open').click();
    await page.locator('.note-card').first().waitFor();
    quiet('notes');
    const blocked = person.problems.filter((problem) => problem.startsWith('content policy'));
    const thrown = person.problems.filter((problem) => problem.startsWith('exception'));
    await person.leave();
    expect({ blocked, thrown }).toEqual({ blocked: [], thrown: [] });
  });

  it('is shown and never run as the name of a file and its title, through the whole product', async () => {
    const names = payloads
      .filter((payload) => /^[^"\\/]*$/.test(payload) && !payload.includes('\u0000'))
      .slice(0, 6);
    for (const [index, name] of names.entries()) {
      const file = new File([await makeLongPdf(1), `% ${index}`], `${name}.pdf`, { type: 'application/pdf' });
      await call('document/upload/', { file, language: 'en' });
    }
    const person = await arrive({ language: 'en', size: 'wide' });
    const ran: number[] = [];
    await person.page.exposeFunction(HIT, (number: number) => void ran.push(number));
    await withPerson(person, async () => {
      await person.go('/user/documents/');
      await person.page.locator('[data-status]').nth(names.length).waitFor();
      await person.page.locator('a.doc-title').first().click();
      await person.arriveAt(/^\/d\//);
      await person.page.locator('.reader-head h1').waitFor();
    });
    expect(ran).toEqual([]);
  });
});
