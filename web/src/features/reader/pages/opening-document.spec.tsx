import '../../../test/web-globals.js';
import type { LibraryItem, ReaderPage as Page } from '@hamkhan/contracts/http/documents';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { libraryItem } from '../../../test/library-item.js';
import { emptyPage, metadataAnswer, readerDocument, readerPage } from '../../../test/reader-document.js';
import {
  addressOf,
  allowMotion,
  callsTo,
  METADATA,
  PAGES,
  pagesOf,
  press,
  serve,
  show,
} from '../../../test/reader-server.js';
import { startScreen } from '../../../test/screen.js';
import { setAuthToken } from '../../../shared/storage/settings.js';

// A busy machine may be slow.
jest.setTimeout(30_000);

beforeEach(async () => {
  await startScreen('en');
  allowMotion();
  setAuthToken('t');
});

describe('opening a document', () => {
  it('fetches the metadata with the page on screen first, then the other pages [RDR-READER-46] [RDR-READER-50]', async () => {
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

  it('asks where the user left off when the address names no page [RDR-READER-46]', async () => {
    const { calls } = serve(readerDocument(), pagesOf(12));
    show();
    await screen.findByText('نهایی 1');
    expect(callsTo(calls, 'metadata')).toEqual([{ with_page: '1', add: '1', resume: '1' }]);
  });

  it('sets the window title to site, titles and page [RDR-READER-01]', async () => {
    serve(
      readerDocument({ title: 'T', subtitle: 'S', original_title: 'O', original_subtitle: 'OS' }),
      pagesOf(12),
    );
    show('/d/walden0001/?p=3');
    await screen.findByText('نهایی 3');
    expect(document.title).toBe('Hamkhan – T – S – O – OS – Page 3');
  });

  it('shows the page named by `p`, or by `page` [ACC-READER-02]', async () => {
    serve(readerDocument(), pagesOf(12));
    const router = show('/d/walden0001/?page=3');
    expect(await screen.findByText('نهایی 3')).toBeTruthy();
    await waitFor(() => expect(addressOf(router)).toBe('?p=3'));
  });

  it('shows a skeleton until the page is loaded', () => {
    serve(readerDocument(), [], { [METADATA]: 'hang' });
    show('/d/walden0001/?p=3');
    expect(screen.getByRole('article', { name: 'Page 3' }).getAttribute('aria-busy')).toBe('true');
  });

  it('shows how many pages are loaded, and that the page on screen is loading [RDR-READER-13] [RDR-READER-12]', async () => {
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

describe('a document in progress', () => {
  const running = readerDocument({ status: 'inprogress', total_pages: 3 });
  const row = (part: Partial<LibraryItem>) =>
    libraryItem({ key: running.key, total_pages: 3, modified_date: '2025-04-01T00:00:00.000Z', ...part });

  it('can be read while later pages are processed; new texts appear without a reload', async () => {
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
    expect(screen.getByText(/is being translated; until then you see the original/)).toBeTruthy();
    await put(
      readerPage(1, { translation_status: 'translating', translated_content_level2: null, revision: 3 }),
    );
    expect(await screen.findByText('پیش‌نویس 2')).toBeTruthy();
    expect(screen.getByText(/Translation 2 of this page is not there yet/)).toBeTruthy();
    await put(readerPage(1, { revision: 4 }));
    expect(await screen.findByText('نهایی 2')).toBeTruthy();
    expect(screen.queryByText(/this is translation 1/)).toBeNull();
  });

  it('shows that it is queued, and opens once it is processed [RDR-READER-84]', async () => {
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

  it('shows that its pages are being counted', async () => {
    serve(readerDocument({ status: 'inprogress', total_pages: 0 }), []);
    show();
    expect(await screen.findByText('The pages of this document are being counted')).toBeTruthy();
  });
});

describe('a document that cannot be read', () => {
  it('shows its reason when it was skipped', async () => {
    serve(
      readerDocument({ status: 'skipped', total_pages: 0, note: 'No text was found.', note_code: 'no_text' }),
      [],
    );
    show();
    expect(await screen.findByText('No text was found.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Another file' }).getAttribute('href')).toBe('/user/upload/');
  });

  it('shows its finished pages, with the reason above, when it failed half-way', async () => {
    serve(readerDocument({ status: 'failed', note: 'It stopped.', total_pages: 2 }), [
      readerPage(0),
      emptyPage(1),
    ]);
    show();
    expect(await screen.findByText('نهایی 1')).toBeTruthy();
    expect(screen.getByText(/It stopped\./)).toBeTruthy();
    await press('ArrowRight');
    expect(await screen.findByText('Processing ended before this page')).toBeTruthy();
  });

  it('shows that it does not exist, and offers to sign in', async () => {
    serve(readerDocument(), [], { [METADATA]: { status: 404, body: { status: 'error', error: 'x' } } });
    show('/d/walden0001/?p=2');
    expect(await screen.findByText('This document was not found')).toBeTruthy();
    act(() => setAuthToken(null));
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
      '/user/login/?redirect=%2Fd%2Fwalden0001%2F%3Fp%3D2',
    );
  });

  it('shows a server error, with a retry [RDR-READER-74]', async () => {
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

  it('shows that the server cannot be reached [RDR-READER-73]', async () => {
    serve(readerDocument(), [], { [METADATA]: 'broken' });
    show();
    expect(await screen.findByText('Failed to load document. Please refresh the page.')).toBeTruthy();
  });

  it('shows that pages could not be loaded, with a retry [RDR-READER-75]', async () => {
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
