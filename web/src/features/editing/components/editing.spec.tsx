import '../../../test/web-globals.js';
import type { ContentItem } from '@hamkhan/contracts/content';
import type { EditMode, Suggestion } from '@hamkhan/contracts/http/editing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { showEditedReader } from '../../../test/edited-reader.js';
import { editingRoutes, suggestion } from '../../../test/editing-server.js';
import { callTo, type StubCall, type StubRoutes } from '../../../test/api-stub.js';
import { paragraph, readerDocument, readerPage } from '../../../test/reader-document.js';
import { serve } from '../../../test/reader-server.js';
import { setScreenWidth, startScreen } from '../../../test/screen.js';
import { signedInUser } from '../../../test/signed-in-user.js';
import { setAuthToken } from '../../../shared/storage/settings.js';

const CREATE = 'POST document/page/page-0/suggestion/create/';
const UPDATE = 'POST document/page/page-0/update/';

const texts = (...contents: string[]): ContentItem[] =>
  contents.map((content, at) => paragraph(content, String.fromCharCode(97 + at)));

type Scene = {
  items?: ContentItem[];
  suggestions?: Suggestion[];
  routes?: StubRoutes;
  language?: 'en' | 'fa';
};

/** A page of three paragraphs in a book, opened by one who may edit it in that way. */
const open = async (mode: EditMode, { items, suggestions, routes = {} }: Scene = {}) => {
  const document = readerDocument({
    total_pages: 2,
    access: { full: true, reason: mode === 'owner' ? 'owner' : mode === 'staff' ? 'staff' : 'free' },
  });
  const pages = [
    readerPage(0, { translated_content_level2: { items: items ?? texts('یک', 'دو', 'سه') } }),
    readerPage(1),
  ];
  const state = { pages };
  const editing = editingRoutes(state, mode, { suggestions });
  const { calls, state: served } = serve(document, pages, {
    'GET user/status/': { body: signedInUser({ is_staff: mode === 'staff' }) },
    ...editing.routes,
    ...routes,
  });
  state.pages = served.pages;
  const router = showEditedReader('/d/walden0001/?p=1');
  await screen.findByText(/یک|x/);
  return { ...editing, calls, router, served };
};
const click = async (element: Element) => {
  await act(async () => {
    fireEvent.click(element);
    await Promise.resolve();
  });
};
const button = (name: RegExp | string, within_: Element = document.body) =>
  within(within_ as HTMLElement).getByRole('button', { name });
const toggle = () => button(/^(Edit pages|Stop editing)$/);
const turnOn = async () => {
  await click(toggle());
  await screen.findByRole('list', { name: 'Items of this page' });
};
const rows = () => [...document.querySelectorAll<HTMLElement>('[data-edit-row]')];
const rowTexts = () => rows().map((row) => row.querySelector('.edit-row__text')?.textContent ?? 'open');
const editor = () => document.querySelector<HTMLElement>('.item-editor');
const field = () => {
  const found = editor()?.querySelector<HTMLTextAreaElement>('textarea');
  if (!found) throw new Error('no field is open');
  return found;
};
const write = (text: string, element: HTMLElement = field()) =>
  act(() => void fireEvent.change(element, { target: { value: text } }));
const edit = (row: number) => click(button(/^Edit /, rows()[row]));
const sent = (call: StubCall): ContentItem[] => {
  const text = call.form['suggested_content'] ?? call.form['content'];
  return (JSON.parse(typeof text === 'string' ? text : '') as { items: ContentItem[] }).items;
};
const postsTo = (calls: readonly StubCall[]) =>
  calls.filter(({ method, path }) => method === 'POST' && !path.endsWith('/csrf/'));
const openMenu = async (name: RegExp, host: Element = document.body) => {
  await click(button(name, host));
  return screen.findByRole('menu');
};

beforeEach(async () => {
  await startScreen('en');
  setAuthToken('t');
});

describe('edit mode', () => {
  it('[RDR-READER-06] is turned on where there is room, by those who may', async () => {
    setScreenWidth(899);
    await open('owner');
    expect(screen.queryByRole('button', { name: 'Edit pages' })).toBeNull();
  });

  it('[RDR-EDIT-14] starts and stops by a key, which is a letter where something is written', async () => {
    await open('owner');
    const pressE = (target: Element) => act(() => void fireEvent.keyDown(target, { key: 'e', code: 'KeyE' }));
    pressE(document.body);
    await screen.findByRole('list', { name: 'Items of this page' });
    await edit(0);
    pressE(field());
    expect(document.querySelector('.dialog')).toBeNull();
    pressE(document.body);
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  it('[RDR-EDIT-01] [RDR-EDIT-02] gives every item its five controls, and one to add above all', async () => {
    await open('owner');
    await turnOn();
    expect(rows()).toHaveLength(3);
    for (const row of rows()) {
      expect(
        within(row)
          .getAllByRole('button')
          .map((one) => one.getAttribute('aria-label')),
      ).toEqual([
        expect.stringMatching(/^Move Text/),
        expect.stringMatching(/^Edit Text/),
        expect.stringMatching(/^Delete Text/),
        expect.stringMatching(/^Add below Text/),
      ]);
      expect(within(row).getByText('Text')).toBeTruthy();
    }
    expect(button('Add at the top')).toBeTruthy();
  });

  it('[RDR-EDIT-03] offers ten types in the given order', async () => {
    await open('owner');
    await turnOn();
    const menu = await openMenu(/^Add below/, rows()[0]);
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual([
      'Text',
      'Heading',
      'List',
      'Table',
      'Math',
      'Figure',
      'Figure caption',
      'Table caption',
      'Math caption',
      'Code',
    ]);
  });

  it('[RDR-EDIT-14] says so in the words of the role', async () => {
    await open('suggest');
    await turnOn();
    expect(await screen.findByText(/Your changes are a suggestion; the owner/)).toBeTruthy();
  });

  it('[RDR-EDIT-13] [RDR-EDIT-14] asks before it ends, and before the reader goes elsewhere', async () => {
    const { router } = await open('owner');
    await turnOn();
    await click(toggle());
    await click(button('Continue editing'));
    expect(rows()).toHaveLength(3);
    await act(() => router.navigate('/elsewhere/'));
    expect(await screen.findByText('Leave edit mode?')).toBeTruthy();
    await click(button('Continue editing'));
    expect(router.state.location.pathname).toBe('/d/walden0001/');
    await click(toggle());
    await click(button('Exit'));
    await waitFor(() => expect(rows()).toHaveLength(0));
    expect(screen.getByText('You have left edit mode.')).toBeTruthy();
    await act(() => router.navigate('/elsewhere/'));
    expect(await screen.findByText('elsewhere')).toBeTruthy();
  });

  it('[RDR-EDIT-12] warns of changes that are not saved', async () => {
    const { router } = await open('owner');
    await turnOn();
    await edit(0);
    write('نو');
    await act(() => router.navigate('/elsewhere/'));
    expect(await screen.findByText('You have unsaved changes')).toBeTruthy();
    await click(button('Continue editing'));
    expect(field().value).toBe('نو');
    await click(toggle());
    await click(button('Discard changes'));
    await waitFor(() => expect(editor()).toBeNull());
    expect(screen.getByText('یک')).toBeTruthy();
  });

  it('turns pages without a question, and keeps what is open', async () => {
    const { router } = await open('owner');
    await turnOn();
    await edit(0);
    write('نو');
    await act(() => router.navigate('/d/walden0001/?p=2'));
    await waitFor(() => expect(editor()).toBeNull());
    await act(() => router.navigate('/d/walden0001/?p=1'));
    await waitFor(() => expect(field().value).toBe('نو'));
  });
});

describe('an item that is edited', () => {
  it('[RDR-EDIT-07] is the only one', async () => {
    await open('owner');
    await turnOn();
    await edit(0);
    expect(field().value).toBe('یک');
    await edit(1);
    expect(document.querySelectorAll('.item-editor')).toHaveLength(1);
    expect(field().value).toBe('دو');
  });

  it('[RDR-EDIT-08] [RDR-READER-81] is saved before another is opened', async () => {
    await open('owner');
    await turnOn();
    await edit(0);
    write('نو');
    await edit(1);
    expect(await screen.findByText('Save the item you are editing first.')).toBeTruthy();
    expect(field().value).toBe('نو');
    await click(button(/^Delete /, rows()[1]));
    expect(rows()).toHaveLength(3);
  });

  it('[RDR-EDIT-09] is unsaved while it differs from what it was', async () => {
    await open('owner');
    await turnOn();
    await edit(0);
    const mark = () => within(editor() as HTMLElement).queryByText('Unsaved');
    expect(mark()).toBeNull();
    write('یک!');
    expect(mark()).toBeTruthy();
    write('یک');
    expect(mark()).toBeNull();
  });

  it('[RDR-EDIT-10] comes back on cancel, and loses its mark when it is saved', async () => {
    const { calls } = await open('owner');
    await turnOn();
    await edit(0);
    write('نو');
    await click(button('Cancel', editor() as HTMLElement));
    expect(rowTexts()[0]).toBe('یک');
    expect(postsTo(calls)).toEqual([]);
    await edit(0);
    write('تازه');
    await click(button('Save item'));
    expect(rowTexts()[0]).toBe('تازه');
    await screen.findByText('Saved');
  });

  it('[RDR-EDIT-11] takes the defaults of the type it is given', async () => {
    const { calls } = await open('owner');
    await turnOn();
    await edit(0);
    fireEvent.change(screen.getByRole('combobox', { name: 'Type of item' }), {
      target: { value: 'heading' },
    });
    expect(screen.getByRole('radio', { name: 'Level 1' }).getAttribute('aria-checked')).toBe('true');
    expect(screen.getByRole('radio', { name: 'Left' }).getAttribute('aria-checked')).toBe('true');
    await click(button('Save item'));
    await waitFor(() =>
      expect(sent(callTo(calls, CREATE))[0]).toEqual({
        id: 'a',
        type: 'heading',
        content: 'یک',
        level: 1,
        text_align: 'left',
      }),
    );
  });

  it('is written with marks from the bar, and saved by key', async () => {
    const { calls } = await open('owner');
    await turnOn();
    await edit(0);
    field().setSelectionRange(0, 2);
    await click(button('Bold'));
    expect(field().value).toBe('**یک**');
    fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(sent(callTo(calls, CREATE))[0]).toMatchObject({ content: '**یک**' }));
  });
});

describe('a new item', () => {
  it('[RDR-EDIT-06] stands where it was added, named by the time', async () => {
    const { calls } = await open('owner');
    await turnOn();
    const from = Date.now();
    await openMenu(/^Add below/, rows()[0]);
    await click(screen.getByText('Code'));
    write('print(1)');
    await click(button('Save item'));
    await waitFor(() => expect(sent(callTo(calls, CREATE))).toHaveLength(4));
    const items = sent(callTo(calls, CREATE));
    expect(items.map(({ type }) => type)).toEqual(['text', 'code', 'text', 'text']);
    const id = Number(items[1]?.id);
    expect(id).toBeGreaterThanOrEqual(from);
    expect(id).toBeLessThanOrEqual(Date.now());
  });

  it('[RDR-EDIT-04] [RDR-EDIT-16] [RDR-EDIT-17] that is a table has two columns and a row, and bounds', async () => {
    const { calls } = await open('owner');
    await turnOn();
    await openMenu(/^Add at the top/);
    await click(screen.getByRole('menuitem', { name: 'Table' }));
    expect(screen.getByLabelText<HTMLInputElement>('Header of column 2').value).toBe('Header 2');
    expect(button('Remove row 1')).toHaveProperty('disabled', true);
    const add = (what: 'Add row' | 'Add column') => screen.getByText<HTMLButtonElement>(what);
    for (let row = 1; row < 20; row += 1) fireEvent.click(add('Add row'));
    expect(add('Add row').disabled).toBe(true);
    for (let column = 2; column < 10; column += 1) fireEvent.click(add('Add column'));
    expect(add('Add column').disabled).toBe(true);
    fireEvent.click(screen.getByLabelText('Remove row 20'));
    for (let column = 10; column > 1; column -= 1)
      fireEvent.click(screen.getByLabelText(`Remove column ${column}`));
    expect(button('Remove column 1')).toHaveProperty('disabled', true);
    await click(button('Save item'));
    await waitFor(() => expect(sent(callTo(calls, CREATE))[0]?.type).toBe('table'));
    expect(sent(callTo(calls, CREATE))[0]?.content.split('\n')).toHaveLength(21);
  });

  it('[RDR-EDIT-18] that is code has sixteen languages to choose from', async () => {
    await open('owner');
    await turnOn();
    await openMenu(/^Add at the top/);
    await click(screen.getByRole('menuitem', { name: 'Code' }));
    const list = screen.getByRole('combobox', { name: 'Language' });
    expect(
      within(list)
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(
      'Python, JavaScript, TypeScript, Java, C++, C#, HTML, CSS, SQL, JSON, XML, Markdown, Bash, R, MATLAB, Plain text'.split(
        ', ',
      ),
    );
  });

  it('is a list whose lines Enter makes and the keys shift', async () => {
    const { calls } = await open('owner');
    await turnOn();
    await openMenu(/^Add at the top/);
    await click(screen.getByRole('menuitem', { name: 'List' }));
    const line = (number: number) => {
      const found = editor()?.querySelectorAll('textarea')[number];
      if (!found) throw new Error(`no line ${number}`);
      return found;
    };
    write('one', line(0));
    line(0).setSelectionRange(3, 3);
    fireEvent.keyDown(line(0), { key: 'Enter' });
    write('two', line(1));
    await click(button('Move under the line before', line(1).closest('li') ?? document.body));
    await click(screen.getByRole('radio', { name: 'Numbered' }));
    await click(button('Save item'));
    await waitFor(() =>
      expect(sent(callTo(calls, CREATE))[0]).toMatchObject({
        list_type: 'unordered',
        'list-items': [{ content: 'one', list_type: 'ordered', 'list-items': [{ content: 'two' }] }],
      }),
    );
  });

  it('that is a formula says what is wrong with it', async () => {
    await open('owner');
    await turnOn();
    await openMenu(/^Add at the top/);
    await click(screen.getByRole('menuitem', { name: 'Math' }));
    write('x + \\foo');
    expect(await screen.findByText(/There is no such command/)).toBeTruthy();
    expect(screen.getByText('\\foo', { selector: 'bdi' })).toBeTruthy();
  });
});

describe('changes of a page', () => {
  it('[RDR-SUGGEST-09] are sent whole: one suggestion is made, and then updated', async () => {
    const { calls } = await open('suggest');
    await turnOn();
    await click(button(/^Delete /, rows()[0]));
    await waitFor(() => expect(sent(callTo(calls, CREATE)).map(({ id }) => id)).toEqual(['b', 'c']));
    await screen.findByText('Saved');
    await click(button(/^Delete /, rows()[0]));
    await waitFor(() =>
      expect(sent(callTo(calls, 'POST document/suggestion/made-1/update/')).map(({ id }) => id)).toEqual([
        'c',
      ]),
    );
    expect(postsTo(calls)).toHaveLength(2);
  });

  it('[RDR-SUGGEST-10] leave title and description to be made up', async () => {
    const { calls } = await open('suggest');
    await turnOn();
    await click(button(/^Delete /, rows()[0]));
    await waitFor(() => expect(callTo(calls, CREATE)).toBeTruthy());
    expect(Object.keys(callTo(calls, CREATE).form).sort()).toEqual([
      'edit_type',
      'revision',
      'suggested_content',
    ]);
  });

  it('[RDR-EDIT-15] [RDR-EDIT-20] by staff go into the page itself', async () => {
    const { calls } = await open('staff');
    await turnOn();
    await click(button(/^Delete /, rows()[2]));
    await waitFor(() => expect(callTo(calls, UPDATE)).toBeTruthy());
    expect(callTo(calls, UPDATE).form).toMatchObject({ translation_version: '2', revision: '5' });
    expect(sent(callTo(calls, UPDATE)).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(postsTo(calls)).toHaveLength(1);
  });

  it('[RDR-EDIT-19] [RDR-EDIT-20] by the owner stand in the page that is read', async () => {
    await open('owner');
    await turnOn();
    await edit(1);
    write('دوم');
    await click(button('Save item'));
    await screen.findByText('Saved');
    await click(toggle());
    await click(button('Exit'));
    expect(await screen.findByText('دوم')).toBeTruthy();
  });

  it('are moved by key, and taken back', async () => {
    const { calls } = await open('owner');
    await turnOn();
    const handle = button(/^Move Text, item 1/);
    handle.focus();
    fireEvent.keyDown(handle, { key: ' ' });
    fireEvent.keyDown(handle, { key: 'ArrowDown' });
    fireEvent.keyDown(handle, { key: 'ArrowDown' });
    expect(screen.getByText('Place 3 of 3. Space drops, Escape lets go.')).toBeTruthy();
    fireEvent.keyDown(handle, { key: ' ' });
    expect(rowTexts()).toEqual(['دو', 'سه', 'یک']);
    await waitFor(() => expect(sent(callTo(calls, CREATE)).map(({ id }) => id)).toEqual(['b', 'c', 'a']));
    await waitFor(() => expect(button('Undo')).toHaveProperty('disabled', false));
    await click(button('Undo'));
    expect(rowTexts()).toEqual(['یک', 'دو', 'سه']);
  });

  it('that delete an item are taken back where it stood', async () => {
    await open('owner');
    await turnOn();
    await click(button(/^Delete /, rows()[1]));
    const notice = await screen.findByText('Text deleted.');
    await click(button('Undo', notice.closest('.notice') ?? document.body));
    expect(rowTexts()).toEqual(['یک', 'دو', 'سه']);
  });

  it('[RDR-SUGGEST-08] of each text wait while another is edited', async () => {
    await open('suggest');
    await turnOn();
    await edit(0);
    write('نو');
    await click(screen.getByRole('radio', { name: 'Translation 1' }));
    await screen.findByText('پیش‌نویس 1');
    await click(screen.getByRole('radio', { name: 'Translation 2' }));
    await waitFor(() => expect(field().value).toBe('نو'));
  });

  it('[RDR-SUGGEST-07] begin with what the reader has suggested already, on the page as it is now', async () => {
    const own = {
      own: true,
      base_content: { items: texts('یکِ پیشین', 'دو') },
      suggested_content: { items: texts('یکِ پیشین', 'پیشنهاد من') },
    };
    const { calls } = await open('suggest', { suggestions: [suggestion('mine', own)] });
    await turnOn();
    expect(rowTexts()).toEqual(['یک', 'پیشنهاد من', 'سه']);
    await edit(1);
    write('بهتر');
    await click(button('Save item'));
    await waitFor(() =>
      expect(
        sent(callTo(calls, 'POST document/suggestion/mine/update/')).map(({ content }) => content),
      ).toEqual(['یک', 'بهتر', 'سه']),
    );
  });
});

describe('what was typed', () => {
  it('[RDR-READER-77] stays when it cannot be saved, with a notice, and is saved with one on another try', async () => {
    const { refuse, calls } = await open('owner');
    refuse(CREATE, 'broken');
    await turnOn();
    await edit(0);
    write('نو');
    await click(button('Save item'));
    expect(await screen.findByText(/Your changes were not saved/)).toBeTruthy();
    expect(rowTexts()[0]).toBe('نو');
    refuse(CREATE, null);
    await click(button('Try again'));
    await screen.findByText('Saved');
    expect(sent(callTo(calls, CREATE))[0]?.content).toBe('نو');
  });

  it('is offered again after the page was left without saving', async () => {
    await open('owner');
    await turnOn();
    await edit(0);
    write('نیمه‌تمام');
    act(() => void window.dispatchEvent(new Event('pagehide')));
    expect(Object.keys(localStorage).filter((key) => key.startsWith('edit/'))).toEqual([
      'edit/u1/page-0/translation_2',
    ]);
    const kept = localStorage.getItem('edit/u1/page-0/translation_2') ?? '';
    await startScreen('en');
    setAuthToken('t');
    localStorage.setItem('edit/u1/page-0/translation_2', kept);
    await open('owner');
    expect(
      await screen.findByText('You have written something on this page that is not saved.'),
    ).toBeTruthy();
    await click(button('Continue editing'));
    await click(await screen.findByRole('button', { name: 'Restore' }));
    expect(field().value).toBe('نیمه‌تمام');
  });

  it('is not forced over the work of others: both sides are asked about', async () => {
    const { refuse, calls } = await open('staff');
    const page = readerPage(0, {
      revision: 9,
      translated_content_level2: { items: texts('یکِ دیگری', 'دوی دیگری', 'سه') },
    });
    refuse(UPDATE, {
      status: 409,
      body: { status: 'error', error: 'changed', code: 'EDITING.CONFLICT', page, conflicts: ['a'] },
    });
    await turnOn();
    await edit(0);
    write('یکِ من');
    await click(button('Save item'));
    expect(await screen.findByText(/Someone else has also changed 1 item/)).toBeTruthy();
    refuse(UPDATE, null);
    await click(button('Keep mine'));
    await screen.findByText('Saved');
    expect(sent(callTo(calls, UPDATE)).map(({ content }) => content)).toEqual(['یکِ من', 'دوی دیگری', 'سه']);
    expect(callTo(calls, UPDATE).form['revision']).toBe('9');
  });

  it('is joined with what others did elsewhere on the page, without a question', async () => {
    const { refuse, calls } = await open('staff');
    const page = readerPage(0, {
      revision: 9,
      translated_content_level2: { items: texts('یک', 'دوی دیگری', 'سه') },
    });
    const conflict = { status: 'error', error: 'changed', code: 'EDITING.CONFLICT', page, conflicts: [] };
    refuse(UPDATE, { status: 409, body: conflict });
    await turnOn();
    await edit(0);
    write('یکِ من');
    await click(button('Save item'));
    await waitFor(() => expect(postsTo(calls)).toHaveLength(2));
    expect(sent(callTo(calls, UPDATE)).map(({ content }) => content)).toEqual(['یکِ من', 'دوی دیگری', 'سه']);
    expect(callTo(calls, UPDATE).form['revision']).toBe('9');
  });
});
