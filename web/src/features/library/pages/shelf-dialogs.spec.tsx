import { SHELF_ICONS } from '@hamkhan/contracts/http/shelves';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { setAuthToken } from '../../../shared/storage/settings.js';
import { callTo, type StubAnswer } from '../../../test/api-stub.js';
import {
  findEntry,
  findTab,
  NOVELS,
  openTabMenu,
  POEMS,
  savedShelf,
  showLibrary,
  stubClipboard,
  success,
  textsOf,
} from '../../../test/library-screen.js';
import { startScreen } from '../../../test/screen.js';

beforeEach(async () => {
  await startScreen('en');
  setAuthToken('t');
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'clipboard');
  Reflect.deleteProperty(navigator, 'share');
});

describe('the shelf dialogs', () => {
  it('create a shelf with a name, a description and one of ten icons [ACC-SHELF-01] [ACC-SHELF-02] [ACC-SHELF-09] [ACC-SHELF-18] [ACC-SHELF-28]', async () => {
    const { calls, router } = showLibrary({ 'POST document/user/shelf/create/': savedShelf(POEMS) });
    fireEvent.click(await screen.findByRole('button', { name: 'New shelf' }));
    const dialog = await screen.findByRole('dialog', { name: 'New shelf' });
    expect(within(dialog).getAllByRole('radio')).toHaveLength(10);
    expect(textsOf(within(dialog).getAllByRole('radio')).length).toBe(SHELF_ICONS.length);
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

  it('change a shelf [ACC-SHELF-10] [ACC-SHELF-29]', async () => {
    const path = `POST document/user/shelf/${NOVELS.id}/update/`;
    const { calls } = showLibrary({ [path]: savedShelf({ ...NOVELS, name: 'Long novels' }) });
    await openTabMenu(/Novels/, 'Novels');
    fireEvent.click(await findEntry('Edit'));
    const field = await screen.findByLabelText<HTMLInputElement>('Name');
    expect(field.value).toBe('Novels');
    fireEvent.change(field, { target: { value: 'Long novels' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Shelf updated successfully')).toBeTruthy();
    expect(callTo(calls, path).form['name']).toBe('Long novels');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('show an error with its reason when saving fails, and stay open [ACC-SHELF-23]', async () => {
    let answer: StubAnswer = { status: 500 };
    showLibrary({ 'POST document/user/shelf/create/': () => answer });
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

  it('share a shelf in categories, and copy its link [ACC-SHELF-03] [ACC-SHELF-11] [ACC-SHELF-31] [ACC-SHELF-33]', async () => {
    const copied = stubClipboard();
    const path = `POST document/user/shelf/${NOVELS.id}/update/`;
    const { calls } = showLibrary({ [path]: savedShelf({ ...NOVELS, is_public: true }) });
    await openTabMenu(/Novels/, 'Novels');
    fireEvent.click(await findEntry('Share'));
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

  it('show an error when sharing fails [ACC-SHELF-25]', async () => {
    showLibrary({ [`POST document/user/shelf/${NOVELS.id}/update/`]: { status: 500 } });
    await openTabMenu(/Novels/, 'Novels');
    fireEvent.click(await findEntry('Share'));
    fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Error updating shelf sharing')).toBeTruthy();
  });

  it('ask before a shelf is deleted, and delete nothing on Cancel [ACC-SHELF-04] [ACC-SHELF-12] [ACC-SHELF-30]', async () => {
    const path = `DELETE document/user/shelf/${NOVELS.id}/delete/`;
    const { calls, router } = showLibrary({ [path]: success() });
    await openTabMenu(/Novels/, 'Novels');
    fireEvent.click(await findEntry('Delete'));
    const dialog = await screen.findByRole('dialog', { name: 'Delete shelf' });
    expect(dialog.textContent).toContain('2 documents move to the general shelf');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);

    await openTabMenu(/Novels/, 'Novels');
    fireEvent.click(await findEntry('Delete'));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete shelf' }));
    expect(await screen.findByText('Shelf deleted successfully')).toBeTruthy();
    expect(callTo(calls, path)).toBeTruthy();
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('show an error when deleting fails [ACC-SHELF-24]', async () => {
    showLibrary({ [`DELETE document/user/shelf/${NOVELS.id}/delete/`]: { status: 500 } });
    await openTabMenu(/Novels/, 'Novels');
    fireEvent.click(await findEntry('Delete'));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete shelf' }));
    expect(await screen.findByText('Error deleting shelf')).toBeTruthy();
    expect(await findTab(/Novels/)).toBeTruthy();
  });

  it('are not offered for the general shelf [ACC-SHELF-08]', async () => {
    showLibrary();
    fireEvent.click(await findTab(/General/));
    await waitFor(async () => expect((await findTab(/General/)).getAttribute('aria-selected')).toBe('true'));
    expect(screen.queryByRole('button', { name: /Actions for Gen/ })).toBeNull();
  });
});
