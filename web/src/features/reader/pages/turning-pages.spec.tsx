import '../../../test/web-globals.js';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { readerDocument } from '../../../test/reader-document.js';
import { addressOf, allowMotion, pagesOf, press, serve, show } from '../../../test/reader-server.js';
import { startScreen } from '../../../test/screen.js';
import { setAuthToken } from '../../../shared/storage/settings.js';

// A busy machine may be slow.
jest.setTimeout(30_000);

beforeEach(async () => {
  await startScreen('en');
  allowMotion();
  setAuthToken('t');
});

describe('turning pages', () => {
  it('turns pages with the buttons, and changes the address [RDR-PAGINATION-01] [RDR-PAGINATION-08]', async () => {
    serve(readerDocument(), pagesOf(12));
    const router = show();
    await screen.findByText('نهایی 1');
    const back = screen.getByRole<HTMLButtonElement>('button', { name: 'Previous page' });
    expect(back.disabled).toBe(true);
    await waitFor(() =>
      expect(screen.getByRole('progressbar', { name: 'Loaded pages' }).getAttribute('aria-valuenow')).toBe(
        '12',
      ),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('نهایی 2')).toBeTruthy();
    expect(addressOf(router)).toBe('?p=2');
    expect(back.disabled).toBe(false);
    fireEvent.click(back);
    expect(await screen.findByText('نهایی 1')).toBeTruthy();
    await act(() => router.navigate(-1));
    expect(await screen.findByText('نهایی 2')).toBeTruthy();
    await act(() => router.navigate(1));
    expect(await screen.findByText('نهایی 1')).toBeTruthy();
  });

  it('makes no request for a loaded page', async () => {
    const { calls } = serve(readerDocument(), pagesOf(12));
    show();
    await waitFor(() =>
      expect(screen.getByRole('progressbar', { name: 'Loaded pages' }).getAttribute('aria-valuenow')).toBe(
        '12',
      ),
    );
    const before = calls.length;
    await press('ArrowRight');
    expect(await screen.findByText('نهایی 2')).toBeTruthy();
    expect(calls).toHaveLength(before);
  });

  it('applies a typed number on Enter and on blur, within the page count [RDR-PAGINATION-02] [RDR-PAGINATION-03]', async () => {
    serve(readerDocument(), pagesOf(12));
    const router = show();
    await screen.findByText('نهایی 1');
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: /Page number/ });
    const write = (text: string) => fireEvent.change(field, { target: { value: text } });
    write('5');
    expect(addressOf(router)).toBe('');
    fireEvent.submit(field.form as HTMLFormElement);
    expect(await screen.findByText('نهایی 5')).toBeTruthy();
    write('۶');
    fireEvent.blur(field);
    expect(await screen.findByText('نهایی 6')).toBeTruthy();
    write('9999');
    fireEvent.blur(field);
    expect(await screen.findByText('نهایی 12')).toBeTruthy();
    write('0');
    fireEvent.blur(field);
    expect(await screen.findByText('نهایی 1')).toBeTruthy();
    write('x');
    fireEvent.blur(field);
    expect(field.value).toBe('1');
    write('8');
    fireEvent.keyDown(field, { key: 'Escape' });
    fireEvent.blur(field);
    expect(field.value).toBe('1');
    expect(addressOf(router)).toBe('?p=1');
  });

  it('corrects an address that is out of range [RDR-PAGINATION-03]', async () => {
    serve(readerDocument(), pagesOf(12));
    const router = show('/d/walden0001/?p=400');
    expect(await screen.findByText('نهایی 12')).toBeTruthy();
    await waitFor(() => expect(addressOf(router)).toBe('?p=12'));
  });

  it('scrolls smoothly to the top [RDR-PAGINATION-06]', async () => {
    serve(readerDocument(), pagesOf(12));
    show();
    await screen.findByText('نهایی 1');
    expect(window.scrollTo).not.toHaveBeenCalled();
    await press('ArrowRight');
    await screen.findByText('نهایی 2');
    expect(window.scrollTo).toHaveBeenLastCalledWith({ top: 0, behavior: 'smooth' });
  });

  it('turns in the direction of the arrow key, in both writing directions [RDR-PAGINATION-07]', async () => {
    serve(readerDocument(), pagesOf(12));
    show();
    await screen.findByText('نهایی 1');
    await press('ArrowRight');
    await press('ArrowRight');
    expect(await screen.findByText('نهایی 3')).toBeTruthy();
    await press('ArrowLeft');
    expect(await screen.findByText('نهایی 2')).toBeTruthy();

    await startScreen('fa');
    serve(readerDocument(), pagesOf(12));
    show();
    await screen.findByText('نهایی 1');
    await press('ArrowLeft');
    expect(await screen.findByText('نهایی 2')).toBeTruthy();
    expect(screen.getByText('صفحهٔ ۲ از ۱۲', { selector: '.sheet__head *' })).toBeTruthy();
    const arrow = screen.getByRole('button', { name: 'صفحهٔ بعد' }).querySelector('svg');
    expect(arrow?.getAttribute('class')).toContain('icon--flip');
  });

  it('goes to the first and last page with Home and End, but not from a text field', async () => {
    serve(readerDocument(), pagesOf(12));
    show('/d/walden0001/?p=4');
    await screen.findByText('نهایی 4');
    await press('End');
    expect(await screen.findByText('نهایی 12')).toBeTruthy();
    await press('Home');
    expect(await screen.findByText('نهایی 1')).toBeTruthy();
    fireEvent.keyDown(screen.getByRole('textbox', { name: /Page number/ }), { key: 'ArrowRight' });
    await press('ArrowRight', { altKey: true });
    expect(screen.getByText('نهایی 1')).toBeTruthy();
  });

  it('says that there is no page after the last one [RDR-READER-79]', async () => {
    serve(readerDocument({ total_pages: 2 }), pagesOf(2));
    show('/d/walden0001/?p=2');
    await screen.findByText('نهایی 2');
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('This is the last page.')).toBeTruthy();
  });

  it('announces the page to screen readers', async () => {
    serve(readerDocument(), pagesOf(12));
    show();
    await screen.findByText('نهایی 1');
    await press('ArrowRight');
    await screen.findByText('نهایی 2');
    expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain('Page 2 of 12');
  });
});
