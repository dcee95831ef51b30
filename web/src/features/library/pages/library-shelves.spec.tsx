import type { LibraryItem } from '@hamkhan/contracts/http/documents';
import { SHELF_ICONS, type Shelf } from '@hamkhan/contracts/http/shelves';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Link } from 'react-router';
import { SHELVES_CACHE_MS, useShelves } from '../../../shared/api/shelves.js';
import { setAuthToken } from '../../../shared/storage/settings.js';
import { callTo, stubApi, type StubAnswer, type StubCall, type StubRoutes } from '../../../test/api-stub.js';
import { libraryItem } from '../../../test/library-item.js';
import { setScreenWidth, showRoutes, startScreen } from '../../../test/screen.js';
import { shelfList, shelfRow } from '../../../test/shelf.js';
import { LibraryPage } from './library-page.js';

const LIST = 'GET document/user/document/list/';
const SHELVES = 'GET document/user/shelf/list/';
const NOVELS = shelfRow({ document_count: 2 });
const POEMS = shelfRow({ id: 'c'.repeat(24), key: 'poems000001', name: 'Poems', icon: 'mdi-heart' });
const FOLLOWED = shelfRow({
  id: 'd'.repeat(24),
  key: 'follow00001',
  name: 'Followed',
  is_public: true,
  subscribed_shelf: true,
});
const WALDEN = libraryItem({ shelf_id: NOVELS.id });

const listOf = (...documents: LibraryItem[]) => ({
  body: { documents, total_documents: documents.length, total_pages: 1, current_page: 1 },
});
const done = (body: object = {}): StubAnswer => ({ body: { status: 'success', ...body } });
const saved = (shelf: Shelf) => done({ shelf });

const show = (routes: StubRoutes = {}, path = '/user/documents/') => {
  const calls = stubApi({
    [LIST]: listOf(WALDEN),
    [SHELVES]: shelfList(NOVELS, POEMS, FOLLOWED),
    'GET untranslated/document-requests/': done({ requests: [] }),
    'GET document/events/': { status: 404 },
    'GET document/tag/list/': done({
      tags: ['Philosophy', 'History'].map((name) => ({
        id: name,
        name,
        translated_name: name === 'History' ? 'تاریخ' : 'فلسفه',
        is_category: true,
      })),
    }),
    ...routes,
  });
  const router = showRoutes(
    [
      { path: '/user/documents/', element: <LibraryPage /> },
      { path: '/other', element: <OtherScreen /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    path,
  );
  return { calls, router };
};
/** Another screen that needs the shelves. */
const OtherScreen = () => {
  const { shelves } = useShelves();
  return (
    <>
      <p>{shelves ? `${shelves.length} shelves` : 'no shelves'}</p>
      <Link to="/more">on</Link>
    </>
  );
};

const shelfCalls = (calls: readonly StubCall[]) =>
  calls.filter(({ path }) => path === '/api/document/user/shelf/list/');
const tab = (name: RegExp) => screen.findByRole('tab', { name });
const openTabMenu = async (shelf: RegExp, name: string) => {
  fireEvent.click(await tab(shelf));
  fireEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  return screen.findAllByRole('menuitem');
};
const entry = (name: string) => screen.findByRole('menuitem', { name });
const openRowMenu = async (title = 'والدن') => {
  fireEvent.click(await screen.findByRole('button', { name: `Actions for ${title}` }));
  await screen.findAllByRole('menuitem');
};
const names = (elements: readonly HTMLElement[]) => elements.map((element) => element.textContent?.trim());
const textOf = ({ form }: StubCall, field: string): string => {
  const value = form[field];
  if (typeof value !== 'string') throw new Error(`no text in ${field}`);
  return value;
};

beforeEach(async () => {
  await startScreen('en');
  setAuthToken('t');
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(navigator, 'clipboard');
  Reflect.deleteProperty(navigator, 'share');
});

describe('the shelves of the library', () => {
  it('[ACC-LIBRARY-07] [ACC-SHELF-07] are tabs over the list; the general one has a label in each language', async () => {
    for (const [language, all, general] of [
      ['en', 'All documents', 'General'],
      ['fa', 'همهٔ سندها', 'عمومی'],
    ] as const) {
      await startScreen(language);
      setAuthToken('t');
      show();
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

  it('[ACC-LIBRARY-18] ask for what stands on the chosen one, in its own order or another', async () => {
    const { calls, router } = show();
    fireEvent.click(await tab(/Novels/));
    await waitFor(() => expect(callTo(calls, LIST).query['shelf_id']).toBe(NOVELS.id));
    expect(callTo(calls, LIST).query).not.toHaveProperty('sort_by');
    expect(router.state.location.search).toBe('?shelf=novels00001');
    fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: 'newest' } });
    await waitFor(() =>
      expect(callTo(calls, LIST).query).toMatchObject({ sort_by: 'created_date', sort_order: 'desc' }),
    );
    fireEvent.click(await tab(/All documents/));
    await waitFor(() => expect(callTo(calls, LIST).query).not.toHaveProperty('shelf_id'));
  });

  it('[ACC-LIBRARY-18] sort by the head of a column, and the other way round', async () => {
    const { calls } = show();
    await screen.findByText('والدن');
    fireEvent.click(screen.getByRole('button', { name: 'Pages' }));
    await waitFor(() =>
      expect(callTo(calls, LIST).query).toMatchObject({ sort_by: 'total_pages', sort_order: 'desc' }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Pages' }));
    await waitFor(() => expect(callTo(calls, LIST).query).toMatchObject({ sort_order: 'asc' }));
    expect(screen.getByRole('columnheader', { name: 'Pages' }).getAttribute('aria-sort')).toBe('ascending');
  });

  it.each([
    ['en', 'ArrowRight', 'General'],
    ['fa', 'ArrowLeft', 'عمومی'],
  ] as const)('are walked with the arrow keys in %s', async (language, key, next) => {
    await startScreen(language);
    setAuthToken('t');
    show();
    const [first] = await screen.findAllByRole('tab');
    first?.focus();
    fireEvent.keyDown(first as HTMLElement, { key });
    await waitFor(() => expect(document.activeElement?.textContent).toContain(next));
    fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'End' });
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Followed'));
    fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'Home' });
    await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('tab')[0]));
  });

  it('show all documents where the address names a shelf that is gone', async () => {
    const { calls, router } = show({}, '/user/documents/?shelf=gone0000001');
    await screen.findByText('والدن');
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(callTo(calls, LIST).query).not.toHaveProperty('shelf_id');
  });

  it('[ACC-SHELF-27] say that they failed, keep the list, and try again when asked', async () => {
    let broken = true;
    show({ [SHELVES]: () => (broken ? { status: 500 } : shelfList(NOVELS)) });
    expect(await screen.findByText('Error fetching shelves')).toBeTruthy();
    expect(await screen.findByText('والدن')).toBeTruthy();
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await tab(/Novels/)).toBeTruthy();
    expect(screen.queryByText('Error fetching shelves')).toBeNull();
  });

  it('[ACC-LIBRARY-22] are asked for again every 30 seconds', async () => {
    jest.useFakeTimers();
    const { calls } = show();
    await act(() => jest.advanceTimersByTimeAsync(0));
    const before = shelfCalls(calls).length;
    await act(() => jest.advanceTimersByTimeAsync(65_000));
    expect(shelfCalls(calls).length - before).toBe(2);
  });

  it('[ACC-SHELF-22] [ACC-SHELF-06] serve other screens for five minutes from one request', async () => {
    jest.useFakeTimers();
    const { calls, router } = show({}, '/other');
    await act(() => jest.advanceTimersByTimeAsync(0));
    expect(screen.getByText('4 shelves')).toBeTruthy();
    expect(callTo(calls, SHELVES).query).toEqual({ with_subscribed: 'true' });
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

describe('the dialogs of shelves', () => {
  it('[ACC-SHELF-01] [ACC-SHELF-02] [ACC-SHELF-09] [ACC-SHELF-18] [ACC-SHELF-28] make one with a name, a description and one of ten icons', async () => {
    const { calls, router } = show({ 'POST document/user/shelf/create/': saved(POEMS) });
    fireEvent.click(await screen.findByRole('button', { name: 'New shelf' }));
    const dialog = await screen.findByRole('dialog', { name: 'New shelf' });
    expect(within(dialog).getAllByRole('radio')).toHaveLength(10);
    expect(names(within(dialog).getAllByRole('radio')).length).toBe(SHELF_ICONS.length);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Create shelf' }));
    expect(await within(dialog).findByText('Shelf name required')).toBeTruthy();
    expect(document.activeElement).toBe(within(dialog).getByLabelText('Name'));
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);

    fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: ' Poems ' } });
    fireEvent.change(within(dialog).getByLabelText('Description'), { target: { value: 'mine' } });
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Heart' }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Create shelf' }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Create shelf' }));
    expect(await screen.findByText('Shelf created successfully')).toBeTruthy();
    const posts = calls.filter(({ method }) => method === 'POST');
    expect(posts.map(({ form }) => form)).toEqual([
      { name: 'Poems', description: 'mine', icon: 'mdi-heart' },
    ]);
    await waitFor(() => expect(router.state.location.search).toBe('?shelf=poems000001'));
  });

  it('[ACC-SHELF-10] [ACC-SHELF-29] change one', async () => {
    const path = `POST document/user/shelf/${NOVELS.id}/update/`;
    const { calls } = show({ [path]: saved({ ...NOVELS, name: 'Long novels' }) });
    await openTabMenu(/Novels/, 'Novels');
    fireEvent.click(await entry('Edit'));
    const field = await screen.findByLabelText<HTMLInputElement>('Name');
    expect(field.value).toBe('Novels');
    fireEvent.change(field, { target: { value: 'Long novels' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Shelf updated successfully')).toBeTruthy();
    expect(callTo(calls, path).form['name']).toBe('Long novels');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('[ACC-SHELF-23] say that saving failed, with the reason, and stay open', async () => {
    let answer: StubAnswer = { status: 500 };
    show({ 'POST document/user/shelf/create/': () => answer });
    fireEvent.click(await screen.findByRole('button', { name: 'New shelf' }));
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Novels' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create shelf' }));
    expect(await screen.findByText('Error saving shelf')).toBeTruthy();
    answer = { status: 400, body: { status: 'error', error: 'you have a shelf of this name' } };
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create shelf' }).disabled).toBe(false),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Create shelf' }));
    expect(await screen.findByText('you have a shelf of this name')).toBeTruthy();
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('[ACC-SHELF-03] [ACC-SHELF-11] [ACC-SHELF-31] [ACC-SHELF-33] share one under categories, with its link to copy', async () => {
    const copied: string[] = [];
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: (text: string) => Promise.resolve(void copied.push(text)) },
    });
    const path = `POST document/user/shelf/${NOVELS.id}/update/`;
    const { calls } = show({ [path]: saved({ ...NOVELS, is_public: true }) });
    await openTabMenu(/Novels/, 'Novels');
    fireEvent.click(await entry('Share'));
    fireEvent.click(await screen.findByRole('switch', { name: 'Public shelf' }));
    for (const name of ['Philosophy', 'History'])
      fireEvent.click(await screen.findByRole('button', { name }));
    const link = screen.getByLabelText<HTMLInputElement>('Link of the shelf').value;
    expect(link).toMatch(/^http.*\/s\/novels00001\/$/);
    fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await screen.findByText('Link copied to clipboard')).toBeTruthy();
    expect(copied).toEqual([link]);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Shelf sharing updated successfully')).toBeTruthy();
    expect(callTo(calls, path).form).toEqual({ is_public: 'true', tags: 'Philosophy,History' });
  });

  it('[ACC-SHELF-25] say that sharing failed', async () => {
    show({ [`POST document/user/shelf/${NOVELS.id}/update/`]: { status: 500 } });
    await openTabMenu(/Novels/, 'Novels');
    fireEvent.click(await entry('Share'));
    fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Error updating shelf sharing')).toBeTruthy();
  });

  it('[ACC-SHELF-04] [ACC-SHELF-12] [ACC-SHELF-30] ask before one is deleted, and delete nothing on Cancel', async () => {
    const path = `DELETE document/user/shelf/${NOVELS.id}/delete/`;
    const { calls, router } = show({ [path]: done() });
    await openTabMenu(/Novels/, 'Novels');
    fireEvent.click(await entry('Delete'));
    const dialog = await screen.findByRole('dialog', { name: 'Delete shelf' });
    expect(dialog.textContent).toContain('2 documents go to the general shelf');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);

    await openTabMenu(/Novels/, 'Novels');
    fireEvent.click(await entry('Delete'));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete shelf' }));
    expect(await screen.findByText('Shelf deleted successfully')).toBeTruthy();
    expect(callTo(calls, path)).toBeTruthy();
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('[ACC-SHELF-24] say that deleting failed', async () => {
    show({ [`DELETE document/user/shelf/${NOVELS.id}/delete/`]: { status: 500 } });
    await openTabMenu(/Novels/, 'Novels');
    fireEvent.click(await entry('Delete'));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete shelf' }));
    expect(await screen.findByText('Error deleting shelf')).toBeTruthy();
    expect(await tab(/Novels/)).toBeTruthy();
  });

  it('[ACC-SHELF-08] offer nothing for the general shelf', async () => {
    show();
    fireEvent.click(await tab(/General/));
    await waitFor(async () => expect((await tab(/General/)).getAttribute('aria-selected')).toBe('true'));
    expect(screen.queryByRole('button', { name: /Actions for Gen/ })).toBeNull();
  });
});

describe('a shelf the reader follows', () => {
  const path = 'document/shelf/public/follow00001/';
  const documents = { [`GET ${path}documents/`]: done({ documents: [], total: 0 }) };

  it('[ACC-SHELF-21] [ACC-SHELF-19] [ACC-SHELF-32] shows its public documents and offers only Unsubscribe', async () => {
    const { calls, router } = show({
      ...documents,
      [`POST ${path}unsubscribe/`]: done({ is_subscribed: false }),
    });
    const entries = await openTabMenu(/Followed/, 'Followed');
    expect(names(entries)).toEqual(['Unsubscribe']);
    expect(await screen.findByText('Nothing on this shelf is published yet.')).toBeTruthy();
    fireEvent.click(await entry('Unsubscribe'));
    expect(await screen.findByText('Unsubscribed successfully')).toBeTruthy();
    expect(callTo(calls, `POST ${path}unsubscribe/`).form).toEqual({});
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(calls.filter(({ query }) => query['shelf_id'] === FOLLOWED.id)).toEqual([]);
  });

  it('[ACC-SHELF-26] says that unsubscribing failed', async () => {
    show({ ...documents, [`POST ${path}unsubscribe/`]: { status: 500 } });
    await openTabMenu(/Followed/, 'Followed');
    fireEvent.click(await entry('Unsubscribe'));
    expect(await screen.findByText('Error unsubscribing')).toBeTruthy();
  });
});

describe('what can be done with a document', () => {
  const MOVE = 'POST document/user/document/walden0001/move-to-shelf/';

  it('[ACC-LIBRARY-10] [ACC-LIBRARY-12] is reading, information, notes, moving, and sharing once it is published', async () => {
    const { router } = show({ [LIST]: listOf({ ...WALDEN, published: true }) });
    await openRowMenu();
    const offered = names(screen.getAllByRole('menuitem'));
    for (const name of ['Read', 'Information', 'Notes', 'Move to shelf…', 'Share']) {
      expect(offered).toContain(name);
    }
    expect(screen.queryByText('Private translation')).toBeNull();
    fireEvent.click(await entry('Information'));
    await screen.findByText('elsewhere');
    expect(router.state.location.pathname).toBe('/i/walden0001/');
    await act(() => router.navigate('/user/documents/'));
    await openRowMenu();
    fireEvent.click(await entry('Notes'));
    await waitFor(() => expect(router.state.location.search).toBe('?notes=walden0001'));
    await openRowMenu();
    fireEvent.click(await entry('Read'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/d/walden0001/'));
  });

  it('[ACC-LIBRARY-12] marks a private translation and shares it not', async () => {
    show();
    await openRowMenu();
    expect(screen.queryByRole('menuitem', { name: 'Share' })).toBeNull();
    const private_ = await entry('Private translation');
    expect(private_.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getAllByText('Private translation').length).toBe(2);
  });

  it('[ACC-LIBRARY-13] says why a pending document is not opened from its menu', async () => {
    const { router } = show({ [LIST]: listOf({ ...WALDEN, status: 'pending' }) });
    await openRowMenu();
    fireEvent.click(await entry('Read'));
    expect(await screen.findByText('Document in process queue, please wait')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/user/documents/');
  });

  it('[ACC-LIBRARY-11] [ACC-LIBRARY-26] [ACC-SHELF-14] moves it to another shelf of the reader', async () => {
    let shelf = NOVELS.id;
    const { calls } = show({
      [LIST]: () => listOf({ ...WALDEN, shelf_id: shelf }),
      [MOVE]: (call) => {
        shelf = textOf(call, 'shelf_id');
        return done({ shelf_id: shelf });
      },
    });
    await openRowMenu();
    fireEvent.click(await entry('Move to shelf…'));
    const menu = await screen.findByRole('menu', { name: 'Move to shelf' });
    const shelves = within(menu).getAllByRole('menuitem');
    expect(shelves.map((one) => one.querySelector('bdi')?.textContent ?? one.textContent)).toEqual([
      'General',
      'Poems',
      'New shelf',
    ]);
    (shelves[0] as HTMLElement).focus();
    fireEvent.keyDown(shelves[0] as HTMLElement, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(shelves[1]);
    fireEvent.click(shelves[1] as HTMLElement);
    expect(await screen.findByText('Document moved successfully')).toBeTruthy();
    expect(callTo(calls, MOVE).form).toEqual({ shelf_id: POEMS.id });

    await openRowMenu();
    fireEvent.click(await entry('Move to shelf…'));
    const next = await screen.findByRole('menu', { name: 'Move to shelf' });
    expect(within(next).queryByText('Poems')).toBeNull();
    expect(within(next).getByText('Novels')).toBeTruthy();
  });

  it('moves it to a shelf made for it', async () => {
    const { calls } = show({
      [MOVE]: done({ shelf_id: POEMS.id }),
      'POST document/user/shelf/create/': saved(POEMS),
    });
    await openRowMenu();
    fireEvent.click(await entry('Move to shelf…'));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'New shelf' }));
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Poems' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create shelf' }));
    expect(await screen.findByText('Document moved successfully')).toBeTruthy();
    expect(callTo(calls, MOVE).form).toEqual({ shelf_id: POEMS.id });
  });

  it('[ACC-LIBRARY-25] says that moving failed', async () => {
    show({ [MOVE]: { status: 500 } });
    await openRowMenu();
    fireEvent.click(await entry('Move to shelf…'));
    fireEvent.click(await screen.findByRole('menuitem', { name: /Poems/ }));
    expect(await screen.findByText('Error moving document')).toBeTruthy();
  });

  it('[ACC-LIBRARY-26] moves it where it is dropped: on another shelf of the reader, and nowhere else', async () => {
    const { calls } = show({ [MOVE]: done({ shelf_id: POEMS.id }) });
    const name = (await screen.findByText('والدن')).closest<HTMLElement>('[draggable]');
    const drag = { setData: () => {}, setDragImage: () => {}, effectAllowed: '', dropEffect: '' };
    const begin = () => fireEvent.dragStart(name as HTMLElement, { dataTransfer: drag });
    const isTaken = (target: HTMLElement) => {
      const over = createEvent.dragOver(target, { dataTransfer: drag });
      fireEvent(target, over);
      return over.defaultPrevented;
    };
    begin();
    expect(
      await Promise.all(
        [/All/, /General/, /Novels/, /Poems/, /Followed/].map(async (one) => isTaken(await tab(one))),
      ),
    ).toEqual([false, true, false, true, false]);
    fireEvent.drop(await tab(/Followed/), { dataTransfer: drag });
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    fireEvent.drop(await tab(/Poems/), { dataTransfer: drag });
    expect(await screen.findByText('Document moved successfully')).toBeTruthy();
    expect(callTo(calls, MOVE).form).toEqual({ shelf_id: POEMS.id });
    expect(isTaken(await tab(/General/))).toBe(false);
  });

  it('[ACC-SHELF-17] arranges its shelf by menu and by dragging it onto another row', async () => {
    const [a, b] = ['a', 'b'].map((key) =>
      libraryItem({ key, id: key.repeat(24), title: key.toUpperCase(), shelf_id: NOVELS.id }),
    ) as [LibraryItem, LibraryItem];
    const path = `POST document/user/shelf/${NOVELS.id}/reorder/`;
    let order = [a, b];
    const { calls } = show(
      {
        [LIST]: () => listOf(...order),
        [path]: (call) => {
          const ids = JSON.parse(textOf(call, 'document_ids')) as string[];
          order = ids.map((id) => (id === a.id ? a : b));
          return done();
        },
      },
      '/user/documents/?shelf=novels00001',
    );
    const titles = () => names([...document.querySelectorAll<HTMLElement>('a.doc-title')]);
    await waitFor(() => expect(titles()).toEqual(['A', 'B']));
    await openRowMenu('A');
    fireEvent.click(await entry('Move down'));
    await waitFor(() => expect(titles()).toEqual(['B', 'A']));
    await waitFor(() => expect(callTo(calls, path).form['document_ids']).toBe(JSON.stringify([b.id, a.id])));

    const drag = { setData: () => {}, setDragImage: () => {} };
    const row = (title: string) => screen.getByText(title).closest('tr') as HTMLElement;
    const name = row('A').querySelector<HTMLElement>('[draggable]') as HTMLElement;
    fireEvent.dragStart(name, { dataTransfer: drag });
    fireEvent.drop(row('B'), { dataTransfer: drag });
    await waitFor(() => expect(titles()).toEqual(['A', 'B']));
    await waitFor(() => expect(callTo(calls, path).form['document_ids']).toBe(JSON.stringify([a.id, b.id])));
  });

  it('does not arrange what is sorted or filtered', async () => {
    show({}, '/user/documents/?shelf=novels00001&sort=title');
    await openRowMenu();
    expect(screen.queryByRole('menuitem', { name: 'Move down' })).toBeNull();
  });

  it('[ACC-LIBRARY-27] copies the link of a published document on a wide screen', async () => {
    const copied: string[] = [];
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: (text: string) => Promise.resolve(void copied.push(text)) },
    });
    show({ [LIST]: listOf({ ...WALDEN, published: true }) });
    await openRowMenu();
    fireEvent.click(await entry('Share'));
    expect(await screen.findByText('Document link copied to clipboard')).toBeTruthy();
    expect(copied[0]).toMatch(/^http.*\/i\/walden0001\/$/);
  });

  it('[ACC-LIBRARY-28] says that the clipboard refused', async () => {
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: () => Promise.reject(new DOMException('denied', 'NotAllowedError')) },
    });
    show({ [LIST]: listOf({ ...WALDEN, published: true }) });
    await openRowMenu();
    fireEvent.click(await entry('Share'));
    expect(await screen.findByText('Failed to copy link')).toBeTruthy();
  });

  it("shares with the device's own sheet on a narrow screen", async () => {
    setScreenWidth(400);
    const { matchMedia } = window;
    window.matchMedia = (query) =>
      query.includes('max-width: 960px') ? { ...matchMedia(query), matches: true } : matchMedia(query);
    const shared: unknown[] = [];
    Object.defineProperty(navigator, 'share', {
      configurable: true,
      value: (data: unknown) => Promise.resolve(void shared.push(data)),
    });
    show({ [LIST]: listOf({ ...WALDEN, published: true }) });
    await openRowMenu();
    fireEvent.click(await entry('Share'));
    await waitFor(() =>
      expect(shared).toEqual([{ title: 'والدن', url: `${location.origin}/i/walden0001/` }]),
    );
    expect(screen.queryByText('Document link copied to clipboard')).toBeNull();
  });
});

describe('an empty shelf', () => {
  it('says how documents come onto it', async () => {
    const { router } = show({ [LIST]: listOf() }, '/user/documents/?shelf=poems000001');
    expect(await screen.findByText('There is no document on this shelf.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'All documents' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });
});
