import '../../../test/web-globals.js';
import type { Suggestion } from '@hamkhan/contracts/http/suggestions';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { callTo } from '../../../test/api-stub.js';
import {
  CREATE_SUGGESTION,
  LIST_SUGGESTIONS,
  openEditedPage,
  click,
  button,
} from '../../../test/edited-page.js';
import { suggestion } from '../../../test/editing-server.js';
import { paragraph } from '../../../test/reader-document.js';
import { setScreenWidth, startScreen } from '../../../test/screen.js';
import { setAuthToken } from '../../../shared/storage/settings.js';

const OLD_TEXT = [paragraph('نهایی کهنه')];

const many = (count: number, part: Partial<Suggestion> = {}) =>
  Array.from({ length: count }, (_, at) => suggestion(`s${at + 1}`, part));
const openFromMenu = async (name: string) => {
  await click(button('Actions for this page'));
  await click(await screen.findByRole('menuitem', { name }));
};
const panel = async () => {
  await openFromMenu('Edits and history');
  return screen.findByRole('region', { name: 'History' });
};
const dialogs = () => [...document.querySelectorAll<HTMLElement>('.dialog')];
const dialog = () => {
  const found = dialogs().at(-1);
  if (!found) throw new Error('no dialog is open');
  return found;
};

beforeEach(async () => {
  await startScreen('en');
  setAuthToken('t');
});

describe('the suggestions for a page', () => {
  it('are shown in a tab with the number of pending ones [RDR-READER-22] [RDR-READER-23]', async () => {
    await openEditedPage('owner', { items: OLD_TEXT, suggestions: many(2) });
    await click(await screen.findByRole('radio', { name: 'Edits (2)' }));
    expect(await screen.findByText('Title s1')).toBeTruthy();
    await click(screen.getByRole('radio', { name: 'Content' }));
    expect(await screen.findByText('نهایی کهنه')).toBeTruthy();
  });

  it('have no tab while none is pending, but open from the menu [RDR-READER-23]', async () => {
    const { calls } = await openEditedPage('suggest', { items: OLD_TEXT, suggestions: [] });
    await waitFor(() => expect(callTo(calls, LIST_SUGGESTIONS)).toBeTruthy());
    expect(screen.queryByRole('radio', { name: /^Edits/ })).toBeNull();
    await panel();
    expect(screen.getByRole('radio', { name: 'Edits' }).getAttribute('aria-checked')).toBe('true');
  });

  it('are not fetched in a preview [RDR-READER-23]', async () => {
    const { calls } = await openEditedPage('suggest', {
      items: OLD_TEXT,
      suggestions: many(2),
      isPreview: true,
    });
    await new Promise((done) => setTimeout(done, 1000));
    expect(calls.some(({ path }) => path.includes('suggestion'))).toBe(false);
  });

  it('are listed by text, each with its count [RDR-SUGGEST-11]', async () => {
    await openEditedPage('owner', {
      items: OLD_TEXT,
      suggestions: [...many(3), suggestion('c', { edit_type: 'content' })],
    });
    await panel();
    const choice = screen.getByRole('radiogroup', { name: 'Which text' });
    expect(
      within(choice)
        .getAllByRole('radio')
        .map((one) => one.textContent),
    ).toEqual(['Original content (1)', 'Translation 1', 'Translation 2 (3)']);
    await click(within(choice).getByText('Original content (1)'));
    expect(await screen.findByText('Title c')).toBeTruthy();
    expect(screen.queryByText('Title s1')).toBeNull();
  });

  it('include the user’s own, which is cancelled after a confirmation [RDR-SUGGEST-12] [RDR-SUGGEST-17]', async () => {
    const { calls, suggestions } = await openEditedPage('suggest', {
      items: OLD_TEXT,
      suggestions: many(1, { own: true }),
    });
    await panel();
    const yours = screen.getByRole('region', { name: 'Your suggestion' });
    expect(within(yours).getByText('Title s1')).toBeTruthy();
    expect(button('Edit', yours)).toBeTruthy();
    await click(button('Cancel suggestion', yours));
    expect(within(dialog()).getByText('This suggestion is removed from the list.')).toBeTruthy();
    await click(button('Cancel', dialog()));
    expect(suggestions[0]?.status).toBe('pending');
    await click(button('Cancel suggestion', yours));
    await click(button('Yes, cancel it', dialog()));
    await waitFor(() => expect(within(yours).getByText(/You have not suggested/)).toBeTruthy());
    expect(callTo(calls, 'POST document/suggestion/s1/cancel/').form).toEqual({});
  });

  it('of others are listed page by page for the owner [RDR-SUGGEST-13]', async () => {
    const { calls } = await openEditedPage('owner', { items: OLD_TEXT, suggestions: many(15) });
    await panel();
    const others = screen.getByRole('region', { name: 'Suggestions of others' });
    expect(await within(others).findAllByRole('article')).toHaveLength(10);
    await click(button('Next page', others));
    await waitFor(() => expect(within(others).getAllByRole('article')).toHaveLength(5));
    expect(callTo(calls, 'GET document/page/page-0/suggestion/others/').query).toEqual({
      edit_type: 'translation_2',
      page: '2',
      per_page: '10',
    });
  });

  it('show a general name for an author without one', async () => {
    await openEditedPage('owner', { items: OLD_TEXT, suggestions: many(1, { user: { name: ' ' } }) });
    await panel();
    const others = screen.getByRole('region', { name: 'Suggestions of others' });
    expect(await within(others).findByText('A reader')).toBeTruthy();
    await click(await screen.findByRole('button', { name: 'Title s1' }));
    await screen.findByText('What would change');
    expect(within(dialog()).getByText('A reader')).toBeTruthy();
  });

  it('of others are only counted for everyone else [RDR-SUGGEST-13]', async () => {
    const { calls } = await openEditedPage('suggest', { items: OLD_TEXT, suggestions: many(3) });
    await panel();
    expect(screen.getByText('3 suggestions of others wait for the owner of the document.')).toBeTruthy();
    expect(calls.some(({ path }) => path.endsWith('/others/'))).toBe(false);
  });

  it('include a history, page by page [RDR-SUGGEST-14]', async () => {
    await openEditedPage('suggest', {
      items: OLD_TEXT,
      suggestions: many(15, { status: 'applied', applied_at: '2026-01-05T00:00:00.000Z' }),
    });
    const history = await panel();
    expect(await within(history).findAllByRole('article')).toHaveLength(10);
    expect(within(history).getAllByText('Ali Rezaei')).toHaveLength(10);
    expect(within(history).getAllByText('January 5, 2026')).toHaveLength(10);
    await click(button('Next page', history));
    await waitFor(() => expect(within(history).getAllByRole('article')).toHaveLength(5));
  });
});

describe('a suggestion', () => {
  const openFirst = async () => {
    await panel();
    await click(await screen.findByRole('button', { name: 'Title s1' }));
    await screen.findByText('What would change');
  };

  it('shows its author, its texts, the counts of changes and the changed words [RDR-SUGGEST-15]', async () => {
    await openEditedPage('owner', { items: OLD_TEXT, suggestions: many(1) });
    await openFirst();
    expect(dialog().dataset['place']).toBe('full');
    const inside = within(dialog());
    expect(inside.getByText('Words s1')).toBeTruthy();
    expect(inside.getByText('Ali Rezaei')).toBeTruthy();
    expect(inside.getByText('January 2, 2026')).toBeTruthy();
    expect(
      ['1 added', '2 removed', '3 modified'].map(
        (text) => inside.getByText(text).closest('.chip')?.className,
      ),
    ).toEqual(['chip chip--ok', 'chip chip--bad', 'chip chip--wait']);
    expect(dialog().querySelector('del')?.textContent).toContain('کهنه');
    expect(dialog().querySelector('ins')?.textContent).toContain('تازه');
    expect(dialog().querySelector('.diff-item__text')?.getAttribute('dir')).toBe('rtl');
  });

  it('shows rendered text, and Markdown on request [RDR-SUGGEST-15]', async () => {
    const bold = 'نهایی **تازه** و $x^2$ در [اینجا](https://x.example)';
    await openEditedPage('owner', {
      items: OLD_TEXT,
      suggestions: many(1, { suggested_content: { items: [paragraph(bold)] } }),
    });
    await openFirst();
    const shown = () => dialog().querySelector('.diff-item__text');
    expect(shown()?.querySelector('ins strong')?.textContent).toBe('تازه');
    expect(shown()?.querySelector('ins .math')).toBeTruthy();
    expect(shown()?.querySelector('a')).toBeNull();
    expect(shown()?.querySelector('ins .diff-link__to')?.textContent).toBe('https://x.example');
    expect(shown()?.textContent).not.toContain('**');
    await click(within(dialog()).getByRole('switch', { name: 'Show marks as they are written' }));
    expect(shown()?.textContent).toContain('**تازه** و $x^2$ در [اینجا](https://x.example)');
  });

  it('becomes part of the page when it is applied [RDR-SUGGEST-06]', async () => {
    const { calls, suggestions } = await openEditedPage('owner', { items: OLD_TEXT, suggestions: many(1) });
    await openFirst();
    await click(button('Apply', dialog()));
    await waitFor(() => expect(dialogs()).toHaveLength(0));
    expect(callTo(calls, 'POST document/suggestion/s1/apply/').form).toEqual({});
    expect(suggestions[0]?.applied_at).not.toBeNull();
    expect(await within(screen.getByRole('region', { name: 'History' })).findByText('Title s1')).toBeTruthy();
    await click(screen.getByRole('radio', { name: 'Content' }));
    expect(await screen.findByText('نهایی تازه')).toBeTruthy();
  });

  it('that conflicts with later edits is applied only after a confirmation', async () => {
    const { calls, refuse, served } = await openEditedPage('owner', {
      items: OLD_TEXT,
      suggestions: many(1, { page_changed: true }),
    });
    const apply = 'POST document/suggestion/s1/apply/';
    refuse(apply, {
      status: 409,
      body: {
        status: 'error',
        error: 'changed',
        code: 'EDITING.CONFLICT',
        page: served.pages[0],
        conflicts: ['a'],
      },
    });
    await openFirst();
    expect(within(dialog()).getByText(/has changed since this suggestion was written/)).toBeTruthy();
    await click(button('Apply', dialog()));
    expect(await within(dialog()).findByText(/someone else has changed 1 of its items too/)).toBeTruthy();
    refuse(apply, null);
    await click(button('Apply anyway', dialog()));
    await waitFor(() => expect(callTo(calls, apply).form).toEqual({ force: '1' }));
  });

  it('cannot be applied by a user who may only suggest', async () => {
    await openEditedPage('suggest', { items: OLD_TEXT, suggestions: many(1, { own: true }) });
    await openFirst();
    expect(within(dialog()).queryByRole('button', { name: 'Apply' })).toBeNull();
  });

  it('is written in a full-screen dialog, which also shows the differences [RDR-SUGGEST-16]', async () => {
    setScreenWidth(360);
    const { calls } = await openEditedPage('suggest', { items: OLD_TEXT });
    await openFromMenu('Suggest an edit');
    await waitFor(() => expect(dialog().querySelector('[data-edit-row]')).toBeTruthy());
    expect(dialog().dataset['place']).toBe('full');
    const inside = within(dialog());
    expect(inside.getByRole('radiogroup', { name: 'Which text' })).toBeTruthy();
    fireEvent.change(inside.getByLabelText('Title'), { target: { value: 'Better words' } });
    fireEvent.change(inside.getByLabelText('Description'), { target: { value: 'They read well' } });
    await click(inside.getByRole('button', { name: /^Edit Text/ }));
    fireEvent.change(inside.getByLabelText('Text', { selector: 'textarea' }), {
      target: { value: 'نهایی تازه' },
    });
    await click(button('Save item', dialog()));
    expect(calls.some(({ path }) => path.endsWith('/create/'))).toBe(false);
    await click(inside.getByRole('radio', { name: 'Differences' }));
    expect(dialog().querySelector('ins')?.textContent).toContain('تازه');
    await click(inside.getByRole('radio', { name: 'Edit' }));
    await click(button('Send suggestion', dialog()));
    await waitFor(() => expect(dialogs()).toHaveLength(0));
    expect(callTo(calls, CREATE_SUGGESTION).form).toMatchObject({
      edit_type: 'translation_2',
      title: 'Better words',
      description: 'They read well',
      revision: '5',
    });
    expect(await screen.findByText(/Your suggestion was sent/)).toBeTruthy();
  });

  it('asks before unsaved edits are discarded', async () => {
    await openEditedPage('suggest', { items: OLD_TEXT });
    await openFromMenu('Suggest an edit');
    await waitFor(() => expect(dialog().querySelector('[data-edit-row]')).toBeTruthy());
    const whole = dialog();
    await click(button(/^Edit Text/, whole));
    fireEvent.change(within(whole).getByLabelText('Text', { selector: 'textarea' }), {
      target: { value: 'x' },
    });
    await click(button('Close', whole));
    expect(await screen.findByText('You have unsaved changes')).toBeTruthy();
    await click(button('Continue editing', dialog()));
    expect(within(whole).getByLabelText<HTMLTextAreaElement>('Text', { selector: 'textarea' }).value).toBe(
      'x',
    );
    await click(button('Close', whole));
    await click(button('Discard changes', dialog()));
    await waitFor(() => expect(dialogs()).toHaveLength(0));
  });
});
