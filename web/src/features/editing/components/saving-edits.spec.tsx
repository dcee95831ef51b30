import '../../../test/web-globals.js';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { callTo } from '../../../test/api-stub.js';
import {
  CREATE_SUGGESTION,
  UPDATE_PAGE,
  paragraphs,
  openEditedPage,
  click,
  button,
  editToggle,
  turnEditModeOn,
  rowTexts,
  editRow,
  deleteRow,
  editorField,
  typeText,
  sentItems,
  sentTexts,
  saveCalls,
} from '../../../test/edited-page.js';
import { suggestion } from '../../../test/editing-server.js';
import { readerPage } from '../../../test/reader-document.js';
import { startScreen } from '../../../test/screen.js';
import { setAuthToken } from '../../../shared/storage/settings.js';

beforeEach(async () => {
  await startScreen('en');
  setAuthToken('t');
});

describe('the changes of a page', () => {
  it('are sent as one suggestion, which is created and then updated [RDR-SUGGEST-09]', async () => {
    const { calls } = await openEditedPage('suggest');
    await turnEditModeOn();
    await deleteRow(0);
    await waitFor(() =>
      expect(sentItems(callTo(calls, CREATE_SUGGESTION)).map(({ id }) => id)).toEqual(['b', 'c']),
    );
    await screen.findByText('Saved');
    await deleteRow(0);
    await waitFor(() =>
      expect(sentItems(callTo(calls, 'POST document/suggestion/made-1/update/')).map(({ id }) => id)).toEqual(
        ['c'],
      ),
    );
    expect(saveCalls(calls)).toHaveLength(2);
  });

  it('are sent without title and description, which the server generates [RDR-SUGGEST-10]', async () => {
    const { calls } = await openEditedPage('suggest');
    await turnEditModeOn();
    await deleteRow(0);
    await waitFor(() => expect(callTo(calls, CREATE_SUGGESTION)).toBeTruthy());
    expect(Object.keys(callTo(calls, CREATE_SUGGESTION).form).sort()).toEqual([
      'edit_type',
      'revision',
      'suggested_content',
    ]);
  });

  it('change the page itself when staff make them [RDR-EDIT-15] [RDR-EDIT-20]', async () => {
    const { calls } = await openEditedPage('staff');
    await turnEditModeOn();
    await deleteRow(2);
    await waitFor(() => expect(callTo(calls, UPDATE_PAGE)).toBeTruthy());
    expect(callTo(calls, UPDATE_PAGE).form).toMatchObject({ translation_version: '2', revision: '5' });
    expect(sentItems(callTo(calls, UPDATE_PAGE)).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(saveCalls(calls)).toHaveLength(1);
  });

  it('appear in the page when the owner makes them [RDR-EDIT-19] [RDR-EDIT-20]', async () => {
    await openEditedPage('owner');
    await turnEditModeOn();
    await editRow(1);
    typeText('دوم');
    await click(button('Save item'));
    await screen.findByText('Saved');
    await click(editToggle());
    await click(button('Exit'));
    expect(await screen.findByText('دوم')).toBeTruthy();
  });

  it('move an item with the keyboard, and can be undone', async () => {
    const { calls } = await openEditedPage('owner');
    await turnEditModeOn();
    const handle = button(/^Move Text, item 1/);
    handle.focus();
    fireEvent.keyDown(handle, { key: ' ' });
    fireEvent.keyDown(handle, { key: 'ArrowDown' });
    fireEvent.keyDown(handle, { key: 'ArrowDown' });
    expect(screen.getByText('Place 3 of 3. Space drops it, Escape cancels.')).toBeTruthy();
    fireEvent.keyDown(handle, { key: ' ' });
    expect(rowTexts()).toEqual(['دو', 'سه', 'یک']);
    await waitFor(() =>
      expect(sentItems(callTo(calls, CREATE_SUGGESTION)).map(({ id }) => id)).toEqual(['b', 'c', 'a']),
    );
    await waitFor(() => expect(button('Undo')).toHaveProperty('disabled', false));
    await click(button('Undo'));
    expect(rowTexts()).toEqual(['یک', 'دو', 'سه']);
  });

  it('restore a deleted item in its place', async () => {
    await openEditedPage('owner');
    await turnEditModeOn();
    await deleteRow(1);
    const notice = await screen.findByText('Text deleted.');
    await click(button('Undo', notice.closest('.notice') ?? document.body));
    expect(rowTexts()).toEqual(['یک', 'دو', 'سه']);
  });

  it('stay in one text while another text is edited [RDR-SUGGEST-08]', async () => {
    await openEditedPage('suggest');
    await turnEditModeOn();
    await editRow(0);
    typeText('نو');
    await click(screen.getByRole('radio', { name: 'Translation 1' }));
    await screen.findByText('پیش‌نویس 1');
    await click(screen.getByRole('radio', { name: 'Translation 2' }));
    await waitFor(() => expect(editorField().value).toBe('نو'));
  });

  it('continue the user’s pending suggestion on the current text of the page [RDR-SUGGEST-07]', async () => {
    const own = {
      own: true,
      base_content: { items: paragraphs('یکِ پیشین', 'دو') },
      suggested_content: { items: paragraphs('یکِ پیشین', 'پیشنهاد من') },
    };
    const { calls } = await openEditedPage('suggest', { suggestions: [suggestion('mine', own)] });
    await turnEditModeOn();
    expect(rowTexts()).toEqual(['یک', 'پیشنهاد من', 'سه']);
    await editRow(1);
    typeText('بهتر');
    await click(button('Save item'));
    await waitFor(() =>
      expect(sentTexts(callTo(calls, 'POST document/suggestion/mine/update/'))).toEqual(['یک', 'بهتر', 'سه']),
    );
  });
});

describe('unsaved edits', () => {
  it('stay after a failed save, with a notice, and are saved on retry [RDR-READER-77]', async () => {
    const { refuse, calls } = await openEditedPage('owner');
    refuse(CREATE_SUGGESTION, 'broken');
    await turnEditModeOn();
    await editRow(0);
    typeText('نو');
    await click(button('Save item'));
    expect(await screen.findByText(/Your changes were not saved/)).toBeTruthy();
    expect(rowTexts()[0]).toBe('نو');
    refuse(CREATE_SUGGESTION, null);
    await click(button('Try again'));
    await screen.findByText('Saved');
    expect(sentItems(callTo(calls, CREATE_SUGGESTION))[0]?.content).toBe('نو');
  });

  it('are offered again after the page was left without saving', async () => {
    await openEditedPage('owner');
    await turnEditModeOn();
    await editRow(0);
    typeText('نیمه‌تمام');
    act(() => void window.dispatchEvent(new Event('pagehide')));
    expect(Object.keys(localStorage).filter((key) => key.startsWith('edit/'))).toEqual([
      'edit/u1/page-0/translation_2',
    ]);
    const kept = localStorage.getItem('edit/u1/page-0/translation_2') ?? '';
    await startScreen('en');
    setAuthToken('t');
    localStorage.setItem('edit/u1/page-0/translation_2', kept);
    await openEditedPage('owner');
    expect(await screen.findByText('You have unsaved changes on this page.')).toBeTruthy();
    await click(button('Continue editing'));
    await click(await screen.findByRole('button', { name: 'Restore' }));
    expect(editorField().value).toBe('نیمه‌تمام');
  });

  it('that conflict with the edits of others ask which side to keep', async () => {
    const { refuse, calls } = await openEditedPage('staff');
    const page = readerPage(0, {
      revision: 9,
      translated_content_level2: { items: paragraphs('یکِ دیگری', 'دوی دیگری', 'سه') },
    });
    refuse(UPDATE_PAGE, {
      status: 409,
      body: { status: 'error', error: 'changed', code: 'EDITING.CONFLICT', page, conflicts: ['a'] },
    });
    await turnEditModeOn();
    await editRow(0);
    typeText('یکِ من');
    await click(button('Save item'));
    expect(await screen.findByText(/Someone else has also changed 1 item/)).toBeTruthy();
    refuse(UPDATE_PAGE, null);
    await click(button('Keep mine'));
    await screen.findByText('Saved');
    expect(sentTexts(callTo(calls, UPDATE_PAGE))).toEqual(['یکِ من', 'دوی دیگری', 'سه']);
    expect(callTo(calls, UPDATE_PAGE).form['revision']).toBe('9');
  });

  it('are merged with the edits of others to different items', async () => {
    const { refuse, calls } = await openEditedPage('staff');
    const page = readerPage(0, {
      revision: 9,
      translated_content_level2: { items: paragraphs('یک', 'دوی دیگری', 'سه') },
    });
    const conflict = { status: 'error', error: 'changed', code: 'EDITING.CONFLICT', page, conflicts: [] };
    refuse(UPDATE_PAGE, { status: 409, body: conflict });
    await turnEditModeOn();
    await editRow(0);
    typeText('یکِ من');
    await click(button('Save item'));
    await waitFor(() => expect(saveCalls(calls)).toHaveLength(2));
    expect(sentTexts(callTo(calls, UPDATE_PAGE))).toEqual(['یکِ من', 'دوی دیگری', 'سه']);
    expect(callTo(calls, UPDATE_PAGE).form['revision']).toBe('9');
  });
});
