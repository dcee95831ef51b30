import '../../../test/web-globals.js';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { emptyPage, readerDocument, readerPage } from '../../../test/reader-document.js';
import { addressOf, allowMotion, callsTo, pagesOf, serve, show } from '../../../test/reader-server.js';
import { setScreenWidth, startScreen } from '../../../test/screen.js';
import { setAuthToken } from '../../../shared/storage/settings.js';

// A busy machine may be slow.
jest.setTimeout(30_000);

beforeEach(async () => {
  await startScreen('en');
  allowMotion();
  setAuthToken('t');
});

describe('the text on screen', () => {
  const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));
  const toggle = () => fireEvent.click(screen.getByRole('button', { name: 'Translation' }));

  it('is the final translation at first; the choice is stored for the document [RDR-READER-08] [RDR-READER-09] [RDR-READER-55] [RDR-READER-56]', async () => {
    serve(readerDocument(), pagesOf(12));
    show();
    const text = await screen.findByText('نهایی 1');
    expect(text.closest('[lang]')?.getAttribute('lang')).toBe('fa');
    expect(text.closest('[dir]')?.getAttribute('dir')).toBe('rtl');
    choose('V1');
    expect(screen.getByText('پیش‌نویس 1')).toBeTruthy();
    toggle();
    expect(screen.getByRole('radio', { name: 'V2' }).hasAttribute('disabled')).toBe(true);
    const original = screen.getByText('original 1');
    expect(original.closest('[lang]')?.getAttribute('lang')).toBe('en');
    expect(original.closest('[dir]')?.getAttribute('dir')).toBe('ltr');
    toggle();
    expect(screen.getByRole('radio', { name: 'V2' }).hasAttribute('disabled')).toBe(false);

    document.body.replaceChildren();
    show();
    expect(await screen.findByText('پیش‌نویس 1')).toBeTruthy();
    document.body.replaceChildren();
    serve(readerDocument({ key: 'another001' }), pagesOf(2));
    show();
    expect(await screen.findByText('نهایی 1')).toBeTruthy();
  });

  it('is chosen beside the pager on a small screen', async () => {
    setScreenWidth(360);
    serve(readerDocument(), pagesOf(12));
    show();
    await screen.findByText('نهایی 1');
    expect(screen.getAllByRole('radiogroup')).toHaveLength(1);
    toggle();
    expect(await screen.findByText('original 1')).toBeTruthy();
  });

  it('is the original, with a notice, while no translator is configured', async () => {
    serve(
      readerDocument({
        status: 'converted',
        awaiting_translator: true,
        note_code: 'not_configured',
        note: 'N',
      }),
      [
        readerPage(0, {
          translation_status: 'pending_translation',
          translated_content: null,
          translated_content_level2: null,
          note_code: 'not_configured',
        }),
      ],
    );
    show();
    expect(await screen.findByText('original 1')).toBeTruthy();
    expect(screen.getByText('The translation waits for a translator; this is the original.')).toBeTruthy();
    toggle();
    expect(screen.queryByText(/waits for a translator/)).toBeNull();
  });

  it('is replaced by the reason when the page failed [RDR-READER-61]', async () => {
    serve(readerDocument({ language: 'de' }), [
      emptyPage(0, { status: 'failed', note_code: 'ocr_unavailable', image: '/api/document/image/k/a.png' }),
    ]);
    show();
    expect(await screen.findByText('This page could not be read in')).toBeTruthy();
    expect(screen.getByText(/“German” is not installed/)).toBeTruthy();
    expect(screen.getByAltText('Picture of the whole page')).toBeTruthy();
    expect(screen.queryByText(/translat/i, { selector: '.chip' })).toBeNull();
  });

  it('is replaced by the reason when its picture can’t be decoded', async () => {
    serve(readerDocument(), [emptyPage(0, { status: 'failed', note_code: 'picture_damaged' })]);
    show();
    expect(await screen.findByText(/picture on this page is damaged or incomplete/)).toBeTruthy();
  });

  it('is the original, with the reason, when the translation failed', async () => {
    serve(readerDocument(), [
      readerPage(0, {
        translation_status: 'translate_failed',
        translated_content: null,
        translated_content_level2: null,
        note_code: 'refused',
      }),
    ]);
    show();
    expect(await screen.findByText('The translator declined to translate this text.')).toBeTruthy();
    expect(screen.getByText('original 1')).toBeTruthy();
  });

  it('has a notice when it was recognised from a poor image', async () => {
    const content = {
      items: readerPage(0).content?.items ?? [],
      page_info: { page_type: 'ocr' as const, confidence: 0.5 },
    };
    serve(readerDocument(), [readerPage(0, { content })]);
    show();
    expect(await screen.findByText(/recognised from a picture and may contain mistakes/)).toBeTruthy();
  });
});

describe('a preview', () => {
  const paid = readerDocument({
    access_type: 'paid',
    purchased: false,
    access: { full: false, reason: 'none' },
    total_pages: 60,
    preview_pages: { from: 0, to: 10 },
  });

  it('locks a page outside it, names its pages, and links to the first [RDR-READER-16]', async () => {
    const { calls } = serve(paid, pagesOf(60));
    const router = show('/d/walden0001/?p=50');
    expect(await screen.findByText('Page 50 is not part of the preview')).toBeTruthy();
    expect(screen.getByText('Pages 1 to 11 can be read.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Go to the first page of the preview' }));
    expect(await screen.findByText('نهایی 1')).toBeTruthy();
    expect(addressOf(router)).toBe('?p=1');
    expect(callsTo(calls, 'pages').some((query) => query['page'] === '50')).toBe(false);
  });

  it('returns to its first page after the last, with a message [RDR-READER-19] [RDR-READER-78]', async () => {
    serve(paid, pagesOf(60));
    show('/d/walden0001/?p=11');
    await screen.findByText('نهایی 11');
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('نهایی 1')).toBeTruthy();
    expect(screen.getByText('The preview ends here; you are on its first page.')).toBeTruthy();
  });

  it('does not apply to a user with full access', async () => {
    serve({ ...paid, access: { full: true, reason: 'owner' }, purchased: true }, pagesOf(60));
    show('/d/walden0001/?p=50');
    expect(await screen.findByText('نهایی 50')).toBeTruthy();
  });
});
