import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { SHELVES_CACHE_MS } from '../../../shared/api/shelves.js';
import { setAuthToken } from '../../../shared/storage/settings.js';
import { callTo } from '../../../test/api-stub.js';
import {
  documentList,
  findEntry,
  findTab,
  LIST_LIBRARY,
  LIST_SHELVES,
  NOVELS,
  openTabMenu,
  shelfCalls,
  showLibrary,
  SUBSCRIBED,
  success,
  textsOf,
} from '../../../test/library-screen.js';
import { startScreen } from '../../../test/screen.js';
import { shelfList } from '../../../test/shelf.js';

beforeEach(async () => {
  await startScreen('en');
  setAuthToken('t');
});
afterEach(() => void jest.useRealTimers());

describe('the shelves of the library', () => {
  it('are tabs over the list; the general one has a translated label [ACC-LIBRARY-07] [ACC-SHELF-07]', async () => {
    for (const [language, all, general] of [
      ['en', 'All documents', 'General'],
      ['fa', 'همهٔ سندها', 'عمومی'],
    ] as const) {
      await startScreen(language);
      setAuthToken('t');
      showLibrary();
      await screen.findByText('والدن');
      const tabs = await screen.findAllByRole('tab');
      expect(tabs.map((one) => one.querySelector('bdi')?.textContent)).toEqual([
        all,
        general,
        'Novels',
        'Poems',
        'Followed',
      ]);
      expect(document.body.textContent).not.toContain('GENERAL_SHELF');
      const panel = screen.getByRole('tabpanel');
      expect(panel.id).toBe(tabs[0]?.getAttribute('aria-controls'));
      expect(within(panel).getByText('والدن')).toBeTruthy();
      cleanup();
    }
  });

  it('filter the list by the chosen one, in its own order or another [ACC-LIBRARY-18]', async () => {
    const { calls, router } = showLibrary();
    fireEvent.click(await findTab(/Novels/));
    await waitFor(() => expect(callTo(calls, LIST_LIBRARY).query['shelf_id']).toBe(NOVELS.id));
    expect(callTo(calls, LIST_LIBRARY).query).not.toHaveProperty('sort_by');
    expect(router.state.location.search).toBe('?shelf=novels00001');
    fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: 'newest' } });
    await waitFor(() =>
      expect(callTo(calls, LIST_LIBRARY).query).toMatchObject({
        sort_by: 'created_date',
        sort_order: 'desc',
      }),
    );
    fireEvent.click(await findTab(/All documents/));
    await waitFor(() => expect(callTo(calls, LIST_LIBRARY).query).not.toHaveProperty('shelf_id'));
  });

  it('sort the list by a column, in both directions [ACC-LIBRARY-18]', async () => {
    const { calls } = showLibrary();
    await screen.findByText('والدن');
    fireEvent.click(screen.getByRole('button', { name: 'Pages' }));
    await waitFor(() =>
      expect(callTo(calls, LIST_LIBRARY).query).toMatchObject({ sort_by: 'total_pages', sort_order: 'desc' }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Pages' }));
    await waitFor(() => expect(callTo(calls, LIST_LIBRARY).query).toMatchObject({ sort_order: 'asc' }));
    expect(screen.getByRole('columnheader', { name: 'Pages' }).getAttribute('aria-sort')).toBe('ascending');
  });

  it.each([
    ['en', 'ArrowRight', 'General'],
    ['fa', 'ArrowLeft', 'عمومی'],
  ] as const)('are chosen with the arrow keys in %s', async (language, key, next) => {
    await startScreen(language);
    setAuthToken('t');
    showLibrary();
    const [first] = await screen.findAllByRole('tab');
    first?.focus();
    fireEvent.keyDown(first as HTMLElement, { key });
    await waitFor(() => expect(document.activeElement?.textContent).toContain(next));
    fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'End' });
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Followed'));
    fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'Home' });
    await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('tab')[0]));
  });

  it('show all documents when the address names a shelf that does not exist', async () => {
    const { calls, router } = showLibrary({}, '/user/documents/?shelf=gone0000001');
    await screen.findByText('والدن');
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(callTo(calls, LIST_LIBRARY).query).not.toHaveProperty('shelf_id');
  });

  it('show an error beside the list when they cannot be loaded, with a retry [ACC-SHELF-27]', async () => {
    let broken = true;
    showLibrary({ [LIST_SHELVES]: () => (broken ? { status: 500 } : shelfList(NOVELS)) });
    expect(await screen.findByText('Error fetching shelves')).toBeTruthy();
    expect(await screen.findByText('والدن')).toBeTruthy();
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await findTab(/Novels/)).toBeTruthy();
    expect(screen.queryByText('Error fetching shelves')).toBeNull();
  });

  it('are fetched again every 30 seconds [ACC-LIBRARY-22]', async () => {
    jest.useFakeTimers();
    const { calls } = showLibrary();
    await act(() => jest.advanceTimersByTimeAsync(0));
    const before = shelfCalls(calls).length;
    await act(() => jest.advanceTimersByTimeAsync(65_000));
    expect(shelfCalls(calls).length - before).toBe(2);
  });

  it('are cached for other screens for five minutes [ACC-SHELF-22] [ACC-SHELF-06]', async () => {
    jest.useFakeTimers();
    const { calls, router } = showLibrary({}, '/other');
    await act(() => jest.advanceTimersByTimeAsync(0));
    expect(screen.getByText('4 shelves')).toBeTruthy();
    expect(callTo(calls, LIST_SHELVES).query).toEqual({ with_subscribed: 'true' });
    const visit = async () => {
      await act(() => router.navigate('/elsewhere'));
      await act(() => router.navigate('/other'));
      await act(() => jest.advanceTimersByTimeAsync(100));
    };
    await act(() => jest.advanceTimersByTimeAsync(SHELVES_CACHE_MS - 1000));
    await visit();
    expect(shelfCalls(calls)).toHaveLength(1);
    await act(() => jest.advanceTimersByTimeAsync(2000));
    await visit();
    expect(shelfCalls(calls)).toHaveLength(2);
  });
});

describe('a subscribed shelf', () => {
  const path = 'document/shelf/public/follow00001/';
  const documents = { [`GET ${path}documents/`]: success({ documents: [], total: 0 }) };

  it('shows its public documents and offers only Unsubscribe [ACC-SHELF-21] [ACC-SHELF-19] [ACC-SHELF-32]', async () => {
    const { calls, router } = showLibrary({
      ...documents,
      [`POST ${path}unsubscribe/`]: success({ is_subscribed: false }),
    });
    const entries = await openTabMenu(/Followed/, 'Followed');
    expect(textsOf(entries)).toEqual(['Unsubscribe']);
    expect(await screen.findByText('Nothing on this shelf is published yet.')).toBeTruthy();
    fireEvent.click(await findEntry('Unsubscribe'));
    expect(await screen.findByText('Unsubscribed successfully')).toBeTruthy();
    expect(callTo(calls, `POST ${path}unsubscribe/`).form).toEqual({});
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(calls.filter(({ query }) => query['shelf_id'] === SUBSCRIBED.id)).toEqual([]);
  });

  it('shows an error when unsubscribing fails [ACC-SHELF-26]', async () => {
    showLibrary({ ...documents, [`POST ${path}unsubscribe/`]: { status: 500 } });
    await openTabMenu(/Followed/, 'Followed');
    fireEvent.click(await findEntry('Unsubscribe'));
    expect(await screen.findByText('Error unsubscribing')).toBeTruthy();
  });
});

describe('an empty shelf', () => {
  it('explains how to add documents', async () => {
    const { router } = showLibrary({ [LIST_LIBRARY]: documentList() }, '/user/documents/?shelf=poems000001');
    expect(await screen.findByText('There is no document on this shelf.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'All documents' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });
});
