import type { GlossaryResponse, GlossaryTerm } from '@hamkhan/contracts/http/glossary';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { setAuthToken } from '../../../shared/storage/settings.js';
import { callTo, stubApi, type StubRoutes } from '../../../test/api-stub.js';
import { showRoutes, startScreen } from '../../../test/screen.js';
import { GlossaryPage } from './glossary-page.js';

const term = (name: string, translation: string, rest: Partial<GlossaryTerm> = {}): GlossaryTerm => ({
  id: `id-${name}`,
  term: name,
  translation,
  note: '',
  origin: 'engine',
  count: 3,
  ...rest,
});
const listOf = (terms: GlossaryTerm[], rest: Partial<GlossaryResponse> = {}) => ({
  body: { status: 'success', revision: 1, ready: true, terms, outdated_pages: 0, ...rest },
});
const two = [term('Dorothea Brooke', 'دوروتئا بروک', { note: 'نام زن' }), term('natural selection', '')];
const PATH = 'document/glossary/the-key/';

const show = (answers: StubRoutes) => {
  const calls = stubApi({ 'GET document/translation-cost/the-key/': { status: 404 }, ...answers });
  showRoutes([{ path: '/d/:documentId/glossary/', element: <GlossaryPage /> }], '/d/the-key/glossary/');
  return calls;
};

beforeEach(async () => {
  await startScreen('en');
  setAuthToken('t');
});

describe('the glossary page', () => {
  it('lists the terms, also those without a translation, and searches them', async () => {
    show({ [`GET ${PATH}`]: listOf(two) });
    expect(await screen.findByText('دوروتئا بروک')).toBeTruthy();
    expect(screen.getByText('No form yet')).toBeTruthy();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'دوروتئا' } });
    expect(screen.queryByText('natural selection')).toBeNull();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'zzz' } });
    expect(screen.getByText('No term matches this search')).toBeTruthy();
  });

  it('saves a term, and keeps the typed values when saving fails', async () => {
    let fails = true;
    const calls = show({
      [`GET ${PATH}`]: listOf(two),
      [`POST ${PATH}upsert/`]: () =>
        fails
          ? { status: 409, body: { status: 'error', error: 'the glossary is full' } }
          : listOf([term('natural selection', 'انتخاب طبیعی', { origin: 'owner' })]),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Edit “natural selection”' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText('Term')).toHaveProperty('readOnly', true);
    fireEvent.change(dialog.getByLabelText('Persian form'), { target: { value: 'انتخاب طبیعی' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('the glossary is full')).toBeTruthy();
    fails = false;
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Your choice')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(callTo(calls, `POST ${PATH}upsert/`).form).toEqual({
      term: 'natural selection',
      translation: 'انتخاب طبیعی',
      note: '',
    });
  });

  it('asks for confirmation before a term is removed', async () => {
    const calls = show({ [`GET ${PATH}`]: listOf(two), [`POST ${PATH}delete/`]: listOf(two.slice(1)) });
    fireEvent.click(await screen.findByRole('button', { name: 'Remove “Dorothea Brooke”' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByText('Dorothea Brooke')).toBeNull());
    expect(callTo(calls, `POST ${PATH}delete/`).form).toEqual({ id: 'id-Dorothea Brooke' });
  });

  it('offers to translate outdated pages again', async () => {
    let pages = 4;
    const calls = show({
      [`GET ${PATH}`]: () => listOf(two, { outdated_pages: pages }),
      [`POST ${PATH}apply/`]: () => {
        pages = 0;
        return { body: { status: 'success', pages: 4 } };
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Translate again' }));
    await waitFor(() => expect(screen.queryByText(/4 translated pages/)).toBeNull());
    expect(calls.filter(({ path }) => path.endsWith('/apply/'))).toHaveLength(1);
  });

  it('imports and exports a file', async () => {
    const calls = show({
      [`GET ${PATH}`]: listOf(two),
      [`GET ${PATH}export/`]: { body: 'term,translation,note' },
      [`POST ${PATH}import/`]: {
        body: { ...listOf([term('a', 'ب')]).body, imported: 1, skipped_lines: [3] },
      },
    });
    await screen.findByText('دوروتئا بروک');
    const file = new File(['a,ب'], 'g.csv', { type: 'text/csv' });
    fireEvent.change(screen.getByLabelText('Add from CSV', { selector: 'input' }), {
      target: { files: [file] },
    });
    expect(await screen.findByText('ب')).toBeTruthy();
    expect(callTo(calls, `POST ${PATH}import/`).form['file']).toBeInstanceOf(File);
    const made: Blob[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    Object.assign(URL, { createObjectURL: (blob: Blob) => made.push(blob), revokeObjectURL: jest.fn() });
    fireEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(made).toHaveLength(1));
    expect(made[0]?.type).toContain('text/csv');
  });

  it('shows the cost and sets the budget, typed in any digits', async () => {
    const usage = { requests: 3, prompt_tokens: 9, completion_tokens: 9, cost: 1.234 };
    const cost = {
      status: 'success',
      currency: 'USD',
      estimate: {
        pages: 9,
        prompt_tokens: 1,
        completion_tokens: 1,
        cost: 12.5,
        currency: 'USD',
        basis: 'text',
      },
      budget: 2,
      paused: true,
      spent: usage,
      pages: [],
    };
    const calls = show({
      [`GET ${PATH}`]: listOf(two),
      'GET document/translation-cost/the-key/': { body: cost },
      'POST document/translation-cost/the-key/budget/': {
        body: { status: 'success', budget: 20.5, resumed_pages: 7 },
      },
    });
    expect(await screen.findByText('1.23 USD')).toBeTruthy();
    expect(screen.getByText('12.5 USD')).toBeTruthy();
    expect(screen.getByText(/has stopped/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText('New budget (USD)'), { target: { value: '۲۰٫۵' } });
    fireEvent.click(screen.getByRole('button', { name: 'Set the budget' }));
    await waitFor(() =>
      expect(callTo(calls, 'POST document/translation-cost/the-key/budget/').form).toEqual({
        budget: '20.5',
      }),
    );
  });

  it('offers a retry when the list cannot be loaded', async () => {
    show({ [`GET ${PATH}`]: { status: 500 } });
    expect(await screen.findByText('The glossary could not be opened')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
