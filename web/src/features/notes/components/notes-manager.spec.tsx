import '../../../test/web-globals.js';
import { MAX_NOTE_TAGS } from '@hamkhan/contracts/http/notes';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { setAuthToken } from '../../../shared/storage/settings.js';
import { callTo, stubApi, type StubRoutes } from '../../../test/api-stub.js';
import { note } from '../../../test/note.js';
import { showRoutes, startScreen } from '../../../test/screen.js';
import { signedInUser } from '../../../test/signed-in-user.js';
import { NotesManager } from './notes-manager.js';
import { withTag } from './tag-field.js';

const LIST = 'GET knowledge/note/list/';
const kuhn = { id: 'k', key: 'kuhn', title: 'Structure', original_title: 'Structure' };
const NOTES = [
  note({
    id: 'one',
    selected_text: 'گران‌بهاست',
    user_note: 'why <b>dear</b>?',
    tags: ['life'],
    page_number: 89,
  }),
  note({ id: 'two', category: 2, selected_text: 'paradigm', document: kuhn, version: 0 }),
];
const serve = (routes: StubRoutes = {}) =>
  stubApi({
    'GET user/status/': { body: signedInUser() },
    [LIST]: { body: { status: 'success', notes: NOTES } },
    'GET knowledge/note/tag/list/': { body: { status: 'success', tags: [{ id: 't', name: 'life' }] } },
    ...routes,
  });
const close = jest.fn<() => void>();
const show = (documentKey: string | null = null) =>
  showRoutes(
    [
      { path: '/', element: <NotesManager documentKey={documentKey} onClose={close} /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    '/',
  );
const cards = () => screen.findAllByRole('article');
const dialogNamed = (name: string) => screen.findByRole('dialog', { name });
const press = (name: string, within_?: HTMLElement) =>
  fireEvent.click((within_ ? within(within_) : screen).getByRole('button', { name }));

beforeEach(async () => {
  await startScreen('en');
  setAuthToken('t');
  close.mockClear();
});
afterEach(() => void jest.restoreAllMocks());

describe('my notes', () => {
  it('are a dialog with filters and a list, each note with its passage, page and words [ACC-NOTES-01] [ACC-NOTES-03]', async () => {
    serve();
    show();
    const dialog = await dialogNamed('My notes');
    expect(dialog.getAttribute('data-place')).toBe('full');
    const [first] = await cards();
    if (!first) throw new Error('a note');
    expect(within(first).getByText('گران‌بهاست').tagName).toBe('BLOCKQUOTE');
    expect(within(first).getByRole('link', { name: 'Page 90' }).getAttribute('href')).toBe(
      '/d/walden0001/?p=90&note=one',
    );
    expect(within(first).getByText('why <b>dear</b>?')).toBeTruthy();
    expect(dialog.querySelector('b')).toBeNull();
    expect(within(dialog).getByRole('searchbox', { name: 'Search my notes' })).toBeTruthy();
    expect(within(dialog).getByRole('combobox', { name: 'Document' })).toBeTruthy();
    expect(within(dialog).getByText('2 notes')).toBeTruthy();
  });

  it('are fetched only once the user is known [ACC-NOTES-13]', async () => {
    const calls = serve();
    show();
    await cards();
    expect(calls.map(({ path }) => path).indexOf('/api/user/status/')).toBeLessThan(
      calls.map(({ path }) => path).indexOf('/api/knowledge/note/list/'),
    );
    cleanup();
    setAuthToken(null);
    const guest = serve();
    show();
    await dialogNamed('My notes');
    expect(guest.filter(({ path }) => path.includes('note'))).toEqual([]);
  });

  it('are filtered by document, category, tag and text [ACC-NOTES-01]', async () => {
    serve();
    show();
    await cards();
    fireEvent.click(screen.getByRole('button', { name: /^Question/ }));
    expect((await cards()).map((card) => card.textContent)).toEqual([expect.stringContaining('paradigm')]);
    fireEvent.click(screen.getByRole('button', { name: /^Question/ }));
    fireEvent.click(screen.getByRole('button', { name: 'life' }));
    expect(await cards()).toHaveLength(1);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nothing like it' } });
    expect(screen.getByText('No note matches these filters.')).toBeTruthy();
    press('Show all notes');
    expect(await cards()).toHaveLength(2);
    fireEvent.change(screen.getByRole('combobox', { name: 'Document' }), { target: { value: 'kuhn' } });
    expect(await cards()).toHaveLength(1);
  });

  it('start with the document they were opened for', async () => {
    serve();
    show('kuhn');
    expect(await cards()).toHaveLength(1);
    expect(screen.getByRole('combobox', { name: 'Document' })).toHaveProperty('value', 'kuhn');
  });

  it('show that there are none, on all documents or on one', async () => {
    serve({ [LIST]: { body: { status: 'success', notes: [] } } });
    show();
    expect(await screen.findByText('You have no notes yet')).toBeTruthy();
    cleanup();
    serve();
    show('walden-two');
    expect(await screen.findByText('You have no notes on this document yet')).toBeTruthy();
  });

  it('show an error with a retry when they cannot be loaded [ACC-NOTES-14]', async () => {
    let fails = true;
    serve({
      [LIST]: () => (fails ? { status: 500, body: {} } : { body: { status: 'success', notes: NOTES } }),
    });
    show();
    expect(await screen.findByText('Error loading notes')).toBeTruthy();
    fails = false;
    press('Try again');
    expect(await cards()).toHaveLength(2);
  });

  it('mark an orphan, and hide the text of a locked passage', async () => {
    const notes = [
      note({ id: 'o', orphan: true }),
      note({ id: 'l', locked: true, selected_text: '', text: '', anchored_text: '', user_note: 'mine' }),
      note({ id: 'c', selected_text: 'thirteen', anchored_text: '13' }),
    ];
    serve({ [LIST]: { body: { status: 'success', notes } } });
    show();
    const [orphan, locked, corrected] = await cards();
    if (!orphan || !locked || !corrected) throw new Error('three');
    expect(within(orphan).getByText('The passage is no longer in the text')).toBeTruthy();
    expect(within(orphan).queryByRole('link')).toBeNull();
    expect(within(locked).getByText(/on a page you cannot open now/)).toBeTruthy();
    expect(within(locked).getByText('mine')).toBeTruthy();
    expect(within(locked).queryByRole('button', { name: 'Edit note' })).toBeNull();
    expect(within(corrected).getByText('13')).toBeTruthy();
  });

  it('close', async () => {
    serve();
    show();
    await cards();
    press('Close', await dialogNamed('My notes'));
    expect(close).toHaveBeenCalled();
  });

  it.each([
    ['Markdown', /\.md$/, '# My notes'],
    ['CSV table', /\.csv$/, '"Document","Page"'],
    ['JSON', /\.json$/, '"selected_text"'],
  ])('are saved as %s, those that are shown', async (format, name, content) => {
    const files: Blob[] = [];
    URL.createObjectURL = (file) => {
      files.push(file as Blob);
      return 'blob:notes';
    };
    const saved: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    serve();
    show('kuhn');
    await cards();
    press('Export');
    fireEvent.click(await screen.findByText(format));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatch(name);
    const text = await new Promise<string>((done) => {
      const reader = new FileReader();
      reader.onload = () => done(reader.result as string);
      reader.readAsText(files[0] ?? new Blob());
    });
    expect(text).toContain(content);
    expect(text).toContain('paradigm');
    expect(text).not.toContain('گران‌بهاست');
  });
});

describe('changing a note', () => {
  const openEdit = async () => {
    const [card] = await cards();
    if (!card) throw new Error('a note');
    press('Edit note', card);
    return dialogNamed('Edit note');
  };
  const UPDATE = 'POST knowledge/note/update/one/';

  it('sends text and category as JSON and confirms it [ACC-NOTES-08] [ACC-NOTES-17]', async () => {
    const calls = serve({
      [UPDATE]: ({ json }) => ({
        body: { status: 'success', note: { ...NOTES[0], ...(json as object) } },
      }),
    });
    show();
    const dialog = await openEdit();
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Note text' }), {
      target: { value: 'new text' },
    });
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Definition' }));
    const tags = within(dialog).getByRole('combobox', { name: 'Tags' });
    fireEvent.change(tags, { target: { value: 'two،th' } });
    fireEvent.change(tags, { target: { value: 'three' } });
    press('Save changes', dialog);
    expect(await screen.findByText('Note updated successfully')).toBeTruthy();
    expect(callTo(calls, UPDATE)).toMatchObject({
      json: { text: 'new text', category: 4, user_note: 'why <b>dear</b>?', tags: ['life', 'two', 'three'] },
      headers: { 'Content-Type': 'application/json' },
    });
    const [card] = await cards();
    expect(card?.textContent).toContain('Definition');
    expect(screen.queryByRole('dialog', { name: 'Edit note' })).toBeNull();
  });

  it('asks for text and one of five categories [ACC-NOTES-11] [ACC-NOTES-12] [ACC-NOTES-04]', async () => {
    const calls = serve();
    show();
    const dialog = await openEdit();
    expect(
      within(dialog)
        .getAllByRole('radio')
        .map((one) => [one.textContent, one.getAttribute('data-category')]),
    ).toEqual([
      ['Important', '1'],
      ['Question', '2'],
      ['Reminder', '3'],
      ['Definition', '4'],
      ['Other', '5'],
    ]);
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Note text' }), { target: { value: '  ' } });
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Important' }));
    press('Save changes', dialog);
    expect(within(dialog).getByText('Note text required')).toBeTruthy();
    expect(within(dialog).getByText('Category required')).toBeTruthy();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('moves between the categories with the arrow keys [ACC-NOTES-04]', async () => {
    serve();
    show();
    const dialog = await openEdit();
    const group = within(dialog).getByRole('radiogroup', { name: 'Category' });
    const pressOn = (key: { key: string }) =>
      fireEvent.keyDown(within(group).getByRole('radio', { checked: true }), key);
    pressOn({ key: 'ArrowRight' });
    expect(within(group).getByRole('radio', { name: 'Question' }).getAttribute('aria-checked')).toBe('true');
    pressOn({ key: 'ArrowLeft' });
    pressOn({ key: 'ArrowLeft' });
    expect(within(group).getByRole('radio', { name: 'Other' }).getAttribute('aria-checked')).toBe('true');
  });

  it('shows an error when it fails, and keeps the typed text [ACC-NOTES-15]', async () => {
    serve({ [UPDATE]: { status: 500, body: {} } });
    show();
    const dialog = await openEdit();
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Note text' }), {
      target: { value: 'kept' },
    });
    press('Save changes', dialog);
    expect(await within(dialog).findByText(/^Error updating note/)).toBeTruthy();
    expect(within(dialog).getByRole('textbox', { name: 'Note text' })).toHaveProperty('value', 'kept');
  });

  it('adds a tag once, in any spelling variant, up to the limit', () => {
    expect(withTag(['کتاب خوب'], 'كتاب‌خوب')).toEqual(['کتاب خوب']);
    expect(withTag([], '  a \u202e b ')).toEqual(['a b']);
    const full = Array.from({ length: MAX_NOTE_TAGS }, (_, at) => `t${at}`);
    expect(withTag(full, 'more')).toBe(full);
  });
});

describe('deleting a note', () => {
  const ask = async () => {
    const [card] = await cards();
    if (!card) throw new Error('a note');
    press('Delete note', card);
    return dialogNamed('Delete this note?');
  };
  const DELETE = 'POST knowledge/note/delete/one/';

  it('asks for confirmation, then removes it from the list and confirms it [ACC-NOTES-09] [ACC-NOTES-18]', async () => {
    const calls = serve({ [DELETE]: { body: { status: 'success' } } });
    show();
    press('Cancel', await ask());
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    press('Delete', await ask());
    expect(await screen.findByText('Note deleted successfully')).toBeTruthy();
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
  });

  it('shows an error when it fails, and keeps the note [ACC-NOTES-16]', async () => {
    serve({ [DELETE]: { status: 500, body: {} } });
    show();
    press('Delete', await ask());
    expect(await screen.findByText(/^Error deleting note/)).toBeTruthy();
    expect(await cards()).toHaveLength(2);
  });
});
