import '../../../test/web-globals.js';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { callTo } from '../../../test/api-stub.js';
import {
  button,
  click,
  CREATE_SUGGESTION,
  editorField,
  editRow,
  LIST_SUGGESTIONS,
  openEditedPage,
  paragraphs,
  rowTexts,
  sentTexts,
  turnEditModeOn,
  typeText,
  UPDATE_PAGE,
} from '../../../test/edited-page.js';
import { startScreen } from '../../../test/screen.js';
import { setAuthToken } from '../../../shared/storage/settings.js';

beforeEach(async () => {
  await startScreen('en');
  setAuthToken('t');
});

const saveRow = async (row: number, text: string) => {
  await editRow(row);
  typeText(text);
  await click(button('Save item'));
  await screen.findByText('Saved');
};

describe('a page that changes on the server while it is edited', () => {
  it('keeps the saved state and the undo history, and shows the new text of the other items', async () => {
    const { calls, changeOnServer } = await openEditedPage('staff');
    await turnEditModeOn();
    await saveRow(0, 'نو');
    await changeOnServer({ translated_content_level2: { items: paragraphs('نو', 'دوم', 'سه') } });
    await waitFor(() => expect(rowTexts()).toEqual(['نو', 'دوم', 'سه']));
    expect(screen.getByText('Saved')).toBeTruthy();
    await click(button('Undo'));
    expect(rowTexts()).toEqual(['یک', 'دوم', 'سه']);
    await waitFor(() => expect(sentTexts(callTo(calls, UPDATE_PAGE))).toEqual(['یک', 'دوم', 'سه']));
  });

  it('keeps a saved suggestion that the list does not contain yet', async () => {
    const { calls, changeOnServer, refuse } = await openEditedPage('suggest');
    await turnEditModeOn();
    refuse(LIST_SUGGESTIONS, 'hang');
    await saveRow(0, 'نو');
    await changeOnServer({ translated_content_level2: { items: paragraphs('یک', 'دوم', 'سه') } });
    await waitFor(() => expect(rowTexts()).toEqual(['نو', 'دوم', 'سه']));
    expect(screen.getByText('Saved')).toBeTruthy();
    await click(button(/^Delete /, document.querySelectorAll('[data-edit-row]')[2]));
    await waitFor(() =>
      expect(sentTexts(callTo(calls, 'POST document/suggestion/made-1/update/'))).toEqual(['نو', 'دوم']),
    );
  });

  const untranslated = {
    content: { items: paragraphs('one', 'two'), page_info: { page_type: 'text' } },
    translation_status: 'translating',
    translated_content: null,
    translated_content_level2: null,
  } as const;
  const translated = {
    translation_status: 'translated',
    translated_content: { items: paragraphs('یک', 'دو') },
    translated_content_level2: { items: paragraphs('یکم', 'دوم') },
  } as const;

  it('keeps the original open when its translation arrives', async () => {
    const { calls, changeOnServer } = await openEditedPage('owner', { page: untranslated });
    await turnEditModeOn();
    await editRow(0);
    typeText('first');
    await changeOnServer(translated);
    await screen.findByRole('radio', { name: 'Translation 2' });
    expect(editorField().value).toBe('first');
    await click(button('Save item'));
    await screen.findByText('Saved');
    expect(callTo(calls, CREATE_SUGGESTION).form['edit_type']).toBe('content');
    expect(sentTexts(callTo(calls, CREATE_SUGGESTION))).toEqual(['first', 'two']);
  });

  it('stays on the original when it was edited before the translation arrived', async () => {
    const { changeOnServer } = await openEditedPage('owner', { page: untranslated });
    await turnEditModeOn();
    await saveRow(0, 'first');
    await changeOnServer(translated);
    await screen.findByRole('radio', { name: 'Translation 2' });
    expect(rowTexts()).toEqual(['first', 'two']);
    expect(screen.getByText('Saved')).toBeTruthy();
  });

  it('goes on to the translation when nothing was edited', async () => {
    const { changeOnServer } = await openEditedPage('owner', { page: untranslated });
    await turnEditModeOn();
    expect(rowTexts()).toEqual(['one', 'two']);
    await changeOnServer(translated);
    await waitFor(() => expect(rowTexts()).toEqual(['یکم', 'دوم']));
  });
});
