import type { LibraryItem } from '@hamkhan/contracts/http/documents';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { setAuthToken } from '../../../shared/storage/settings.js';
import { callTo } from '../../../test/api-stub.js';
import { libraryItem } from '../../../test/library-item.js';
import {
  documentList,
  findEntry,
  findTab,
  formText,
  LIST_LIBRARY,
  NOVELS,
  openRowMenu,
  POEMS,
  savedShelf,
  showLibrary,
  stubClipboard,
  success,
  textsOf,
  WALDEN,
} from '../../../test/library-screen.js';
import { setScreenWidth, startScreen } from '../../../test/screen.js';

beforeEach(async () => {
  await startScreen('en');
  setAuthToken('t');
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'clipboard');
  Reflect.deleteProperty(navigator, 'share');
});

describe('the actions on a document', () => {
  const MOVE = 'POST document/user/document/walden0001/move-to-shelf/';

  it('are reading, information, notes, moving, and sharing once it is published [ACC-LIBRARY-10] [ACC-LIBRARY-12]', async () => {
    const { router } = showLibrary({ [LIST_LIBRARY]: documentList({ ...WALDEN, published: true }) });
    await openRowMenu();
    const offered = textsOf(screen.getAllByRole('menuitem'));
    for (const name of ['Read', 'Information', 'Notes', 'Move to shelf…', 'Share']) {
      expect(offered).toContain(name);
    }
    expect(screen.queryByText('Private translation')).toBeNull();
    fireEvent.click(await findEntry('Information'));
    await screen.findByText('elsewhere');
    expect(router.state.location.pathname).toBe('/i/walden0001/');
    await act(() => router.navigate('/user/documents/'));
    await openRowMenu();
    fireEvent.click(await findEntry('Notes'));
    await waitFor(() => expect(router.state.location.search).toBe('?notes=walden0001'));
    await openRowMenu();
    fireEvent.click(await findEntry('Read'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/d/walden0001/'));
  });

  it('mark a private translation, which cannot be shared [ACC-LIBRARY-12]', async () => {
    showLibrary();
    await openRowMenu();
    expect(screen.queryByRole('menuitem', { name: 'Share' })).toBeNull();
    const private_ = await findEntry('Private translation');
    expect(private_.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getAllByText('Private translation').length).toBe(2);
  });

  it('explain why a pending document cannot be opened [ACC-LIBRARY-13]', async () => {
    const { router } = showLibrary({ [LIST_LIBRARY]: documentList({ ...WALDEN, status: 'pending' }) });
    await openRowMenu();
    fireEvent.click(await findEntry('Read'));
    expect(await screen.findByText('Document in process queue, please wait')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/user/documents/');
  });

  it('move it to another shelf of the user [ACC-LIBRARY-11] [ACC-LIBRARY-26] [ACC-SHELF-14]', async () => {
    let shelf = NOVELS.id;
    const { calls } = showLibrary({
      [LIST_LIBRARY]: () => documentList({ ...WALDEN, shelf_id: shelf }),
      [MOVE]: (call) => {
        shelf = formText(call, 'shelf_id');
        return success({ shelf_id: shelf });
      },
    });
    await openRowMenu();
    fireEvent.click(await findEntry('Move to shelf…'));
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
    fireEvent.click(await findEntry('Move to shelf…'));
    const next = await screen.findByRole('menu', { name: 'Move to shelf' });
    expect(within(next).queryByText('Poems')).toBeNull();
    expect(within(next).getByText('Novels')).toBeTruthy();
  });

  it('move it to a new shelf', async () => {
    const { calls } = showLibrary({
      [MOVE]: success({ shelf_id: POEMS.id }),
      'POST document/user/shelf/create/': savedShelf(POEMS),
    });
    await openRowMenu();
    fireEvent.click(await findEntry('Move to shelf…'));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'New shelf' }));
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Poems' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create shelf' }));
    expect(await screen.findByText('Document moved successfully')).toBeTruthy();
    expect(callTo(calls, MOVE).form).toEqual({ shelf_id: POEMS.id });
  });

  it('show an error when moving fails [ACC-LIBRARY-25]', async () => {
    showLibrary({ [MOVE]: { status: 500 } });
    await openRowMenu();
    fireEvent.click(await findEntry('Move to shelf…'));
    fireEvent.click(await screen.findByRole('menuitem', { name: /Poems/ }));
    expect(await screen.findByText('Error moving document')).toBeTruthy();
  });

  it('move it by drag and drop to another shelf of the user, and to no other target [ACC-LIBRARY-26]', async () => {
    const { calls } = showLibrary({ [MOVE]: success({ shelf_id: POEMS.id }) });
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
        [/All/, /General/, /Novels/, /Poems/, /Followed/].map(async (one) => isTaken(await findTab(one))),
      ),
    ).toEqual([false, true, false, true, false]);
    fireEvent.drop(await findTab(/Followed/), { dataTransfer: drag });
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    fireEvent.drop(await findTab(/Poems/), { dataTransfer: drag });
    expect(await screen.findByText('Document moved successfully')).toBeTruthy();
    expect(callTo(calls, MOVE).form).toEqual({ shelf_id: POEMS.id });
    expect(isTaken(await findTab(/General/))).toBe(false);
  });

  it('reorder its shelf from the menu and by drag and drop [ACC-SHELF-17]', async () => {
    const [a, b] = ['a', 'b'].map((key) =>
      libraryItem({ key, id: key.repeat(24), title: key.toUpperCase(), shelf_id: NOVELS.id }),
    ) as [LibraryItem, LibraryItem];
    const path = `POST document/user/shelf/${NOVELS.id}/reorder/`;
    let order = [a, b];
    const { calls } = showLibrary(
      {
        [LIST_LIBRARY]: () => documentList(...order),
        [path]: (call) => {
          const ids = JSON.parse(formText(call, 'document_ids')) as string[];
          order = ids.map((id) => (id === a.id ? a : b));
          return success();
        },
      },
      '/user/documents/?shelf=novels00001',
    );
    const titles = () => textsOf([...document.querySelectorAll<HTMLElement>('a.doc-title')]);
    await waitFor(() => expect(titles()).toEqual(['A', 'B']));
    await openRowMenu('A');
    fireEvent.click(await findEntry('Move down'));
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

  it('do not reorder a sorted list', async () => {
    showLibrary({}, '/user/documents/?shelf=novels00001&sort=title');
    await openRowMenu();
    expect(screen.queryByRole('menuitem', { name: 'Move down' })).toBeNull();
  });

  it('copy the link of a published document on a wide screen [ACC-LIBRARY-27]', async () => {
    const copied = stubClipboard();
    showLibrary({ [LIST_LIBRARY]: documentList({ ...WALDEN, published: true }) });
    await openRowMenu();
    fireEvent.click(await findEntry('Share'));
    expect(await screen.findByText('Document link copied to clipboard')).toBeTruthy();
    expect(copied[0]).toMatch(/^http.*\/i\/walden0001\/$/);
  });

  it('show an error when the clipboard refuses [ACC-LIBRARY-28]', async () => {
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: () => Promise.reject(new DOMException('denied', 'NotAllowedError')) },
    });
    showLibrary({ [LIST_LIBRARY]: documentList({ ...WALDEN, published: true }) });
    await openRowMenu();
    fireEvent.click(await findEntry('Share'));
    expect(await screen.findByText('Failed to copy link')).toBeTruthy();
  });

  it("share with the device's share sheet on a narrow screen", async () => {
    setScreenWidth(400);
    const { matchMedia } = window;
    window.matchMedia = (query) =>
      query.includes('max-width: 960px') ? { ...matchMedia(query), matches: true } : matchMedia(query);
    const shared: unknown[] = [];
    Object.defineProperty(navigator, 'share', {
      configurable: true,
      value: (data: unknown) => Promise.resolve(void shared.push(data)),
    });
    showLibrary({ [LIST_LIBRARY]: documentList({ ...WALDEN, published: true }) });
    await openRowMenu();
    fireEvent.click(await findEntry('Share'));
    await waitFor(() =>
      expect(shared).toEqual([{ title: 'والدن', url: `${location.origin}/i/walden0001/` }]),
    );
    expect(screen.queryByText('Document link copied to clipboard')).toBeNull();
  });

  describe('on a published document', () => {
    const UNPUBLISH = `POST document/user/document/${WALDEN.id}/unpublish/`;
    const isShown = () => screen.queryByRole('menuitem', { name: 'Unpublish…' }) !== null;

    it('offer to unpublish it to those who may', async () => {
      showLibrary({ [LIST_LIBRARY]: documentList({ ...WALDEN, published: true }) });
      await openRowMenu();
      expect(isShown()).toBe(false);
    });

    it('unpublish it after a confirmation and fetch the list again', async () => {
      let published = true;
      const { calls } = showLibrary({
        [LIST_LIBRARY]: () => documentList({ ...WALDEN, published, can_unpublish: published }),
        [UNPUBLISH]: () => {
          published = false;
          return success({ published });
        },
      });
      await openRowMenu();
      fireEvent.click(await findEntry('Unpublish…'));
      expect(await screen.findByText(/Its readers lose access at once/)).toBeTruthy();
      expect(calls.some(({ method }) => method === 'POST')).toBe(false);
      fireEvent.click(screen.getByRole('button', { name: 'Unpublish' }));
      expect(await screen.findByText('The document is private now.')).toBeTruthy();
      await openRowMenu();
      expect(await findEntry('Private translation')).toBeTruthy();
      expect(isShown()).toBe(false);
    });
  });
});
