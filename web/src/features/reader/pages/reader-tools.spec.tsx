import '../../../test/web-globals.js';
import type { FindResult, TocEntry } from '@hamkhan/contracts/http/reader';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { callTo, type StubRoutes } from '../../../test/api-stub.js';
import { paragraph, readerDocument, readerPage } from '../../../test/reader-document.js';
import { addressOf, pagesOf, press, serve, show } from '../../../test/reader-server.js';
import { setScreenWidth, startScreen } from '../../../test/screen.js';
import { GENERAL_ID, shelfList, shelfRow } from '../../../test/shelf.js';
import { SHORTCUTS, type ShortcutName } from '../../../shared/lib/reader-shortcuts.js';
import { setAuthToken } from '../../../shared/storage/settings.js';

jest.setTimeout(30_000);

const ENTRIES: TocEntry[] = [
  { title: 'اقتصاد', origin_title: 'Economy', level: 1, pageNumber: 2, headingId: 'heading-2-economy' },
  { title: 'خانه‌سازی', origin_title: 'Building', level: 2, pageNumber: 4, headingId: 'heading-4-building' },
  { title: 'تخته‌ها', origin_title: 'Boards', level: 3, pageNumber: 5, headingId: 'heading-5-boards' },
  { title: 'آواها', origin_title: 'Sounds', level: 1, pageNumber: 9, headingId: 'heading-9-sounds' },
];
const CONTENTS = 'GET document/contents/walden0001/';
const FIND = 'GET document/find/walden0001/';
const withContents = (entries = ENTRIES): StubRoutes => ({
  [CONTENTS]: { body: { status: 'success', entries } },
});
const button = (name: string) => screen.queryByRole('button', { name });
const press1 = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const openContents = async () => {
  press1('Contents');
  return screen.findByRole('dialog', { name: 'Contents' });
};
const entryOf = (name: string) =>
  screen.getByText(name, { selector: 'li *' }).closest('button') as HTMLElement;

beforeEach(async () => {
  await startScreen('en');
  setAuthToken('t');
});

describe('the bar of the reader', () => {
  it('has a search button from 700 pixels on, and a menu entry below that [RDR-READER-04]', async () => {
    for (const [width, inBar] of [
      [700, true],
      [699, false],
    ] as const) {
      await startScreen('en');
      setScreenWidth(width);
      serve(readerDocument(), pagesOf(12));
      show();
      await screen.findByText('نهایی 1');
      expect(button('Search in the document') !== null).toBe(inBar);
      press1('More');
      const menu = await screen.findByRole('menu', { name: 'More' });
      expect(within(menu).queryByText('Search in the document') !== null).toBe(!inBar);
    }
  });

  it('offers a PDF of a short, completely loaded document that is owned or free [RDR-READER-05] [RDR-PDF-05]', async () => {
    const none = { full: false, reason: 'none' } as const;
    for (const [pages, part, offered] of [
      [20, { access: { full: true, reason: 'free' } }, true],
      [35, { access_type: 'paid', access: { full: true, reason: 'purchased' } }, true],
      [36, { access_type: 'paid', access: { full: true, reason: 'purchased' } }, false],
      [40, { access: { full: true, reason: 'free' } }, false],
      [11, { access_type: 'paid', purchased: false, access: none }, false],
      [20, { access_type: 'paid', access: { full: true, reason: 'subscription' } }, false],
    ] as const) {
      await startScreen('en');
      const { calls } = serve(readerDocument({ ...part, total_pages: pages }), pagesOf(pages));
      show();
      await screen.findByText('نهایی 1');
      await waitFor(() =>
        expect(screen.getByRole('progressbar', { name: 'Loaded pages' }).getAttribute('aria-valuenow')).toBe(
          String(pages),
        ),
      );
      expect([pages, part.access.reason, button('Print and PDF') !== null]).toEqual([
        pages,
        part.access.reason,
        offered,
      ]);
      expect(calls.length).toBeGreaterThan(1);
    }
  });

  it('offers no PDF while pages are missing [RDR-READER-05]', async () => {
    serve(readerDocument({ total_pages: 3 }), pagesOf(3), { 'GET document/pages/walden0001/': 'hang' });
    show();
    await screen.findByText('نهایی 1');
    expect(button('Print and PDF')).toBeNull();
  });

  it('has the pager at the bottom, without the site’s own bar [RDR-READER-11]', async () => {
    serve(readerDocument(), pagesOf(12));
    show();
    await screen.findByText('نهایی 1');
    const pager = screen.getByRole('navigation', { name: 'Pages' });
    expect(pager.closest('header')).toBeNull();
    expect(pager.closest('.reader-dock')).not.toBeNull();
  });

  it('lists its shortcuts on a question mark', async () => {
    serve(readerDocument(), pagesOf(12));
    show();
    await screen.findByText('نهایی 1');
    await press('?');
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    const shown = [...sheet.querySelectorAll('dl > div')].map((line) => [
      line.querySelector('dt')?.textContent,
      [...line.querySelectorAll('kbd')].map((key) => key.textContent),
    ]);
    const names = Object.keys(SHORTCUTS) as ShortcutName[];
    expect(shown).toEqual(names.map((name) => [i18next.t(`reader:keys.${name}`), SHORTCUTS[name].shown]));
    expect(shown).toContainEqual(['Play and pause this page', ['P']]);
    expect(shown).toContainEqual(['Start and stop editing', ['E']]);
  });
});

describe('the contents', () => {
  it('open in a sheet on the right in both languages, and close with a click outside [RDR-READER-02] [RDR-TOC-01]', async () => {
    for (const [language, name, place] of [
      ['en', 'Contents', 'end'],
      ['fa', 'فهرست', 'start'],
    ] as const) {
      await startScreen(language);
      setAuthToken('t');
      serve(readerDocument(), pagesOf(12), withContents());
      show();
      await screen.findByText('نهایی 1');
      press1(name);
      const sheet = await screen.findByRole('dialog', { name });
      expect(sheet.dataset['place']).toBe(place);
      const veil = sheet.closest('.dialog-veil') as HTMLElement;
      fireEvent.pointerUp(veil);
      await waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());
    }
  });

  it('link to the library and to the document’s page [RDR-TOC-02] [RDR-TOC-08]', async () => {
    serve(readerDocument(), pagesOf(12), withContents());
    show();
    await screen.findByText('نهایی 1');
    const sheet = await openContents();
    const to = (name: string) => within(sheet).getByRole('link', { name }).getAttribute('href');
    expect(to('Back to the library')).toBe('/user/documents/');
    expect(to('About the document')).toBe('/i/walden0001/');
  });

  it('show the title of the document, or its original title [RDR-TOC-03]', async () => {
    serve(readerDocument({ title: '', original_title: 'Walden' }), pagesOf(12), withContents());
    show();
    await screen.findByText('نهایی 1');
    expect((await openContents()).querySelector('.contents__title')?.textContent).toBe('Walden');
  });

  it('are filtered by both titles, ignoring spelling variants [RDR-TOC-04]', async () => {
    serve(readerDocument(), pagesOf(12), withContents());
    show();
    await screen.findByText('نهایی 1');
    await openContents();
    await screen.findByText('آواها');
    const filter = screen.getByRole('searchbox', { name: 'Search the headings' });
    fireEvent.change(filter, { target: { value: 'sOUnd' } });
    await waitFor(() => expect(screen.queryByText('اقتصاد')).toBeNull());
    expect(screen.getByText('آواها')).toBeTruthy();
    fireEvent.change(filter, { target: { value: 'خانه سازي' } });
    await waitFor(() => expect(screen.getByText('خانه‌سازی')).toBeTruthy());
    expect(screen.queryByText('آواها')).toBeNull();
  });

  it('show the level of each heading and the current one, on the side where its text starts [RDR-TOC-05] [RDR-TOC-06]', async () => {
    serve(readerDocument(), pagesOf(12), withContents());
    show('/d/walden0001/?p=4');
    await screen.findByText('نهایی 4');
    await openContents();
    await screen.findByText('اقتصاد');
    expect(['اقتصاد', 'خانه‌سازی', 'تخته‌ها'].map((name) => entryOf(name).dataset['level'])).toEqual([
      '1',
      '2',
      '3',
    ]);
    expect(
      ENTRIES.filter(({ title }) => entryOf(title).hasAttribute('aria-current')).map((one) => one.title),
    ).toEqual(['خانه‌سازی']);
    // The interface says where headings begin, each says how it runs.
    const own = entryOf('اقتصاد').querySelector('bdi');
    expect([own?.dir, own?.lang, own?.closest('[dir]:not(bdi)')?.getAttribute('dir')]).toEqual([
      'rtl',
      'fa',
      'ltr',
    ]);
  });

  it('scroll to the current heading, also when they were loaded before', async () => {
    const seen: (string | null)[] = [];
    Element.prototype.scrollIntoView = function scroll(this: Element) {
      seen.push(this.textContent);
    };
    serve(readerDocument(), pagesOf(12), withContents());
    show('/d/walden0001/?p=9');
    await screen.findByText('نهایی 9');
    await waitFor(() => expect(button('Previous heading')?.hasAttribute('disabled')).toBe(false));
    await openContents();
    await waitFor(() => expect(seen).toEqual(['آواها9']));
  });

  it('go to a heading on a page that is not loaded yet', async () => {
    serve(readerDocument(), pagesOf(12), withContents());
    const router = show();
    await screen.findByText('نهایی 1');
    await openContents();
    fireEvent.click(await screen.findByText('آواها'));
    expect(await screen.findByText('نهایی 9')).toBeTruthy();
    expect(addressOf(router)).toBe('?p=9');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('offer a full-text search when no heading matches [RDR-TOC-07]', async () => {
    serve(readerDocument(), pagesOf(12), withContents());
    show();
    await screen.findByText('نهایی 1');
    await openContents();
    await screen.findByText('اقتصاد');
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search the headings' }), {
      target: { value: 'zzz' },
    });
    expect(await screen.findByText('No heading matches.')).toBeTruthy();
    press1('Search the text');
    const dialog = await screen.findByRole('dialog', { name: 'Search in the document' });
    expect(within(dialog).getByRole<HTMLInputElement>('searchbox').value).toBe('zzz');
  });

  it('move the document to another or a new shelf, with the current one checked [RDR-TOC-09] [RDR-TOC-12] [RDR-TOC-13]', async () => {
    const other = shelfRow({ id: 'b'.repeat(24), name: 'Novels' });
    const made = shelfRow({ id: 'c'.repeat(24), key: 'essays00001', name: 'Essays' });
    const MOVE = 'POST document/user/document/walden0001/move-to-shelf/';
    const { calls } = serve(readerDocument({ shelf_id: GENERAL_ID }), pagesOf(12), {
      ...withContents(),
      'GET document/user/shelf/list/': shelfList(other),
      [MOVE]: ({ form }) => ({ body: { status: 'success', shelf_id: form['shelf_id'] } }),
      'POST document/user/shelf/create/': { body: { status: 'success', shelf: made } },
    });
    show();
    await screen.findByText('نهایی 1');
    await openContents();
    const checked = () =>
      screen
        .getAllByRole('menuitemradio')
        .filter((one) => one.getAttribute('aria-checked') === 'true')
        .map((one) => one.querySelector('bdi')?.textContent);
    fireEvent.click(await screen.findByRole('button', { name: 'Add to shelf' }));
    expect(await screen.findAllByRole('menuitemradio')).toHaveLength(2);
    expect(checked()).toEqual(['General']);
    fireEvent.click(screen.getByRole('menuitemradio', { name: /Novels/ }));
    await waitFor(() => expect(callTo(calls, MOVE).form).toEqual({ shelf_id: other.id }));
    await waitFor(() => expect(screen.queryByRole('menuitemradio')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Add to shelf' }));
    await screen.findAllByRole('menuitemradio');
    expect(checked()).toEqual(['Novels']);
    fireEvent.click(screen.getByRole('menuitem', { name: 'New shelf' }));
    fireEvent.change(await screen.findByRole('textbox', { name: /Name/ }), { target: { value: 'Essays' } });
    const form = screen.getByRole('textbox', { name: /Name/ }).closest('[role=dialog]') as HTMLElement;
    fireEvent.click(within(form).getByRole('button', { name: /Create/ }));
    await waitFor(() => expect(callTo(calls, MOVE).form).toEqual({ shelf_id: made.id }));
  });

  it('offer no shelf to a guest, or to a user without shelves [RDR-TOC-11]', async () => {
    setAuthToken(null);
    const guest = serve(readerDocument(), pagesOf(12), {
      ...withContents(),
      'GET document/user/shelf/list/': shelfList(),
    });
    show();
    await screen.findByText('نهایی 1');
    await openContents();
    await screen.findByText('اقتصاد');
    expect(button('Add to shelf')).toBeNull();
    expect(guest.calls.some(({ path }) => path.includes('shelf'))).toBe(false);

    await startScreen('en');
    setAuthToken('t');
    const { calls } = serve(readerDocument(), pagesOf(12), {
      ...withContents(),
      'GET document/user/shelf/list/': {
        body: { status: 'success', general_shelf_id: GENERAL_ID, shelves: [] },
      },
    });
    show();
    await screen.findByText('نهایی 1');
    await openContents();
    await screen.findByText('اقتصاد');
    await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/shelf/list/'))).toBe(true));
    expect(button('Add to shelf')).toBeNull();
  });

  it('show an error with a retry when they cannot be loaded', async () => {
    let broken = true;
    serve(readerDocument(), pagesOf(12), {
      [CONTENTS]: () => (broken ? { status: 500 } : { body: { status: 'success', entries: ENTRIES } }),
    });
    show();
    await screen.findByText('نهایی 1');
    await openContents();
    expect(await screen.findByText('The contents could not be loaded.')).toBeTruthy();
    broken = false;
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('اقتصاد')).toBeTruthy();
  });
});

describe('the steps between headings', () => {
  it('are shown from 900 pixels on [RDR-PAGINATION-04]', async () => {
    for (const [width, there] of [
      [900, true],
      [899, false],
    ] as const) {
      await startScreen('en');
      setScreenWidth(width);
      serve(readerDocument(), pagesOf(12), withContents());
      show();
      await screen.findByText('نهایی 1');
      expect(button('Next heading') !== null).toBe(there);
      expect(button('Previous heading') !== null).toBe(there);
    }
  });

  it('go to the heading before and after, if there is one [RDR-PAGINATION-05]', async () => {
    serve(readerDocument(), pagesOf(12), withContents());
    const router = show('/d/walden0001/?p=2');
    await screen.findByText('نهایی 2');
    const step = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
    await waitFor(() => expect(step('Next heading').disabled).toBe(false));
    expect(step('Previous heading').disabled).toBe(true);
    fireEvent.click(step('Next heading'));
    expect(await screen.findByText('نهایی 4')).toBeTruthy();
    expect(step('Previous heading').disabled).toBe(false);
    await press('End');
    await screen.findByText('نهایی 12');
    expect(step('Next heading').disabled).toBe(true);
    fireEvent.click(step('Previous heading'));
    expect(await screen.findByText('نهایی 9')).toBeTruthy();
    expect(addressOf(router)).toBe('?p=9');
  });
});

describe('searching in the document', () => {
  const result = (pageNumber: number, part: Partial<FindResult> = {}): FindResult => ({
    pageNumber,
    snippet: 'the pond in winter',
    snippet_match: [4, 8],
    isTranslated: false,
    matchIndex: 0,
    itemType: 'text',
    headingId: null,
    item_id: 'a',
    ...part,
  });
  const words = pagesOf(12).map((page) =>
    page.page_number === 1 || page.page_number === 6
      ? readerPage(page.page_number, {
          translated_content_level2: { items: [paragraph(`the pond ${page.page_number + 1}`)] },
        })
      : page,
  );
  const RESULTS = [result(2, { isTranslated: true }), result(7, { isTranslated: true })];
  const search = async (text: string) => {
    press1('Search in the document');
    const dialog = await screen.findByRole('dialog', { name: 'Search in the document' });
    fireEvent.change(within(dialog).getByRole('searchbox'), { target: { value: text } });
    return dialog;
  };

  it('lists the server’s results with their pages [RDR-SEARCHDOC-01]', async () => {
    const { calls } = serve(readerDocument(), words, {
      [FIND]: { body: { status: 'success', results: RESULTS, truncated: false } },
    });
    show();
    await screen.findByText('نهایی 1');
    const dialog = await search('pond');
    expect(await within(dialog).findByText('Page 2')).toBeTruthy();
    expect(within(dialog).getByText('2 matches')).toBeTruthy();
    expect(dialog.querySelector('mark')?.textContent).toBe('pond');
    expect(callTo(calls, FIND).query).toEqual({ q: 'pond', version: '2' });
    fireEvent.change(within(dialog).getByRole('searchbox'), { target: { value: 'po' } });
    expect(await within(dialog).findByText('Enter at least 3 letters.')).toBeTruthy();
    expect(dialog.querySelectorAll('li')).toHaveLength(0);
  });

  it('steps through the results in a bar, and highlights the active one [RDR-SEARCHDOC-02] [RDR-SEARCHDOC-05]', async () => {
    serve(readerDocument(), words, {
      [FIND]: { body: { status: 'success', results: RESULTS, truncated: false } },
    });
    const router = show();
    await screen.findByText('نهایی 1');
    const dialog = await search('pond');
    fireEvent.click(await within(dialog).findByText('Page 2'));
    expect(await screen.findByText('the pond 2')).toBeTruthy();
    const bar = screen.getByRole('search', { name: 'Search' });
    const count = () => bar.querySelector('output')?.textContent;
    expect(count()).toBe('1/2');
    for (const name of ['Previous match', 'Next match', 'All matches', 'Close the search'])
      expect(within(bar).getAllByRole('button', { name }).length).toBeGreaterThan(0);
    await waitFor(() => expect(document.querySelector('[data-found-now]')?.textContent).toBe('the pond 2'));

    fireEvent.click(within(bar).getByRole('button', { name: 'Next match' }));
    expect(await screen.findByText('the pond 7')).toBeTruthy();
    expect(addressOf(router)).toBe('?p=7');
    expect(count()).toBe('2/2');
    await waitFor(() => expect(document.querySelector('[data-found-now]')?.textContent).toBe('the pond 7'));
    await press('n', { code: 'KeyN', shiftKey: true });
    expect(await screen.findByText('the pond 2')).toBeTruthy();
    expect(addressOf(router)).toBe('?p=2');

    fireEvent.click(within(bar).getAllByRole('button', { name: 'All matches' })[0] as HTMLElement);
    expect(await screen.findByRole('dialog', { name: 'Search in the document' })).toBeTruthy();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape', code: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(within(bar).getByRole('button', { name: 'Close the search' }));
    expect(screen.queryByRole('search', { name: 'Search' })).toBeNull();
    expect(document.querySelector('[data-found-now]')).toBeNull();
  });

  it('focuses its field, and shows when nothing is found or the server fails', async () => {
    let status = 200;
    serve(readerDocument(), words, {
      [FIND]: () =>
        status === 200 ? { body: { status: 'success', results: [], truncated: false } } : { status },
    });
    show();
    await screen.findByText('نهایی 1');
    const dialog = await search('whale');
    expect(await within(dialog).findByText('No matches in this document.')).toBeTruthy();
    expect(within(dialog).getByRole('searchbox').dataset['pcAutofocus']).toBe('true');
    status = 503;
    fireEvent.change(within(dialog).getByRole('searchbox'), { target: { value: 'whales' } });
    await waitFor(() =>
      expect(within(dialog).getByRole('status').textContent).toMatch(/moment|available|try/i),
    );
  });
});
