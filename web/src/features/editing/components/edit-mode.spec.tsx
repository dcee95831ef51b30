import '../../../test/web-globals.js';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  openEditedPage,
  click,
  button,
  openMenu,
  editToggle,
  turnEditModeOn,
  rows,
  editRow,
  itemEditor,
  editorField,
  typeText,
} from '../../../test/edited-page.js';
import { setScreenWidth, startScreen } from '../../../test/screen.js';
import { setAuthToken } from '../../../shared/storage/settings.js';

beforeEach(async () => {
  await startScreen('en');
  setAuthToken('t');
});

describe('edit mode', () => {
  it('is not offered on a small screen [RDR-READER-06]', async () => {
    setScreenWidth(899);
    await openEditedPage('owner');
    expect(screen.queryByRole('button', { name: 'Edit pages' })).toBeNull();
  });

  it('starts and stops with the key E, except in a text field [RDR-EDIT-14]', async () => {
    await openEditedPage('owner');
    const pressE = (target: Element) => act(() => void fireEvent.keyDown(target, { key: 'e', code: 'KeyE' }));
    pressE(document.body);
    await screen.findByRole('list', { name: 'Items of this page' });
    await editRow(0);
    pressE(editorField());
    expect(document.querySelector('.dialog')).toBeNull();
    pressE(document.body);
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  it('shows the tools of each item, and a button that adds an item at the top [RDR-EDIT-01] [RDR-EDIT-02]', async () => {
    await openEditedPage('owner');
    await turnEditModeOn();
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

  it('offers ten item types in the specified order [RDR-EDIT-03]', async () => {
    await openEditedPage('owner');
    await turnEditModeOn();
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

  it('explains to a reader that changes become a suggestion [RDR-EDIT-14]', async () => {
    await openEditedPage('suggest');
    await turnEditModeOn();
    expect(await screen.findByText(/Your changes are a suggestion; the owner/)).toBeTruthy();
  });

  it('asks before it ends, and before the user leaves the document [RDR-EDIT-13] [RDR-EDIT-14]', async () => {
    const { router } = await openEditedPage('owner');
    await turnEditModeOn();
    await click(editToggle());
    await click(button('Continue editing'));
    expect(rows()).toHaveLength(3);
    await act(() => router.navigate('/elsewhere/'));
    expect(await screen.findByText('Leave edit mode?')).toBeTruthy();
    await click(button('Continue editing'));
    expect(router.state.location.pathname).toBe('/d/walden0001/');
    await click(editToggle());
    await click(button('Exit'));
    await waitFor(() => expect(rows()).toHaveLength(0));
    expect(screen.getByText('You have left edit mode.')).toBeTruthy();
    await act(() => router.navigate('/elsewhere/'));
    expect(await screen.findByText('elsewhere')).toBeTruthy();
  });

  it('warns about unsaved changes [RDR-EDIT-12]', async () => {
    const { router } = await openEditedPage('owner');
    await turnEditModeOn();
    await editRow(0);
    typeText('نو');
    await act(() => router.navigate('/elsewhere/'));
    expect(await screen.findByText('You have unsaved changes')).toBeTruthy();
    await click(button('Continue editing'));
    expect(editorField().value).toBe('نو');
    await click(editToggle());
    await click(button('Discard changes'));
    await waitFor(() => expect(itemEditor()).toBeNull());
    expect(screen.getByText('یک')).toBeTruthy();
  });

  it('keeps the open item while the user turns pages', async () => {
    const { router } = await openEditedPage('owner');
    await turnEditModeOn();
    await editRow(0);
    typeText('نو');
    await act(() => router.navigate('/d/walden0001/?p=2'));
    await waitFor(() => expect(itemEditor()).toBeNull());
    await act(() => router.navigate('/d/walden0001/?p=1'));
    await waitFor(() => expect(editorField().value).toBe('نو'));
  });
});
