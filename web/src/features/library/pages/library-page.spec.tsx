import type { LibraryItem } from '@hamkhan/contracts/http/documents';
import { DOCUMENT_STATUSES } from '@hamkhan/contracts/statuses';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { callTo, stubApi, type StubAnswer, type StubCall, type StubRoutes } from '../../../test/api-stub.js';
import { libraryItem } from '../../../test/library-item.js';
import { shelfList } from '../../../test/shelf.js';
import { setScreenWidth, showRoutes, startScreen } from '../../../test/screen.js';
import { setAuthToken } from '../../../shared/storage/settings.js';
import { withRow } from '../api/use-library.js';
import { statusLabel } from '../components/document-state.js';
import { LibraryPage } from './library-page.js';

const LIST = 'GET document/user/document/list/';
const SHELVES = 'GET document/user/shelf/list/';
const QUEUE = 'GET untranslated/document-requests/';

const listOf = (documents: LibraryItem[], total = documents.length) => ({
  body: { documents, total_documents: total, total_pages: Math.ceil(total / 10), current_page: 1 },
});
const queueOf = (count: number) => ({
  body: {
    status: 'success',
    requests: Array.from({ length: count }, (_, at) => ({
      id: `${at}`,
      key: `${at}`,
      title: '',
      status: 'pending',
    })),
  },
});

const show = (routes: StubRoutes, path = '/user/documents/') => {
  const calls = stubApi({
    [QUEUE]: queueOf(0),
    [SHELVES]: shelfList(),
    'GET document/events/': { status: 404 },
    ...routes,
  });
  const router = showRoutes(
    [
      { path: '/user/documents/', element: <LibraryPage /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    path,
  );
  return { calls, router };
};
const lists = (calls: readonly StubCall[]) =>
  calls.filter((call) => `${call.method} ${call.path}` === 'GET /api/document/user/document/list/');

beforeEach(async () => {
  await startScreen('en');
  setAuthToken('t');
});
afterEach(() => void jest.useRealTimers());

describe('the library', () => {
  it('is a table with four columns on a wide screen [ACC-LIBRARY-08] [ACC-LIBRARY-09]', async () => {
    show({ [LIST]: listOf([libraryItem()]) });
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Title',
      'Pages',
      'Status',
      'Actions',
    ]);
    const row = (await screen.findByText('والدن')).closest('tr');
    expect(row?.textContent).toContain('walden.epub');
    expect(row?.textContent).toContain('100 of 100 pages');
    expect(row?.textContent).toContain('Translated');
    expect(
      within(row as HTMLElement)
        .getByRole('link', { name: 'Read والدن' })
        .getAttribute('href'),
    ).toBe('/d/walden0001/');
  });

  it('is cards with a progress bar and a warning on a small screen [ACC-LIBRARY-08] [ACC-LIBRARY-15] [ACC-LIBRARY-16]', async () => {
    setScreenWidth(400);
    show({
      [LIST]: listOf([
        libraryItem({
          key: 'a',
          status: 'inprogress',
          total_pages: 20,
          processed_pages: 9,
          translated_level2_pages: 5,
        }),
        libraryItem({
          key: 'b',
          status: 'pending',
          total_pages: 0,
          processed_pages: 0,
          translated_level2_pages: 0,
        }),
        libraryItem({
          key: 'c',
          status: 'failed',
          note: 'The file is damaged.',
          total_pages: 0,
          processed_pages: 0,
        }),
      ]),
    });
    await screen.findByText('The file is damaged.');
    const [running, pending, failed] = screen.getAllByRole('listitem');
    expect(screen.queryByRole('table')).toBeNull();
    expect(
      within(running as HTMLElement)
        .getByRole('progressbar')
        .getAttribute('aria-valuenow'),
    ).toBe('25');
    expect(within(pending as HTMLElement).queryByRole('progressbar')).toBeNull();
    expect(failed?.textContent).toContain('The file is damaged.');
  });

  it('shows a skeleton while it loads', () => {
    show({ [LIST]: 'hang' });
    expect(screen.getByLabelText('Loading…').getAttribute('aria-busy')).toBe('true');
    expect(screen.queryByText("You don't have any document in your library")).toBeNull();
  });

  it('shows that it is empty and offers to add a document [ACC-LIBRARY-14] [ACC-LIBRARY-04]', async () => {
    show({ [LIST]: listOf([]) });
    expect(await screen.findByText("You don't have any document in your library")).toBeTruthy();
    for (const link of screen.getAllByRole('link', { name: 'Add document' })) {
      expect(link.getAttribute('href')).toBe('/user/upload/');
    }
  });

  it('shows an error with a retry when it cannot be loaded [ACC-LIBRARY-24]', async () => {
    let broken = true;
    show({ [LIST]: () => (broken ? { status: 500 } : listOf([libraryItem()])) });
    expect(await screen.findByText('Error fetching documents')).toBeTruthy();
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('والدن')).toBeTruthy();
    expect(screen.queryByText('Error fetching documents')).toBeNull();
  });

  it('shows how many documents are queued [ACC-LIBRARY-05] [ACC-LIBRARY-21]', async () => {
    show({ [LIST]: listOf([libraryItem()]), [QUEUE]: queueOf(2) });
    expect(await screen.findByText('You have 2 documents in process queue')).toBeTruthy();
  });

  it('shows no queue notice when no document is queued', async () => {
    show({ [LIST]: listOf([libraryItem()]) });
    await screen.findByText('والدن');
    expect(screen.queryByText(/in process queue/)).toBeNull();
  });

  it('explains why a pending document cannot be opened [ACC-LIBRARY-13]', async () => {
    const { router } = show({
      [LIST]: listOf([libraryItem({ status: 'pending', title: '', original_title: '', total_pages: 0 })]),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'walden.epub' }));
    expect(await screen.findByText('Document in process queue, please wait')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Read/ })).toBeNull();
    expect(router.state.location.pathname).toBe('/user/documents/');
  });

  it('opens a failed document only if it has pages, else offers another file', async () => {
    show({
      [LIST]: listOf([
        libraryItem({ key: 'a', status: 'failed', title: 'none', processed_pages: 0 }),
        libraryItem({ key: 'b', status: 'failed', title: 'some', processed_pages: 3 }),
      ]),
    });
    expect((await screen.findByText('none')).closest('a')).toBeNull();
    expect(screen.getByText('some').closest('a')?.getAttribute('href')).toBe('/d/b/');
    expect(screen.getByRole('link', { name: 'Another file' }).getAttribute('href')).toBe('/user/upload/');
  });

  describe('stopping and removing a document', () => {
    const STOP = 'POST document/user/document/b2/cancel/';
    const REMOVE = 'POST document/user/document/b2/remove/';
    const BROKEN = libraryItem({
      key: 'b',
      id: 'b2',
      title: 'Broken',
      status: 'failed',
      processed_pages: 0,
      translated_level2_pages: 0,
    });
    const menuOf = async (title: string) => {
      fireEvent.click(await screen.findByRole('button', { name: `Actions for ${title}` }));
      return screen.findByRole('menu');
    };
    const ask = async () => {
      fireEvent.click(within(await menuOf('Broken')).getByText('Remove…'));
      return screen.findByRole('dialog', { name: 'Remove this document?' });
    };

    it.each([
      ['failed', false, true],
      ['skipped', false, true],
      ['failed', true, false],
      ['canceled', false, true],
      ['translated', false, false],
      ['pending', false, false],
    ] as const)(
      'offers removal of a document that is %s, published %s: %s',
      async (status, published, offered) => {
        show({ [LIST]: listOf([{ ...BROKEN, status, published }]) });
        expect(within(await menuOf('Broken')).queryByText('Remove…') !== null).toBe(offered);
      },
    );

    it.each([
      ['pending', 0, true],
      ['inprogress', 3, true],
      ['converted', 0, true],
      ['inprogress', 12, false],
      ['translated', 12, false],
      ['failed', 0, false],
      ['canceled', 3, false],
    ] as const)(
      'offers to stop a document that is %s, %d of 12 pages translated: %s',
      async (status, translated_level2_pages, offered) => {
        show({ [LIST]: listOf([{ ...BROKEN, status, total_pages: 12, translated_level2_pages }]) });
        expect(within(await menuOf('Broken')).queryByText('Stop processing…') !== null).toBe(offered);
      },
    );

    it('asks before processing stops, and shows the new status', async () => {
      let status: 'converted' | 'canceled' = 'converted';
      const { calls } = show({
        [LIST]: () => listOf([{ ...BROKEN, status, processed_pages: 3, total_pages: 12 }]),
        [STOP]: () => {
          status = 'canceled';
          return { body: { status: 'success' } };
        },
      });
      fireEvent.click(within(await menuOf('Broken')).getByText('Stop processing…'));
      const dialog = await screen.findByRole('dialog', { name: 'Stop processing this document?' });
      expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
      fireEvent.click(within(dialog).getByRole('button', { name: 'Stop processing' }));
      expect(await screen.findByText('The processing of the document was stopped.')).toBeTruthy();
      expect(await screen.findByText('Canceled')).toBeTruthy();
    });

    it('shows why processing was not stopped', async () => {
      show({
        [LIST]: listOf([{ ...BROKEN, status: 'converted' }]),
        [STOP]: { status: 409, body: { status: 'error', code: 'COMMON.CONFLICT', error: 'it is done.' } },
      });
      fireEvent.click(within(await menuOf('Broken')).getByText('Stop processing…'));
      fireEvent.click(
        within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stop processing' }),
      );
      expect(
        await screen.findByText('The processing of the document could not be stopped. it is done.'),
      ).toBeTruthy();
    });

    it('asks before a document is removed, and fetches the list again', async () => {
      let documents = [BROKEN, libraryItem()];
      const { calls } = show({
        [LIST]: () => listOf(documents),
        [REMOVE]: () => {
          documents = [libraryItem()];
          return { body: { status: 'success' } };
        },
      });
      const dialog = await ask();
      expect(dialog.textContent).toContain('Broken');
      fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
      fireEvent.click(within(await ask()).getByRole('button', { name: 'Remove' }));
      expect(await screen.findByText('The document is removed.')).toBeTruthy();
      await waitFor(() => expect(screen.queryByText('Broken')).toBeNull());
      expect(screen.getByText('والدن')).toBeTruthy();
      expect(calls.filter(({ path }) => path === '/api/document/user/shelf/list/').length).toBeGreaterThan(1);
    });

    it('shows why a document was not removed; one that no longer exists counts as removed', async () => {
      let answer: StubAnswer = {
        status: 409,
        body: { status: 'error', code: 'DOCUMENTS.NOT_REMOVABLE', error: 'it is being read.' },
      };
      show({ [LIST]: listOf([BROKEN]), [REMOVE]: () => answer });
      fireEvent.click(within(await ask()).getByRole('button', { name: 'Remove' }));
      expect(await screen.findByText('The document could not be removed. it is being read.')).toBeTruthy();
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      answer = {
        status: 404,
        body: { status: 'error', code: 'DOCUMENTS.NOT_FOUND', error: 'document not found' },
      };
      fireEvent.click(within(await ask()).getByRole('button', { name: 'Remove' }));
      expect(await screen.findByText('The document is removed.')).toBeTruthy();
    });

    it('goes to the previous page after removing the last document of a page', async () => {
      const { calls, router } = show(
        { [LIST]: listOf([BROKEN], 11), [REMOVE]: { body: { status: 'success' } } },
        '/user/documents/?page=2',
      );
      fireEvent.click(within(await ask()).getByRole('button', { name: 'Remove' }));
      await waitFor(() => expect(router.state.location.search).toBe(''));
      await waitFor(() => expect(lists(calls).at(-1)?.query['page']).toBe('1'));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    });
  });

  it('shows that the text seems to be in another language than the chosen one', async () => {
    const note = 'The text of this file looks like German.';
    show({ [LIST]: listOf([libraryItem({ note, note_code: 'other_language', status: 'translated' })]) });
    expect(await screen.findByText(note)).toBeTruthy();
  });

  it('explains that no translator is configured while documents wait for one', async () => {
    show({
      [LIST]: listOf([
        libraryItem({ status: 'converted', awaiting_translator: true, translated_level2_pages: 0 }),
      ]),
    });
    expect(await screen.findByText('Waiting for a translator')).toBeTruthy();
    expect(screen.getByText(/No translator is configured/)).toBeTruthy();
  });

  it('filters by type and clears the filter [ACC-LIBRARY-02] [ACC-LIBRARY-06]', async () => {
    const { calls } = show({ [LIST]: listOf([libraryItem()]) });
    await screen.findByText('والدن');
    expect(screen.getAllByRole('radio').map((radio) => radio.textContent)).toEqual([
      'All',
      'Books',
      'Articles',
    ]);
    fireEvent.click(screen.getByRole('radio', { name: 'Books' }));
    await waitFor(() => expect(callTo(calls, LIST).query['type']).toBe('books'));
    fireEvent.click(screen.getByRole('button', { name: 'Show all kinds' }));
    await waitFor(() => expect(callTo(calls, LIST).query['type']).toBe('all'));
    expect(screen.queryByRole('button', { name: 'Show all kinds' })).toBeNull();
  });

  it('searches once, 300 ms after the last key [ACC-LIBRARY-03]', async () => {
    jest.useFakeTimers();
    const { calls } = show({ [LIST]: listOf([libraryItem()]) });
    await act(() => jest.advanceTimersByTimeAsync(1000));
    const before = lists(calls).length;
    const field = screen.getByRole('searchbox');
    for (const text of ['k', 'ku', 'kuh', 'كوه ۱']) {
      fireEvent.change(field, { target: { value: text } });
      await act(() => jest.advanceTimersByTimeAsync(100));
    }
    await act(() => jest.advanceTimersByTimeAsync(199));
    expect(lists(calls)).toHaveLength(before);
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(lists(calls)).toHaveLength(before + 1);
    expect(callTo(calls, LIST).query['search']).toBe('کوه 1');
  });

  it('shows 10, 25, 50 or 100 documents per page, 10 by default [ACC-LIBRARY-17] [ACC-LIBRARY-18]', async () => {
    const { calls } = show({ [LIST]: listOf([libraryItem()], 24) });
    await screen.findByText('والدن');
    expect(callTo(calls, LIST).query).toEqual({ page: '1', per_page: '10', search: '', type: 'all' });
    const sizes = screen.getByRole('combobox', { name: 'Per page' });
    expect(
      within(sizes)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['10', '25', '50', '100']);
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(callTo(calls, LIST).query['page']).toBe('2'));
    fireEvent.change(sizes, { target: { value: '50' } });
    await waitFor(() => expect(callTo(calls, LIST).query).toMatchObject({ page: '1', per_page: '50' }));
  });

  it('ignores unknown values in its address', async () => {
    const { calls } = show({ [LIST]: listOf([libraryItem()]) }, '/user/documents/?page=-3&per_page=7&type=x');
    await screen.findByText('والدن');
    expect(callTo(calls, LIST).query).toMatchObject({ page: '1', per_page: '10', type: 'all' });
  });

  it('is fetched again every 30 seconds [ACC-LIBRARY-22]', async () => {
    jest.useFakeTimers();
    const { calls } = show({ [LIST]: listOf([libraryItem()]) });
    await act(() => jest.advanceTimersByTimeAsync(0));
    const before = lists(calls).length;
    await act(() => jest.advanceTimersByTimeAsync(65_000));
    expect(lists(calls).length - before).toBe(2);
  });
});

describe('statusLabel', () => {
  it('has a label and a tone for every status [ACC-LIBRARY-23]', () => {
    const tones = Object.fromEntries(
      DOCUMENT_STATUSES.map((status) => [status, statusLabel(libraryItem({ status })).tone]),
    );
    expect(tones).toEqual({
      pending: 'wait',
      inprogress: 'run',
      converted: 'run',
      translated: 'ok',
      published: 'ok',
      failed: 'bad',
      skipped: 'wait',
      canceled: 'wait',
      blocked: 'bad',
    });
  });
});

describe('withRow', () => {
  const { body: list } = listOf([libraryItem()]);

  it('replaces a row by a newer one, but not by an older one', () => {
    const newer = libraryItem({ status: 'failed', modified_date: '2025-03-22T00:00:00.000Z' });
    const changed = withRow(list, newer);
    expect(changed?.documents[0]?.status).toBe('failed');
    expect(changed && withRow(changed, libraryItem())?.documents[0]?.status).toBe('failed');
  });

  it('returns null when the row is not in the list', () => {
    expect(withRow(list, libraryItem({ key: 'other' }))).toBeNull();
  });
});
