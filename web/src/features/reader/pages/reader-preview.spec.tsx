import '../../../test/web-globals.js';
import type { DocumentMetadata } from '@hamkhan/contracts/http/documents';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { callTo } from '../../../test/api-stub.js';
import { readerDocument } from '../../../test/reader-document.js';
import { addressOf, pagesOf, serve, show } from '../../../test/reader-server.js';
import { startScreen } from '../../../test/screen.js';
import { setAuthToken } from '../../../shared/storage/settings.js';

jest.setTimeout(30_000);

const BUY = 'POST finance/document/purchase/';
const NAMES = ['Buy', 'Subscribe', 'About the document'] as const;

const paid = (part: Partial<DocumentMetadata> = {}) =>
  readerDocument({
    access_type: 'paid',
    price: 90_000,
    published: true,
    purchased: false,
    access: { full: false, reason: 'none' },
    total_pages: 60,
    preview_pages: { from: 0, to: 10 },
    ...part,
  });
const banner = () => document.querySelector<HTMLElement>('.reader__main > .notice');
const offered = (place: HTMLElement | null) =>
  place
    ? NAMES.filter(
        (name) =>
          within(place).queryByRole('button', { name }) ?? within(place).queryByRole('link', { name }),
      )
    : null;

beforeEach(async () => {
  await startScreen('en');
  setAuthToken('t');
});

describe('the banner of a preview', () => {
  it.each([
    ['a published paid document', {}, [...NAMES]],
    ['an unpublished one', { published: false }, ['Buy', 'About the document']],
    [
      'one that comes with a subscription only',
      { access_type: 'subscription' },
      ['Subscribe', 'About the document'],
    ],
  ] as const)('of %s offers the next steps [RDR-READER-14]', async (_, part, names) => {
    serve(paid(part), pagesOf(60));
    show();
    await screen.findByText('نهایی 1');
    expect(offered(banner())).toEqual(names);
    expect(screen.getByRole('link', { name: 'About the document' }).getAttribute('href')).toBe(
      '/i/walden0001/',
    );
    expect(banner()?.textContent).toContain('Pages 1 to 11 of');
  });

  it.each([
    [41, 'This is a preview of the book.'],
    [40, 'This is a preview of the article.'],
  ])('names the type of a document of %i pages [RDR-READER-15]', async (total_pages, words) => {
    serve(paid({ total_pages }), pagesOf(total_pages));
    show();
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it.each([
    ['none', true],
    ['free', false],
    ['purchased', false],
    ['owner', false],
    ['staff', false],
    ['subscription', false],
  ] as const)('for a user with access as %s: %s [RDR-READER-18]', async (reason, shown) => {
    serve(paid({ access: { full: reason !== 'none', reason }, purchased: reason !== 'none' }), pagesOf(60));
    show();
    await screen.findByText('نهایی 1');
    expect(banner() !== null).toBe(shown);
  });
});

describe('a locked page', () => {
  it('links to the first page of the preview, a subscription and buying [RDR-READER-17]', async () => {
    const { calls } = serve(paid({ preview_pages: { from: 3, to: 8 } }), pagesOf(60), {
      [BUY]: { body: { status: 'success', invoice_id: 'inv0001' } },
    });
    const router = show('/d/walden0001/?p=50');
    const card = await screen.findByRole('article', { name: 'Page 50 of 60' });
    expect(within(card).getByText('Page 50 is not part of the preview')).toBeTruthy();
    expect(within(card).getByText('Pages 4 to 9 can be read.')).toBeTruthy();
    expect(within(card).getByRole('link', { name: 'Subscribe' }).getAttribute('href')).toBe(
      '/premium/subscribe/',
    );
    fireEvent.click(within(card).getByRole('button', { name: 'Go to the first page of the preview' }));
    expect(await screen.findByText('نهایی 4')).toBeTruthy();
    expect(addressOf(router)).toBe('?p=4');
    expect(calls.some(({ path }) => path.includes('finance'))).toBe(false);
  });

  it('is bought with an invoice [RDR-READER-17]', async () => {
    const { calls } = serve(paid(), pagesOf(60), {
      [BUY]: { body: { status: 'success', invoice_id: 'inv0001' } },
    });
    const router = show('/d/walden0001/?p=50');
    const card = await screen.findByRole('article', { name: 'Page 50 of 60' });
    fireEvent.click(within(card).getByRole('button', { name: 'Buy' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/premium/invoice/inv0001/info/'));
    expect(callTo(calls, BUY).form).toEqual({ document_key: 'walden0001' });
  });

  it('shows why it could not be bought', async () => {
    serve(paid(), pagesOf(60), {
      [BUY]: { status: 400, body: { status: 'error', error: 'not ready', details: 'It is not ready yet.' } },
    });
    show('/d/walden0001/?p=50');
    const card = await screen.findByRole('article', { name: 'Page 50 of 60' });
    fireEvent.click(within(card).getByRole('button', { name: 'Buy' }));
    expect(await screen.findByText(/The purchase failed\./)).toBeTruthy();
    expect(within(card).getByRole<HTMLButtonElement>('button', { name: 'Buy' }).disabled).toBe(false);
  });

  it('sends a guest who buys to sign in, and back [RDR-READER-82]', async () => {
    setAuthToken(null);
    const { calls } = serve(paid(), pagesOf(60));
    const router = show('/d/walden0001/?p=50');
    const card = await screen.findByRole('article', { name: 'Page 50 of 60' });
    fireEvent.click(within(card).getByRole('button', { name: 'Buy' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/user/login/'));
    expect(addressOf(router)).toBe('?redirect=%2Fd%2Fwalden0001%2F%3Fp%3D50');
    expect(calls.some(({ path }) => path.includes('finance'))).toBe(false);
  });
});
