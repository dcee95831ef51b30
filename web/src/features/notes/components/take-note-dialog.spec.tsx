import '../../../test/web-globals.js';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { stubApi, type StubAnswer } from '../../../test/api-stub.js';
import { note } from '../../../test/note.js';
import { showRoutes, startScreen } from '../../../test/screen.js';
import { setAuthToken } from '../../../shared/storage/settings.js';
import { type NotePassage, TakeNoteDialog } from './take-note-dialog.js';

const CREATE = 'POST knowledge/note/create/';
const selected: NotePassage = {
  document: 'walden0001',
  text: 'to live deliberately',
  page_number: 3,
  item_index: 2,
  item_id: 'a',
  start_offset: 5,
  end_offset: 25,
  version: 2,
};
const onClose = jest.fn<() => void>();

const open = async (answer: StubAnswer) => {
  const calls = stubApi({ [CREATE]: answer, 'GET knowledge/note/list/': { body: { notes: [] } } });
  showRoutes([{ path: '/', element: <TakeNoteDialog selected={selected} onClose={onClose} /> }], '/');
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByRole('textbox', { name: /Your note/ }), { target: { value: 'Why?' } });
  fireEvent.click(within(dialog).getByRole('radio', { name: 'Question' }));
  return {
    calls,
    dialog,
    save: () => fireEvent.click(within(dialog).getByRole('button', { name: 'Save note' })),
  };
};

beforeEach(async () => {
  await startScreen('en');
  setAuthToken('t');
  onClose.mockClear();
});

describe('a note on a passage', () => {
  it('is written in a form with the passage, which confirms saving [RDR-NOTES-01] [RDR-NOTES-07] [RDR-NOTES-09]', async () => {
    const { calls, dialog, save } = await open({ body: { status: 'success', note: note() } });
    expect(dialog.dataset['size']).toBe('form');
    expect(within(dialog).getByText('to live deliberately')).toBeTruthy();
    save();
    expect(await screen.findByText('note saved successfully')).toBeTruthy();
    expect(onClose).toHaveBeenCalledTimes(1);
    const sent = calls.find(({ path }) => path.endsWith('/create/'));
    expect(sent?.form).toMatchObject({
      document: 'walden0001',
      text: 'to live deliberately',
      user_note: 'Why?',
      category: '2',
      page_number: '3',
    });
  });

  it('shows an error when it cannot be saved, and keeps the typed text [RDR-NOTES-08]', async () => {
    const { dialog, save } = await open({ status: 500 });
    save();
    await waitFor(() => expect(dialog.textContent).toContain('error saving note'));
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: /Your note/ }).value).toBe(
      'Why?',
    );
    expect(onClose).not.toHaveBeenCalled();
  });

  it('is not discarded by a click outside', async () => {
    const { dialog } = await open({ body: { status: 'success', note: note() } });
    const slip = () => fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    slip();
    const question = await screen.findByRole('dialog', { name: 'You have unsaved changes' });
    fireEvent.click(within(question).getByRole('button', { name: 'Keep writing' }));
    expect(onClose).not.toHaveBeenCalled();
    slip();
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
