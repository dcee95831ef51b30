import '../../../test/web-globals.js';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { callTo } from '../../../test/api-stub.js';
import {
  CREATE_SUGGESTION,
  openEditedPage,
  click,
  button,
  openMenu,
  turnEditModeOn,
  rows,
  rowTexts,
  editRow,
  deleteRow,
  itemEditor,
  editorField,
  typeText,
  sentItems,
  saveCalls,
} from '../../../test/edited-page.js';
import { startScreen } from '../../../test/screen.js';
import { setAuthToken } from '../../../shared/storage/settings.js';

beforeEach(async () => {
  await startScreen('en');
  setAuthToken('t');
});

describe('the open item', () => {
  it('is the only one [RDR-EDIT-07]', async () => {
    await openEditedPage('owner');
    await turnEditModeOn();
    await editRow(0);
    expect(editorField().value).toBe('یک');
    await editRow(1);
    expect(document.querySelectorAll('.item-editor')).toHaveLength(1);
    expect(editorField().value).toBe('دو');
  });

  it('must be saved before another item is opened or deleted [RDR-EDIT-08] [RDR-READER-81]', async () => {
    await openEditedPage('owner');
    await turnEditModeOn();
    await editRow(0);
    typeText('نو');
    await editRow(1);
    expect(await screen.findByText('Save the item you are editing first.')).toBeTruthy();
    expect(editorField().value).toBe('نو');
    await deleteRow(1);
    expect(rows()).toHaveLength(3);
  });

  it('is marked as unsaved while it differs from its original [RDR-EDIT-09]', async () => {
    await openEditedPage('owner');
    await turnEditModeOn();
    await editRow(0);
    const mark = () => within(itemEditor() as HTMLElement).queryByText('Unsaved');
    expect(mark()).toBeNull();
    typeText('یک!');
    expect(mark()).toBeTruthy();
    typeText('یک');
    expect(mark()).toBeNull();
  });

  it('is restored on cancel, and saved with the save button [RDR-EDIT-10]', async () => {
    const { calls } = await openEditedPage('owner');
    await turnEditModeOn();
    await editRow(0);
    typeText('نو');
    await click(button('Cancel', itemEditor() as HTMLElement));
    expect(rowTexts()[0]).toBe('یک');
    expect(saveCalls(calls)).toEqual([]);
    await editRow(0);
    typeText('تازه');
    await click(button('Save item'));
    expect(rowTexts()[0]).toBe('تازه');
    await screen.findByText('Saved');
  });

  it('gets the defaults of the type it is changed to [RDR-EDIT-11]', async () => {
    const { calls } = await openEditedPage('owner');
    await turnEditModeOn();
    await editRow(0);
    fireEvent.change(screen.getByRole('combobox', { name: 'Type of item' }), {
      target: { value: 'heading' },
    });
    expect(screen.getByRole('radio', { name: 'Level 1' }).getAttribute('aria-checked')).toBe('true');
    expect(screen.getByRole('radio', { name: 'Left' }).getAttribute('aria-checked')).toBe('true');
    await click(button('Save item'));
    await waitFor(() =>
      expect(sentItems(callTo(calls, CREATE_SUGGESTION))[0]).toEqual({
        id: 'a',
        type: 'heading',
        content: 'یک',
        level: 1,
        text_align: 'left',
      }),
    );
  });

  it('gets inline marks from the toolbar, and is saved with Ctrl+Enter', async () => {
    const { calls } = await openEditedPage('owner');
    await turnEditModeOn();
    await editRow(0);
    editorField().setSelectionRange(0, 2);
    await click(button('Bold'));
    expect(editorField().value).toBe('**یک**');
    fireEvent.keyDown(editorField(), { key: 'Enter', ctrlKey: true });
    await waitFor(() =>
      expect(sentItems(callTo(calls, CREATE_SUGGESTION))[0]).toMatchObject({ content: '**یک**' }),
    );
  });
});

describe('a new item', () => {
  it('is inserted below its neighbour, with a timestamp as its id [RDR-EDIT-06]', async () => {
    const { calls } = await openEditedPage('owner');
    await turnEditModeOn();
    const from = Date.now();
    await openMenu(/^Add below/, rows()[0]);
    await click(screen.getByText('Code'));
    typeText('print(1)');
    await click(button('Save item'));
    await waitFor(() => expect(sentItems(callTo(calls, CREATE_SUGGESTION))).toHaveLength(4));
    const items = sentItems(callTo(calls, CREATE_SUGGESTION));
    expect(items.map(({ type }) => type)).toEqual(['text', 'code', 'text', 'text']);
    const id = Number(items[1]?.id);
    expect(id).toBeGreaterThanOrEqual(from);
    expect(id).toBeLessThanOrEqual(Date.now());
  });

  it('of type table starts with two columns and one row, and has limits [RDR-EDIT-04] [RDR-EDIT-16] [RDR-EDIT-17]', async () => {
    const { calls } = await openEditedPage('owner');
    await turnEditModeOn();
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
    await waitFor(() => expect(sentItems(callTo(calls, CREATE_SUGGESTION))[0]?.type).toBe('table'));
    expect(sentItems(callTo(calls, CREATE_SUGGESTION))[0]?.content.split('\n')).toHaveLength(21);
  });

  it('of type code offers sixteen languages [RDR-EDIT-18]', async () => {
    await openEditedPage('owner');
    await turnEditModeOn();
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

  it('of type list gets lines with Enter, which can be nested and numbered', async () => {
    const { calls } = await openEditedPage('owner');
    await turnEditModeOn();
    await openMenu(/^Add at the top/);
    await click(screen.getByRole('menuitem', { name: 'List' }));
    const line = (number: number) => {
      const found = itemEditor()?.querySelectorAll('textarea')[number];
      if (!found) throw new Error(`no line ${number}`);
      return found;
    };
    typeText('one', line(0));
    line(0).setSelectionRange(3, 3);
    fireEvent.keyDown(line(0), { key: 'Enter' });
    typeText('two', line(1));
    await click(button('Move under the line before', line(1).closest('li') ?? document.body));
    await click(screen.getByRole('radio', { name: 'Numbered' }));
    await click(button('Save item'));
    await waitFor(() =>
      expect(sentItems(callTo(calls, CREATE_SUGGESTION))[0]).toMatchObject({
        list_type: 'unordered',
        'list-items': [{ content: 'one', list_type: 'ordered', 'list-items': [{ content: 'two' }] }],
      }),
    );
  });

  it('of type math shows the error of its formula', async () => {
    await openEditedPage('owner');
    await turnEditModeOn();
    await openMenu(/^Add at the top/);
    await click(screen.getByRole('menuitem', { name: 'Math' }));
    typeText('x + \\foo');
    expect(await screen.findByText(/There is no such command/)).toBeTruthy();
    expect(screen.getByText('\\foo', { selector: 'bdi' })).toBeTruthy();
  });
});
