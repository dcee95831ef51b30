import type { PagesResponse } from '@hamkhan/contracts/http/documents';
import { makeLongPdf } from '@hamkhan/testing/fixtures/make-long-pdf';
import { describe, expect, it } from '@jest/globals';
import { metadataOf, uploadBook, waitUntilConverted } from './support/books.js';
import { hostilePages } from './support/hostile-pages.js';
import { closeDialog, dialog, sheet, waitForContent, withUser } from './support/reader-screen.js';
import { ReaderTest } from './support/reader-test.js';
import { HIT, scriptPayloads } from './support/script-payloads.js';

let short: string;

const test = ReaderTest.register('attacked', {
  prepare: async ({ owner }) => {
    short = await uploadBook(owner, 'attacked.pdf', 2);
    await waitUntilConverted(owner, short);
  },
});

describe('script injection', () => {
  const payloads = scriptPayloads();
  const ON_EACH = 12;

  it(`shows ${payloads.length} scripts as text and never runs them, in every type of item`, async () => {
    expect(payloads.length).toBeGreaterThanOrEqual(290);
    const user = await test.open({ language: 'fa', size: 'wide' });
    const ran: number[] = [];
    const foreignRequests: string[] = [];
    const { page } = user;
    await page.exposeFunction(HIT, (number: number) => void ran.push(number));
    page.on('dialog', (box) => void box.dismiss());
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol !== 'data:' && protocol !== 'blob:' && origin !== new URL(test.product.url).origin)
        foreignRequests.push(request.url());
    });
    const known = await metadataOf(test.owner, short);
    const [like] = (await test.owner.get<PagesResponse>(`document/pages/${short}/?per_page=1`)).pages;
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
    const expectNothingRan = (where: string) =>
      expect([where, ran, foreignRequests]).toEqual([where, [], []]);

    await user.goto(`/d/${short}/?p=1`);
    await waitForContent(user);
    await page.keyboard.press('b');
    await page.locator('.paired-text').waitFor();
    for (let number = 1; number <= pages.length; number += 1) {
      await sheet(user, number).waitFor();
      // No payload became an element.
      const strange = await page.evaluate(
        `[...document.querySelectorAll('.page-items :is(script, iframe, object, embed, form, input, select, video, audio, details, marquee, meta, link, style, base, template)')].length`,
      );
      expect([number, strange]).toEqual([number, 0]);
      await page.keyboard.press('ArrowLeft');
    }
    expectNothingRan('pages');
    const handlers = await page.evaluate(
      `[...document.querySelectorAll('#root *')].filter((one) => [...one.attributes].some(({ name, value }) => /^on/i.test(name) || /^\\s*(javascript|vbscript):/i.test(value))).length`,
    );
    expect(handlers).toBe(0);

    await page.keyboard.press('t');
    await dialog(user, 'reader:contents.title')
      .locator('li')
      .nth(payloads.length - 1)
      .waitFor({ state: 'attached' });
    await closeDialog(user);
    await page.keyboard.press('/');
    await user.waitUntil('the search field to have the focus', `document.activeElement?.type === 'search'`);
    await page.keyboard.type('<script>');
    await dialog(user, 'reader:find.title')
      .locator('li')
      .nth(payloads.length - 1)
      .waitFor({ state: 'attached' });
    await closeDialog(user);
    expectNothingRan('contents and search');
    await user.button('notes:open').click();
    await page.locator('.note-card').first().waitFor();
    expectNothingRan('notes');
    const blocked = user.problems.filter((problem) => problem.startsWith('content policy'));
    const thrown = user.problems.filter((problem) => problem.startsWith('exception'));
    await user.close();
    expect({ blocked, thrown }).toEqual({ blocked: [], thrown: [] });
  });

  it('shows a script in a file name and title as text and never runs it', async () => {
    const names = payloads
      .filter((payload) => /^[^"\\/]*$/.test(payload) && !payload.includes('\u0000'))
      .slice(0, 6);
    for (const [index, name] of names.entries()) {
      const file = new File([await makeLongPdf(1), `% ${index}`], `${name}.pdf`, { type: 'application/pdf' });
      await test.owner.post('document/upload/', { file, language: 'en' });
    }
    const user = await test.open({ language: 'en', size: 'wide' });
    const ran: number[] = [];
    await user.page.exposeFunction(HIT, (number: number) => void ran.push(number));
    await withUser(user, async () => {
      await user.goto('/user/documents/');
      await user.page.locator('[data-status]').nth(names.length).waitFor();
      await user.page.locator('a.doc-title').first().click();
      await user.waitForPath(/^\/d\//);
      await user.page.locator('.reader-head h1').waitFor();
    });
    expect(ran).toEqual([]);
  });
});
