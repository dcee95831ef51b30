import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { setAuthToken } from '../../../shared/storage/settings.js';
import { callTo } from '../../../test/api-stub.js';
import { emptyPage, readerDocument, readerPage } from '../../../test/reader-document.js';
import { pagesOf, serve, show } from '../../../test/reader-server.js';
import { startScreen } from '../../../test/screen.js';

jest.setTimeout(30_000);

const REPROCESS = 'POST document/page/page-0/reprocess/';
const PUBLISH = 'POST document/user/document/64b7f1c2a4d3e5f6a7b8c9d0/publish/';
const STAFF = { access: { full: true, reason: 'staff' } } as const;

beforeEach(async () => {
  await startScreen('en');
  setAuthToken('t');
});

/** Opens the menu, says what stands in it, and closes it. */
const entries = async (menu: string): Promise<string[]> => {
  fireEvent.click(await screen.findByRole('button', { name: menu }));
  const opened = await screen.findByRole('menu', { name: menu });
  const found = within(opened)
    .getAllByRole('menuitem')
    .map((one) => one.textContent);
  fireEvent.click(screen.getByRole('button', { name: menu }));
  return found;
};
const pick = async (menu: string, entry: string) => {
  fireEvent.click(await screen.findByRole('button', { name: menu }));
  fireEvent.click(within(await screen.findByRole('menu', { name: menu })).getByText(entry));
};
const choose = async (menu: string, entry: string) => {
  await pick(menu, entry);
  return screen.findByRole('dialog');
};
const confirm = (dialog: HTMLElement, name: string) =>
  fireEvent.click(within(dialog).getByRole('button', { name }));

describe('reprocessing a page', () => {
  const MENU = 'Actions for this page';
  const ENTRY = 'Process the page again';

  it('is offered to the owner only [RDR-READER-25]', async () => {
    serve(readerDocument(), pagesOf(12));
    show();
    expect(await entries(MENU)).toContain(ENTRY);
    cleanup();
    serve(readerDocument(STAFF), pagesOf(12));
    show();
    expect(await entries(MENU)).not.toContain(ENTRY);
  });

  it('asks for confirmation, sends the request, and shows that the page is queued', async () => {
    const { calls, state } = serve(readerDocument(), pagesOf(12), {
      [REPROCESS]: () => {
        state.pages = [readerPage(0, { status: 'reparse', revision: 6 }), ...pagesOf(12).slice(1)];
        return { body: { status: 'success' } };
      },
    });
    show();
    confirm(await choose(MENU, ENTRY), 'Process again');
    expect(await screen.findByText('The page is waiting to be processed again.')).toBeTruthy();
    expect(callTo(calls, REPROCESS)).toBeTruthy();
    expect(await screen.findByText('Being read in again')).toBeTruthy();
  });

  it('is a button on a page that failed, for the owner only', async () => {
    const failed = emptyPage(0, { status: 'failed', note_code: 'picture_damaged' });
    const { calls, state } = serve(readerDocument(), [failed, ...pagesOf(12).slice(1)], {
      [REPROCESS]: () => {
        state.pages = [emptyPage(0, { status: 'reparse', revision: 6 }), ...pagesOf(12).slice(1)];
        return { body: { status: 'success' } };
      },
    });
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    confirm(await screen.findByRole('dialog'), 'Process again');
    expect(await screen.findByText('The page is waiting to be processed again.')).toBeTruthy();
    expect(callTo(calls, REPROCESS)).toBeTruthy();
    cleanup();
    serve(readerDocument(STAFF), [failed, ...pagesOf(12).slice(1)]);
    show();
    await screen.findByText('This page could not be read in');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('shows why the request was refused', async () => {
    serve(readerDocument(), pagesOf(12), {
      [REPROCESS]: {
        status: 409,
        body: { status: 'error', code: 'COMMON.CONFLICT', error: 'It runs already.' },
      },
    });
    show();
    confirm(await choose(MENU, ENTRY), 'Process again');
    expect(await screen.findByText('It runs already.')).toBeTruthy();
  });
});

describe('the original file', () => {
  const ENTRY = 'Download the original file';
  const ORIGINAL = 'GET document/original/walden0001/';
  const MINE = { source_file: '/api/document/original/walden0001/' };

  it('is offered when the server permits it', async () => {
    serve(readerDocument(MINE), pagesOf(12));
    show();
    expect(await entries('More')).toContain(ENTRY);
    cleanup();
    serve(readerDocument({ ...MINE, status: 'failed', total_pages: 0 }), []);
    show();
    expect(await entries('More')).toContain(ENTRY);
    cleanup();
    serve(readerDocument({ source_file: null }), pagesOf(12));
    show();
    expect(await entries('More')).not.toContain(ENTRY);
  });

  it('is downloaded with the user’s token, and saved under the name from the server', async () => {
    const saved: { name: string; file: File }[] = [];
    const files: File[] = [];
    Object.assign(URL, { createObjectURL: (file: File) => `blob:${files.push(file)}` });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, file: files.at(-1) as File });
    });
    const { calls } = serve(readerDocument(MINE), pagesOf(12), {
      [ORIGINAL]: {
        body: '%PDF-1.7',
        headers: {
          'content-disposition': `attachment; filename="document.pdf"; filename*=UTF-8''${encodeURIComponent('والدن.pdf')}`,
        },
      },
    });
    show();
    await pick('More', ENTRY);
    expect(await screen.findByText('Downloading the original file…')).toBeTruthy();
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['والدن.pdf']));
    expect(saved[0]?.file.size).toBe('%PDF-1.7'.length);
    expect(callTo(calls, ORIGINAL).headers['Authorization']).toBe('Bearer t');
  });

  it('shows why it could not be downloaded, and can be requested again', async () => {
    serve(readerDocument(MINE), pagesOf(12), {
      [ORIGINAL]: {
        status: 404,
        body: { status: 'error', code: 'DOCUMENTS.NOT_FOUND', error: 'document not found' },
      },
    });
    show();
    await pick('More', ENTRY);
    expect(
      await screen.findByText(/^The original file could not be downloaded\. document not found/),
    ).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    const again = within(await screen.findByRole('menu', { name: 'More' })).getByRole('menuitem', {
      name: ENTRY,
    });
    expect(again.getAttribute('aria-disabled')).not.toBe('true');
  });
});

describe('publishing a document', () => {
  const MENU = 'More';
  const ENTRY = 'Publish the document';

  it.each([
    [{}, true],
    [{ published: true }, false],
    [{ status: 'inprogress' as const }, false],
    [STAFF, false],
  ])('is offered to the owner once it is ready: %p', async (part, offered) => {
    serve(readerDocument(part), pagesOf(12));
    show();
    await screen.findByText('نهایی 1');
    expect((await entries(MENU)).includes(ENTRY)).toBe(offered);
  });

  it('asks for confirmation, and is not offered afterwards [RDR-READER-68]', async () => {
    const { calls, state } = serve(readerDocument(), pagesOf(12), {
      [PUBLISH]: () => {
        state.document = readerDocument({ published: true });
        return { body: { status: 'success', published: true } };
      },
    });
    show();
    await screen.findByText('نهایی 1');
    const dialog = await choose(MENU, ENTRY);
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    confirm(dialog, 'Publish');
    expect(await screen.findByText('The document is published.')).toBeTruthy();
    expect(callTo(calls, PUBLISH)).toBeTruthy();
    expect(await entries(MENU)).not.toContain(ENTRY);
  });
});
