import type { PublicShelf, PublicShelfDocument } from '@hamkhan/contracts/http/shelves';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { setAuthToken } from '../../../shared/storage/settings.js';
import { callTo, stubApi, type StubRoutes } from '../../../test/api-stub.js';
import { setScreenWidth, showRoutes, startScreen } from '../../../test/screen.js';
import { shelfRow } from '../../../test/shelf.js';
import { signedInUser } from '../../../test/signed-in-user.js';
import { PublicShelfPage } from './public-shelf-page.js';

const PATH = 'document/shelf/public/poetry00001/';
const INFO = `GET ${PATH}`;
const DOCUMENTS = `GET ${PATH}documents/`;

const infoOf = (part: Partial<PublicShelf> = {}, isSubscribed = false) => {
  const { subscribed_shelf: _, ...row } = shelfRow({
    key: 'poetry00001',
    name: 'Poetry',
    description: 'From Hafez to Celan',
    icon: 'mdi-heart',
    is_public: true,
    tags_as_list: ['Poetry'],
    document_count: 1,
  });
  const shelf: PublicShelf = { ...row, user: 'host', private_document_count: null, ...part };
  return { body: { status: 'success', shelf, is_subscribed: isSubscribed } };
};
const documentOf = (part: Partial<PublicShelfDocument> = {}): PublicShelfDocument => ({
  key: 'divan000001',
  id: 'c'.repeat(24),
  title: 'دیوان',
  original_title: 'Divan',
  authors: 'Goethe',
  year: 1819,
  language: 'de',
  status: 'translated',
  published: true,
  access_type: 'free',
  total_pages: 120,
  translated_level2_pages: 120,
  cover_thumbnail: null,
  created_date: '2026-01-01T00:00:00.000Z',
  ...part,
});
const documentsOf = (documents: PublicShelfDocument[], total = documents.length) => ({
  body: { status: 'success', documents, total },
});

const show = (routes: StubRoutes = {}, path = '/s/poetry00001/') => {
  const calls = stubApi({
    [INFO]: infoOf(),
    [DOCUMENTS]: documentsOf([documentOf()]),
    'GET user/status/': { body: signedInUser({ id: 'reader' }) },
    'GET document/user/shelf/list/': { status: 500 },
    'GET document/tag/list/': {
      body: {
        status: 'success',
        tags: [{ id: '1', name: 'Poetry', translated_name: 'شعر', is_category: true }],
      },
    },
    ...routes,
  });
  const router = showRoutes(
    [
      { path: '/s/:shelfKey/', element: <PublicShelfPage /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    path,
  );
  return { calls, router };
};

beforeEach(async () => {
  await startScreen('en');
  setAuthToken(null);
});

describe('a public shelf', () => {
  it('shows a guest its name, icon, description, tags and that it is public [ACC-PUBSHELF-01] [RDR-PUBSHELF-01]', async () => {
    const { router } = show();
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Poetry');
    expect(screen.getByText('From Hafez to Celan')).toBeTruthy();
    expect(screen.getByText('Public')).toBeTruthy();
    expect(document.querySelector('.public-shelf__icon svg')).toBeTruthy();
    expect(document.querySelector('.tag')?.textContent).toBe('Poetry');
    expect(document.title).toContain('Poetry');
    expect(router.state.location.pathname).toBe('/s/poetry00001/');
  });

  it('shows its categories in Persian in the Persian interface [ACC-PUBSHELF-06]', async () => {
    await startScreen('fa');
    show();
    expect(await screen.findByText('شعر')).toBeTruthy();
  });

  it('lists ten documents with search, sorting and paging [ACC-PUBSHELF-03] [RDR-PUBSHELF-03] [RDR-PUBSHELF-08]', async () => {
    const { calls } = show({ [DOCUMENTS]: documentsOf([documentOf()], 25) });
    const link = await screen.findByRole('link', { name: 'دیوان' });
    expect(link.getAttribute('href')).toBe('/i/divan000001/');
    expect(screen.getByRole('link', { name: 'Read دیوان' }).getAttribute('href')).toBe('/d/divan000001/');
    expect(callTo(calls, DOCUMENTS).query).toEqual({ page: '1', per_page: '10', search: '' });

    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(callTo(calls, DOCUMENTS).query['page']).toBe('2'));
    fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: 'mostPages' } });
    await waitFor(() =>
      expect(callTo(calls, DOCUMENTS).query).toMatchObject({
        page: '1',
        sort_by: 'total_pages',
        sort_order: 'desc',
      }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Title' }));
    await waitFor(() => expect(callTo(calls, DOCUMENTS).query).toMatchObject({ sort_by: 'title' }));
    expect(screen.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort')).toBe('ascending');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'كتاب' } });
    await waitFor(() => expect(callTo(calls, DOCUMENTS).query['search']).toBe('کتاب'));
  });

  it('is cards on a small screen', async () => {
    setScreenWidth(400);
    show();
    expect(await screen.findByRole('listitem')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('sends a guest who subscribes to sign in, and back [RDR-PUBSHELF-12]', async () => {
    const { router } = show();
    fireEvent.click(await screen.findByRole('button', { name: 'Subscribe' }));
    await screen.findByText('elsewhere');
    expect(router.state.location.pathname + router.state.location.search).toBe(
      '/user/login/?redirect=%2Fs%2Fpoetry00001%2F',
    );
  });

  it('can be subscribed to and unsubscribed from [ACC-PUBSHELF-04] [ACC-PUBSHELF-05] [RDR-PUBSHELF-02] [RDR-PUBSHELF-07]', async () => {
    setAuthToken('t');
    const { calls } = show({
      [`POST ${PATH}subscribe/`]: { body: { status: 'success', is_subscribed: true } },
      [`POST ${PATH}unsubscribe/`]: { body: { status: 'success', is_subscribed: false } },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Subscribe' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Unsubscribe' }));
    expect(await screen.findByRole('button', { name: 'Subscribe' })).toBeTruthy();
    expect(callTo(calls, `POST ${PATH}subscribe/`).form).toEqual({});
    expect(await screen.findByText('Unsubscribed successfully')).toBeTruthy();
  });

  it('shows its owner that it is theirs, and how many documents are private [RDR-PUBSHELF-02]', async () => {
    setAuthToken('t');
    show({ [INFO]: infoOf({ user: 'reader', private_document_count: 3 }) });
    expect(await screen.findByText('Your shelf')).toBeTruthy();
    expect(screen.getByText('Only you can see 3 private translations on this shelf.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull();
    expect(screen.getByRole('link', { name: 'To my library' }).getAttribute('href')).toBe(
      '/user/documents/?shelf=poetry00001',
    );
  });

  it('shows that the shelf does not exist [RDR-PUBSHELF-11]', async () => {
    show({ [INFO]: { status: 404, body: { status: 'error', error: 'x', code: 'SHELVES.NOT_FOUND' } } });
    expect(await screen.findByText('This shelf cannot be found')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows an error with a retry when it cannot be loaded [RDR-PUBSHELF-09]', async () => {
    let broken = true;
    show({ [INFO]: () => (broken ? { status: 500 } : infoOf()) });
    expect((await screen.findAllByText('The shelf could not be loaded')).length).toBe(2);
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Poetry' })).toBeTruthy();
  });

  it('shows an error when its documents cannot be loaded [RDR-PUBSHELF-10]', async () => {
    show({ [DOCUMENTS]: { status: 500 } });
    expect((await screen.findAllByText('The documents of the shelf could not be loaded')).length).toBe(2);
  });

  it('shows that it has no published document', async () => {
    show({ [DOCUMENTS]: documentsOf([]) });
    expect(await screen.findByText('Nothing on this shelf is published yet.')).toBeTruthy();
  });
});
