import '../../../test/web-globals.js';
import type { LibraryItem, ReaderPage as Page } from '@hamkhan/contracts/http/documents';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { libraryItem } from '../../../test/library-item.js';
import { emptyPage, metadataAnswer, readerDocument, readerPage } from '../../../test/reader-document.js';
import {
  addressOf,
  callsTo,
  METADATA,
  PAGES,
  pagesOf,
  press,
  serve,
  show,
} from '../../../test/reader-server.js';
import { setScreenWidth, startScreen } from '../../../test/screen.js';
import { setAuthToken } from '../../../shared/storage/settings.js';

// A busy machine may take its time; what never comes still fails.
jest.setTimeout(30_000);

/** A reader who asked for no less motion. */
const withMotion = () => {
  const ask = window.matchMedia;
  window.matchMedia = (query) => ({
    ...ask(query),
    matches: query.includes('reduced-motion') ? false : ask(query).matches,
  });
};

beforeEach(async () => {
  await startScreen('en');
  withMotion();
  setAuthToken('t');
});
afterEach(() => void jest.useRealTimers());

describe('opening a document', () => {
  it('[RDR-READER-46] [RDR-READER-50] asks for its metadata with the page first, then for the others', async () => {
    const { calls } = serve(readerDocument(), pagesOf(12));
    show('/d/walden0001/?p=5');
    expect(await screen.findByText('نهایی 5')).toBeTruthy();
    await waitFor(() =>
      expect(callsTo(calls, 'pages')).toEqual([
        { page: '1', per_page: '10' },
        { page: '1', per_page: '100' },
      ]),
    );
    expect(callsTo(calls, 'metadata')).toEqual([{ with_page: '1', add: '1', page: '4' }]);
    expect(calls.find((call) => call.path.startsWith('/api/document/'))?.path).toBe(
      '/api/document/metadata/walden0001/',
    );
  });

  it('[RDR-READER-46] asks for no page number above 1', async () => {
    const { calls } = serve(readerDocument(), pagesOf(12));
    show();
    await screen.findByText('نهایی 1');
    expect(callsTo(calls, 'metadata')).toEqual([{ with_page: '1', add: '1', resume: '1' }]);
  });

  it('[RDR-READER-01] names the window after site, titles and page', async () => {
    serve(
      readerDocument({ title: 'T', subtitle: 'S', original_title: 'O', original_subtitle: 'OS' }),
      pagesOf(12),
    );
    show('/d/walden0001/?p=3');
    await screen.findByText('نهایی 3');
    expect(document.title).toBe('Hamkhan – T – S – O – OS – Page 3');
  });

  it('[ACC-READER-02] shows the page of p, and of page', async () => {
    serve(readerDocument(), pagesOf(12));
    const router = show('/d/walden0001/?page=3');
    expect(await screen.findByText('نهایی 3')).toBeTruthy();
    await waitFor(() => expect(addressOf(router)).toBe('?p=3'));
  });

  it('stands as the shape of a page until it comes', () => {
    serve(readerDocument(), [], { [METADATA]: 'hang' });
    show('/d/walden0001/?p=3');
    expect(screen.getByRole('article', { name: 'Page 3' }).getAttribute('aria-busy')).toBe('true');
  });

  it('[RDR-READER-13] [RDR-READER-12] shows how much is loaded, and that the page is on its way', async () => {
    let answer = false;
    const { state } = serve(readerDocument({ total_pages: 3 }), pagesOf(3), {
      [PAGES]: ({ query }) =>
        answer
          ? {
              body: {
                pages: state.pages,
                pagination: { page: 1, per_page: Number(query['per_page']), total_items: 3 },
              },
            }
          : 'hang',
    });
    show();
    await screen.findByText('نهایی 1');
    const progress = screen.getByRole('progressbar', { name: 'Loaded pages' });
    expect(progress.getAttribute('aria-valuetext')).toBe('1 of 3 pages loaded');
    expect(screen.queryByRole('progressbar', { name: 'Loading…' })).toBeNull();
    await press('ArrowRight');
    expect(await screen.findByText('Page 2 is loading. Please wait a moment.')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Loading…' })).toBeTruthy();
    answer = true;
  });
});

describe('turning pages', () => {
  it('[RDR-PAGINATION-01] [RDR-PAGINATION-08] goes on and back with the buttons, and the address with it', async () => {
    serve(readerDocument(), pagesOf(12));
    const router = show();
    await screen.findByText('نهایی 1');
    const back = screen.getByRole<HTMLButtonElement>('button', { name: 'Previous page' });
    expect(back.disabled).toBe(true);
    await waitFor(() =>
      expect(screen.getByRole('progressbar', { name: 'Loaded pages' }).getAttribute('aria-valuenow')).toBe(
        '12',
      ),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('نهایی 2')).toBeTruthy();
    expect(addressOf(router)).toBe('?p=2');
    expect(back.disabled).toBe(false);
    fireEvent.click(back);
    expect(await screen.findByText('نهایی 1')).toBeTruthy();
    await act(() => router.navigate(-1));
    expect(await screen.findByText('نهایی 2')).toBeTruthy();
    await act(() => router.navigate(1));
    expect(await screen.findByText('نهایی 1')).toBeTruthy();
  });

  it('asks for nothing when it turns within what is loaded', async () => {
    const { calls } = serve(readerDocument(), pagesOf(12));
    show();
    await waitFor(() =>
      expect(screen.getByRole('progressbar', { name: 'Loaded pages' }).getAttribute('aria-valuenow')).toBe(
        '12',
      ),
    );
    const before = calls.length;
    await press('ArrowRight');
    expect(await screen.findByText('نهایی 2')).toBeTruthy();
    expect(calls).toHaveLength(before);
  });

  it('[RDR-PAGINATION-02] [RDR-PAGINATION-03] takes a written number on Enter and on leaving, within the pages there are', async () => {
    serve(readerDocument(), pagesOf(12));
    const router = show();
    await screen.findByText('نهایی 1');
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: /Page number/ });
    const write = (text: string) => fireEvent.change(field, { target: { value: text } });
    write('5');
    expect(addressOf(router)).toBe('');
    fireEvent.submit(field.form as HTMLFormElement);
    expect(await screen.findByText('نهایی 5')).toBeTruthy();
    write('۶');
    fireEvent.blur(field);
    expect(await screen.findByText('نهایی 6')).toBeTruthy();
    write('9999');
    fireEvent.blur(field);
    expect(await screen.findByText('نهایی 12')).toBeTruthy();
    write('0');
    fireEvent.blur(field);
    expect(await screen.findByText('نهایی 1')).toBeTruthy();
    write('x');
    fireEvent.blur(field);
    expect(field.value).toBe('1');
    write('8');
    fireEvent.keyDown(field, { key: 'Escape' });
    fireEvent.blur(field);
    expect(field.value).toBe('1');
    expect(addressOf(router)).toBe('?p=1');
  });

  it('[RDR-PAGINATION-03] puts an address right that is out of range', async () => {
    serve(readerDocument(), pagesOf(12));
    const router = show('/d/walden0001/?p=400');
    expect(await screen.findByText('نهایی 12')).toBeTruthy();
    await waitFor(() => expect(addressOf(router)).toBe('?p=12'));
  });

  it('[RDR-PAGINATION-06] scrolls smoothly to the top', async () => {
    serve(readerDocument(), pagesOf(12));
    show();
    await screen.findByText('نهایی 1');
    expect(window.scrollTo).not.toHaveBeenCalled();
    await press('ArrowRight');
    await screen.findByText('نهایی 2');
    expect(window.scrollTo).toHaveBeenLastCalledWith({ top: 0, behavior: 'smooth' });
  });

  it('[RDR-PAGINATION-07] arrows turn to where they point in both directions of writing', async () => {
    serve(readerDocument(), pagesOf(12));
    show();
    await screen.findByText('نهایی 1');
    await press('ArrowRight');
    await press('ArrowRight');
    expect(await screen.findByText('نهایی 3')).toBeTruthy();
    await press('ArrowLeft');
    expect(await screen.findByText('نهایی 2')).toBeTruthy();

    await startScreen('fa');
    serve(readerDocument(), pagesOf(12));
    show();
    await screen.findByText('نهایی 1');
    await press('ArrowLeft');
    expect(await screen.findByText('نهایی 2')).toBeTruthy();
    expect(screen.getByText('صفحهٔ ۲ از ۱۲', { selector: '.sheet__head *' })).toBeTruthy();
    const arrow = screen.getByRole('button', { name: 'صفحهٔ بعد' }).querySelector('svg');
    expect(arrow?.getAttribute('class')).toContain('icon--flip');
  });

  it('Home and End go to the first and the last page, keys in a field do not', async () => {
    serve(readerDocument(), pagesOf(12));
    show('/d/walden0001/?p=4');
    await screen.findByText('نهایی 4');
    await press('End');
    expect(await screen.findByText('نهایی 12')).toBeTruthy();
    await press('Home');
    expect(await screen.findByText('نهایی 1')).toBeTruthy();
    fireEvent.keyDown(screen.getByRole('textbox', { name: /Page number/ }), { key: 'ArrowRight' });
    await press('ArrowRight', { altKey: true });
    expect(screen.getByText('نهایی 1')).toBeTruthy();
  });

  it('[RDR-READER-79] says that the last page is the last', async () => {
    serve(readerDocument({ total_pages: 2 }), pagesOf(2));
    show('/d/walden0001/?p=2');
    await screen.findByText('نهایی 2');
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('This is the last page.')).toBeTruthy();
  });

  it('tells those who listen where they are', async () => {
    serve(readerDocument(), pagesOf(12));
    show();
    await screen.findByText('نهایی 1');
    await press('ArrowRight');
    await screen.findByText('نهایی 2');
    expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain('Page 2 of 12');
  });
});

describe('the text that is read', () => {
  const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));
  const toggle = () => fireEvent.click(screen.getByRole('button', { name: 'Translation' }));

  it('[RDR-READER-08] [RDR-READER-09] [RDR-READER-55] [RDR-READER-56] is the final translation at first, and what was chosen is remembered for the document', async () => {
    serve(readerDocument(), pagesOf(12));
    show();
    const text = await screen.findByText('نهایی 1');
    expect(text.closest('[lang]')?.getAttribute('lang')).toBe('fa');
    expect(text.closest('[dir]')?.getAttribute('dir')).toBe('rtl');
    choose('V1');
    expect(screen.getByText('پیش‌نویس 1')).toBeTruthy();
    toggle();
    expect(screen.getByRole('radio', { name: 'V2' }).hasAttribute('disabled')).toBe(true);
    const original = screen.getByText('original 1');
    expect(original.closest('[lang]')?.getAttribute('lang')).toBe('en');
    expect(original.closest('[dir]')?.getAttribute('dir')).toBe('ltr');
    toggle();
    expect(screen.getByRole('radio', { name: 'V2' }).hasAttribute('disabled')).toBe(false);

    document.body.replaceChildren();
    show();
    expect(await screen.findByText('پیش‌نویس 1')).toBeTruthy();
    document.body.replaceChildren();
    serve(readerDocument({ key: 'another001' }), pagesOf(2));
    show();
    expect(await screen.findByText('نهایی 1')).toBeTruthy();
  });

  it('is chosen beside the pager on a small screen', async () => {
    setScreenWidth(360);
    serve(readerDocument(), pagesOf(12));
    show();
    await screen.findByText('نهایی 1');
    expect(screen.getAllByRole('radiogroup')).toHaveLength(1);
    toggle();
    expect(await screen.findByText('original 1')).toBeTruthy();
  });

  it('says what to set when no translator is, and shows the original', async () => {
    serve(
      readerDocument({
        status: 'converted',
        awaiting_translator: true,
        note_code: 'not_configured',
        note: 'N',
      }),
      [
        readerPage(0, {
          translation_status: 'pending_translation',
          translated_content: null,
          translated_content_level2: null,
          note_code: 'not_configured',
        }),
      ],
    );
    show();
    expect(await screen.findByText('original 1')).toBeTruthy();
    expect(screen.getByText('The translation waits for a translator; this is the original.')).toBeTruthy();
    toggle();
    expect(screen.queryByText(/waits for a translator/)).toBeNull();
  });

  it('[RDR-READER-61] says why a page failed, and nothing of its translation', async () => {
    serve(readerDocument({ language: 'de' }), [
      emptyPage(0, { status: 'failed', note_code: 'ocr_unavailable', image: '/api/document/image/k/a.png' }),
    ]);
    show();
    expect(await screen.findByText('This page could not be read in')).toBeTruthy();
    expect(screen.getByText(/“German” is not installed/)).toBeTruthy();
    expect(screen.getByAltText('Picture of the whole page')).toBeTruthy();
    expect(screen.queryByText(/translat/i, { selector: '.chip' })).toBeNull();
  });

  it('says why a translation failed', async () => {
    serve(readerDocument(), [
      readerPage(0, {
        translation_status: 'translate_failed',
        translated_content: null,
        translated_content_level2: null,
        note_code: 'refused',
      }),
    ]);
    show();
    expect(await screen.findByText('The translator declined to translate this text.')).toBeTruthy();
    expect(screen.getByText('original 1')).toBeTruthy();
  });

  it('says so quietly when it was recognised from a bad picture', async () => {
    const content = {
      items: readerPage(0).content?.items ?? [],
      page_info: { page_type: 'ocr' as const, confidence: 0.5 },
    };
    serve(readerDocument(), [readerPage(0, { content })]);
    show();
    expect(await screen.findByText(/recognised from a picture and may have mistakes/)).toBeTruthy();
  });
});

describe('a document that is still being worked on', () => {
  const running = readerDocument({ status: 'inprogress', total_pages: 3 });
  const row = (part: Partial<LibraryItem>) =>
    libraryItem({ key: running.key, total_pages: 3, modified_date: '2025-04-01T00:00:00.000Z', ...part });

  it('is read while its later pages run; a page and its translation appear by themselves', async () => {
    const { state, line } = serve(running, [
      readerPage(0),
      emptyPage(1, { status: 'inprogress' }),
      emptyPage(2),
    ]);
    show();
    expect(await screen.findByText('نهایی 1')).toBeTruthy();
    await waitFor(() => expect(line.asked).toEqual(['?document=walden0001']));
    await press('ArrowRight');
    expect(await screen.findByText('This page is being read in')).toBeTruthy();

    const put = async (page: Page) => {
      state.pages[1] = page;
      await act(async () => {
        line.send('page', { ...page, document_key: running.key });
        await Promise.resolve();
      });
    };
    await put(
      readerPage(1, {
        translation_status: 'translating',
        translated_content: null,
        translated_content_level2: null,
        revision: 2,
      }),
    );
    expect(await screen.findByText('original 2')).toBeTruthy();
    expect(screen.getByText(/is on its way; until then this is the original/)).toBeTruthy();
    await put(
      readerPage(1, { translation_status: 'translating', translated_content_level2: null, revision: 3 }),
    );
    expect(await screen.findByText('پیش‌نویس 2')).toBeTruthy();
    expect(screen.getByText(/Translation 2 of this page is not there yet/)).toBeTruthy();
    await put(readerPage(1, { revision: 4 }));
    expect(await screen.findByText('نهایی 2')).toBeTruthy();
    expect(screen.queryByText(/this is translation 1/)).toBeNull();
  });

  it('[RDR-READER-84] that is in the queue says so, and opens by itself', async () => {
    const { state, line } = serve(readerDocument({ status: 'pending', total_pages: 0 }), []);
    show();
    expect(await screen.findByText('This document is in the processing queue')).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
    await waitFor(() => expect(line.asked).toHaveLength(1));
    state.document = { ...running, modified_date: '2025-04-01T00:00:00.000Z' };
    state.pages = pagesOf(3);
    await act(async () => {
      line.send('document', row({ status: 'inprogress' }));
      await Promise.resolve();
    });
    expect(await screen.findByText('نهایی 1')).toBeTruthy();
  });

  it('is told that its pages are being counted', async () => {
    serve(readerDocument({ status: 'inprogress', total_pages: 0 }), []);
    show();
    expect(await screen.findByText('The pages of this document are being counted')).toBeTruthy();
  });
});

describe('a document that cannot be read', () => {
  it('says its reason when it failed or was skipped', async () => {
    serve(
      readerDocument({ status: 'skipped', total_pages: 0, note: 'No text was found.', note_code: 'no_text' }),
      [],
    );
    show();
    expect(await screen.findByText('No text was found.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Another file' }).getAttribute('href')).toBe('/user/upload/');
  });

  it('that failed half-way shows the pages there are, with the reason above', async () => {
    serve(readerDocument({ status: 'failed', note: 'It stopped.', total_pages: 2 }), [
      readerPage(0),
      emptyPage(1),
    ]);
    show();
    expect(await screen.findByText('نهایی 1')).toBeTruthy();
    expect(screen.getByText(/It stopped\./)).toBeTruthy();
    await press('ArrowRight');
    expect(await screen.findByText('The work on this document ended before this page')).toBeTruthy();
  });

  it('that is not there says so, with the way back or to the sign-in', async () => {
    serve(readerDocument(), [], { [METADATA]: { status: 404, body: { status: 'error', error: 'x' } } });
    show('/d/walden0001/?p=2');
    expect(await screen.findByText('There is no such document here')).toBeTruthy();
    act(() => setAuthToken(null));
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
      '/user/login/?redirect=%2Fd%2Fwalden0001%2F%3Fp%3D2',
    );
  });

  it('[RDR-READER-74] says that the server failed, and tries again when asked', async () => {
    let broken = true;
    const { state } = serve(readerDocument(), pagesOf(12), {
      [METADATA]: () => (broken ? { status: 500 } : { body: metadataAnswer(state.document, readerPage(0)) }),
    });
    show();
    expect(
      await screen.findByText('Failed to load document metadata. Please refresh the page.'),
    ).toBeTruthy();
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('نهایی 1')).toBeTruthy();
  });

  it('[RDR-READER-73] says that no answer came', async () => {
    serve(readerDocument(), [], { [METADATA]: 'broken' });
    show();
    expect(await screen.findByText('Failed to load document. Please refresh the page.')).toBeTruthy();
  });

  it('[RDR-READER-75] says that the pages did not come, each time with a way to try again', async () => {
    let broken = true;
    const { state } = serve(readerDocument(), pagesOf(12), {
      [PAGES]: ({ query }) =>
        broken
          ? { status: 500 }
          : {
              body: {
                pages: state.pages.slice(Number(query['page']) - 1, Number(query['page'])),
                pagination: { page: 1, per_page: 1, total_items: 12 },
              },
            },
    });
    show();
    expect(await screen.findByText('نهایی 1')).toBeTruthy();
    expect(await screen.findByText('Failed to load document pages. Please try refreshing.')).toBeTruthy();
    await press('ArrowRight');
    const page = await screen.findByRole('article', { name: 'Page 2 of 12' });
    const again = await within(page).findByRole('button', { name: 'Try again' });
    broken = false;
    fireEvent.click(again);
    expect(await screen.findByText('نهایی 2')).toBeTruthy();
  });
});

describe('a preview', () => {
  const paid = readerDocument({
    access_type: 'paid',
    purchased: false,
    access: { full: false, reason: 'none' },
    total_pages: 60,
    preview_pages: { from: 0, to: 10 },
  });

  it('[RDR-READER-16] locks a page outside it, says which can be read, and leads there', async () => {
    const { calls } = serve(paid, pagesOf(60));
    const router = show('/d/walden0001/?p=50');
    expect(await screen.findByText('Page 50 is not part of the preview')).toBeTruthy();
    expect(screen.getByText('Pages 1 to 11 can be read.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Go to the first page of the preview' }));
    expect(await screen.findByText('نهایی 1')).toBeTruthy();
    expect(addressOf(router)).toBe('?p=1');
    expect(callsTo(calls, 'pages').some((query) => query['page'] === '50')).toBe(false);
  });

  it('[RDR-READER-19] [RDR-READER-78] leads back to its first page, saying why', async () => {
    serve(paid, pagesOf(60));
    show('/d/walden0001/?p=11');
    await screen.findByText('نهایی 11');
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('نهایی 1')).toBeTruthy();
    expect(screen.getByText('The preview ends here; you are on its first page.')).toBeTruthy();
  });

  it('is none for a reader with full access', async () => {
    serve({ ...paid, access: { full: true, reason: 'owner' }, purchased: true }, pagesOf(60));
    show('/d/walden0001/?p=50');
    expect(await screen.findByText('نهایی 50')).toBeTruthy();
  });
});
