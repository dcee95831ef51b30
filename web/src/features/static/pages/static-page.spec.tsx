import type { StaticPageResponse } from '@hamkhan/contracts/http/static-pages';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { RouteObject } from 'react-router';
import { Shell } from '../../../app/shell.js';
import { metaOf } from '../../../app/route-meta.js';
import { routes as realRoutes } from '../../../app/router.js';
import { callTo, stubApi, type StubRoutes } from '../../../test/api-stub.js';
import { showRoutes, startScreen } from '../../../test/screen.js';
import { setAuthToken } from '../../../shared/storage/settings.js';
import { StaticPage } from './static-page.js';

const page: StaticPageResponse = {
  status: 'success',
  slug: 'about',
  language: 'en',
  title: 'About us',
  content:
    '## Why\nBecause **books** matter, see [help](/page/help/).\n\n- one\n- two\n\n<img src=x onerror=alert(1)> [x](javascript:alert(1))',
  header: true,
  footer: true,
  revision: 3,
  modified_date: '2026-11-01T00:00:00.000Z',
};
const real = realRoutes[0]?.children?.find((route) => route.path === '/page/:slug/');
const routes: RouteObject[] = [
  {
    element: <Shell />,
    handle: realRoutes[0]?.handle as unknown,
    children: [{ path: '/page/:slug/', handle: real?.handle as unknown, element: <StaticPage /> }],
  },
];
const show = (answers: StubRoutes) => {
  const calls = stubApi(answers);
  showRoutes(routes, '/page/about/');
  return calls;
};

beforeEach(async () => {
  await startScreen('en');
  setAuthToken(null);
});

describe('a static page', () => {
  it('shows its title and text from the server to anyone [ACC-STATIC-01] [RDR-STATIC-01] [RDR-STATIC-05]', async () => {
    show({ 'GET page/about/': { body: page } });
    expect(document.title).toBe('Loading – Hamkhan');
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('About us');
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Why');
    expect(screen.getByText('books').tagName).toBe('STRONG');
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['one', 'two']);
    expect(document.title).toBe('About us – Hamkhan');
    expect(metaOf([real?.handle]).auth).toBeUndefined();
  });

  it('has no top bar and no sidebar [ACC-STATIC-02] [RDR-STATIC-01]', async () => {
    show({ 'GET page/about/': { body: page } });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
    expect(document.querySelectorAll('.bar:not(.bar--bare)')).toHaveLength(0);
  });

  it.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])('shows its header: %s, its footer: %s, as the page is set [RDR-STATIC-02]', async (header, footer) => {
    show({ 'GET page/about/': { body: { ...page, header, footer } } });
    await screen.findByRole('heading', { level: 1 });
    expect(document.querySelector('.bar--bare') !== null).toBe(header);
    expect(document.querySelector('.footer') !== null).toBe(footer);
  });

  it('shows HTML in the text as text', async () => {
    show({ 'GET page/about/': { body: page } });
    await screen.findByRole('heading', { level: 1 });
    expect(document.querySelector('img')).toBeNull();
    expect(document.querySelector('[href^="javascript"]')).toBeNull();
    expect(screen.getByText(/onerror/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'help' }).getAttribute('href')).toBe('/page/help/');
  });

  it('reports a missing page, and offers a retry when loading fails', async () => {
    show({ 'GET page/about/': { status: 404, body: { status: 'error', code: 'COMMON.NOT_FOUND' } } });
    expect(await screen.findByText('This page cannot be found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go home' }).getAttribute('href')).toBe('/');
    expect(document.title).toContain('404');
    let down = true;
    show({ 'GET page/about/': () => (down ? { status: 503 } : { body: page }) });
    await screen.findByText('This page could not be opened');
    down = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Because', { exact: false })).toBeTruthy();
  });

  it('can be edited by staff, and reports a conflicting change', async () => {
    setAuthToken('t');
    const staff = { id: '1', username: 's', mobile: '', first_name: '', last_name: '', full_name: '' };
    const user = {
      ...staff,
      avatar: null,
      language: 'en',
      referral_code: '',
      balance: 0,
      is_creator: false,
      is_staff: true,
      subscription: null,
      has_active_subscription: false,
      user_is_loggedin: true,
      loggedinas: null,
      active_sessions_count: 1,
    };
    let late = true;
    const calls = show({
      'GET user/status/': { body: user },
      'GET page/about/': { body: page },
      'POST page/about/update/': (call) =>
        late
          ? { status: 409, body: { status: 'error', code: 'COMMON.CONFLICT', error: 'conflict' } }
          : { body: { ...page, title: call.form['title'], revision: 4 } },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Edit this page' }));
    fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Who we are' } });
    fireEvent.click(screen.getByRole('radio', { name: 'Preview' }));
    expect(screen.getByText('books').tagName).toBe('STRONG');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Someone else has changed this page/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'You have unsaved changes' });
    fireEvent.click(within(question).getByRole('button', { name: 'Keep writing' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Who we are');
    late = false;
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Who we are'));
    expect(callTo(calls, 'POST page/about/update/').form).toMatchObject({
      language: 'en',
      title: 'Who we are',
      content: page.content,
      header: 'true',
      footer: 'true',
      revision: '3',
    });
  });

  it('offers editing to staff only', async () => {
    show({ 'GET page/about/': { body: page } });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: 'Edit this page' })).toBeNull();
  });
});
