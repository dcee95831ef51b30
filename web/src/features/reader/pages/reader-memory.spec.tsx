import 'fake-indexeddb/auto';
import '../../../test/web-globals.js';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { readerDocument } from '../../../test/reader-document.js';
import {
  addressOf,
  callsTo,
  METADATA,
  PAGES,
  pagesOf,
  press,
  serve,
  show,
} from '../../../test/reader-server.js';
import { startScreen } from '../../../test/screen.js';
import { signedInUser } from '../../../test/signed-in-user.js';
import {
  clearPageCache,
  PAGE_CACHE_VERSION,
  readCachedDocument,
} from '../../../shared/storage/page-cache.js';
import { setAuthToken } from '../../../shared/storage/settings.js';

jest.setTimeout(30_000);

// What jsdom does not have and the store needs.
globalThis.structuredClone ??= <T,>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

const STATUS = 'GET user/status/';
const as = (id: string) => ({ [STATUS]: { body: signedInUser({ id }) } });
const loaded = () =>
  waitFor(() =>
    expect(screen.getByRole('progressbar', { name: 'Loaded pages' }).getAttribute('aria-valuenow')).toBe(
      '12',
    ),
  );
const layoutOf = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'How text looks' }));
  const sheet = await screen.findByRole('dialog', { name: 'How text looks' });
  return within(sheet);
};

beforeEach(async () => {
  await startScreen('en');
  await clearPageCache();
  setAuthToken('t');
});

describe('the reading choice', () => {
  it('is stored for the document: one page or all pages [RDR-READER-57]', async () => {
    serve(readerDocument(), pagesOf(12));
    show();
    await screen.findByText('نهایی 1');
    fireEvent.click((await layoutOf()).getByRole('radio', { name: 'Continuous' }));
    expect(document.querySelector('.continuous')).not.toBeNull();

    cleanup();
    serve(readerDocument(), pagesOf(12));
    show();
    await waitFor(() => expect(document.querySelector('.continuous')).not.toBeNull());

    cleanup();
    serve(readerDocument({ key: 'another001' }), pagesOf(2));
    show();
    expect(await screen.findByText('نهایی 1')).toBeTruthy();
    expect(document.querySelector('.continuous')).toBeNull();
  });

  it('is stored in the browser for each user, with the page [ACC-PROFILE-19]', async () => {
    serve(readerDocument(), pagesOf(12), as('reader-a'));
    show('/d/walden0001/?p=7');
    await screen.findByText('نهایی 7');
    await loaded();
    await press('ArrowRight');
    await screen.findByText('نهایی 8');
    await waitFor(() =>
      expect(localStorage.getItem('reader/reader-a/walden0001')).toContain('"page_number":7'),
    );

    cleanup();
    serve(readerDocument(), pagesOf(12), as('reader-b'));
    const other = show();
    expect(await screen.findByText('نهایی 1')).toBeTruthy();
    expect(['', '?p=1']).toContain(addressOf(other));
    expect(localStorage.getItem('reader/reader-b/walden0001') ?? '').not.toContain('"page_number":7');
  });
});

describe('cached pages', () => {
  const kept = (reader = 'reader-a') => readCachedDocument({ reader, document: 'walden0001' });
  const readOnce = async () => {
    serve(readerDocument(), pagesOf(12), as('reader-a'));
    show();
    await screen.findByText('نهایی 1');
    await loaded();
    await waitFor(async () => expect((await kept())?.pages).toHaveLength(12));
    cleanup();
  };

  it('are in version 3 of their store [RDR-READER-54]', async () => {
    await readOnce();
    expect(PAGE_CACHE_VERSION).toBe(3);
    expect(await indexedDB.databases()).toEqual([{ name: 'hamkhan-pages', version: 3 }]);
  });

  it('are shown while the document has hardly changed, and fetched again otherwise [RDR-READER-51]', async () => {
    await readOnce();
    const modified = readerDocument().modified_date;
    const later = (ms: number) => new Date(Date.parse(modified) + ms).toISOString();

    const same = serve(readerDocument(), pagesOf(12), as('reader-a'));
    show();
    await screen.findByText('نهایی 1');
    await loaded();
    await press('End');
    expect(await screen.findByText('نهایی 12')).toBeTruthy();
    expect(callsTo(same.calls, 'pages')).toEqual([]);
    cleanup();

    await clearPageCache();
    await readOnce();
    const changed = serve(
      readerDocument({ modified_date: later(5 * 60_000 + 1) }),
      pagesOf(12),
      as('reader-a'),
    );
    show();
    await screen.findByText('نهایی 1');
    await loaded();
    expect(callsTo(changed.calls, 'pages').length).toBeGreaterThan(0);
  });

  it('are shown offline, with a notice', async () => {
    await readOnce();
    serve(readerDocument(), [], { ...as('reader-a'), [METADATA]: 'broken', [PAGES]: 'broken' });
    show();
    expect(await screen.findByText('نهایی 1')).toBeTruthy();
    expect(await screen.findByText('You are offline; you can read what is already loaded.')).toBeTruthy();
  });

  it('are separate for each user', async () => {
    await readOnce();
    const { calls } = serve(readerDocument(), pagesOf(12), as('reader-b'));
    show();
    await screen.findByText('نهایی 1');
    await loaded();
    expect(callsTo(calls, 'pages').length).toBeGreaterThan(0);
    expect(await kept()).not.toBeNull();
  });

  it('are not shown when the user no longer has access', async () => {
    await readOnce();
    serve(readerDocument(), [], { ...as('reader-a'), [METADATA]: { status: 404 } });
    show();
    expect(await screen.findByText('This document was not found')).toBeTruthy();
    expect(screen.queryByText('نهایی 1')).toBeNull();
    await waitFor(async () => expect((await kept())?.pages ?? []).toEqual([]));
  });
});

describe('a page that is loading', () => {
  it('shows its number and that it is loading [RDR-READER-76]', async () => {
    serve(readerDocument({ total_pages: 60 }), pagesOf(60), { [PAGES]: 'hang' });
    show();
    await screen.findByText('نهایی 1');
    const field = screen.getByRole('textbox', { name: /Page number/ });
    fireEvent.change(field, { target: { value: '50' } });
    await act(async () => {
      fireEvent.blur(field);
      await Promise.resolve();
    });
    expect(await screen.findByText('Page 50 is loading. Please wait a moment.')).toBeTruthy();
  });
});
