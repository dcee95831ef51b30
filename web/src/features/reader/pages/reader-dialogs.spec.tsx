import '../../../test/web-globals.js';
import { ISSUE_TYPES } from '@hamkhan/contracts/constants';
import type { ContentItem } from '@hamkhan/contracts/content';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { callTo } from '../../../test/api-stub.js';
import { paragraph, readerDocument, readerPage } from '../../../test/reader-document.js';
import { pagesOf, press, serve, show } from '../../../test/reader-server.js';
import { setScreenWidth, startScreen } from '../../../test/screen.js';
import { setAuthToken } from '../../../shared/storage/settings.js';
import { ImageDialog, type ShownImage } from '../components/image-dialog.js';
import { canExportPdf } from '../lib/can-export-pdf.js';
import { statusLook } from '../lib/status-look.js';

jest.setTimeout(30_000);

const IMAGE = '/api/document/image/k/a.png?e=99999999999&s=x';

const openMenu = async (name = 'Actions for this page') => {
  fireEvent.click(screen.getAllByRole('button', { name })[0] as HTMLElement);
  return screen.findByRole('menu', { name });
};
const choose = async (entry: string) => fireEvent.click(within(await openMenu()).getByText(entry));

beforeEach(async () => {
  await startScreen('en');
  setAuthToken('t');
});

describe('the image dialog', () => {
  const open = async (image: ShownImage, name: string) => {
    cleanup();
    render(<ImageDialog image={image} onClose={() => {}} />);
    return screen.findByRole('dialog', { name });
  };

  it('shows an image by its address, or with its details [RDR-IMAGE-01]', async () => {
    const srcOf = (dialog: HTMLElement) => dialog.querySelector('img')?.getAttribute('src');
    expect(srcOf(await open(IMAGE, 'Picture'))).toBe(IMAGE);
    expect(srcOf(await open({ url: IMAGE, name: 'A pond' }, 'A pond'))).toBe(IMAGE);
    const whole = await open({ src: IMAGE, title: 'Winter', caption: 'The pond in winter' }, 'Winter');
    expect(srcOf(whole)).toBe(IMAGE);
    expect(within(whole).getByText('The pond in winter')).toBeTruthy();
    const described = await open({ src: IMAGE, description: 'Ice on the pond' }, 'Picture');
    expect(within(described).getByText('Ice on the pond')).toBeTruthy();
    expect(within(described).getByRole('img').getAttribute('alt')).toBe('Ice on the pond');
  });

  it('offers a download unless that is disabled [RDR-IMAGE-02]', async () => {
    const save = (dialog: HTMLElement) =>
      within(dialog).queryByRole('link', { name: 'Download the picture' });
    expect(save(await open({ src: IMAGE }, 'Picture'))?.getAttribute('href')).toBe(IMAGE);
    expect(save(await open({ src: IMAGE, downloadable: true }, 'Picture'))).not.toBeNull();
    expect(save(await open({ src: IMAGE, downloadable: false }, 'Picture'))).toBeNull();
  });

  it('zooms with its buttons, and shows no image of another site', async () => {
    const dialog = await open(IMAGE, 'Picture');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Zoom in' }));
    expect(dialog.querySelector('img')?.style.transform).toContain('scale(1.4)');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Zoom out' }));
    expect(dialog.querySelector('img')?.style.transform).toContain('scale(1)');
    const other = await open('https://elsewhere.example/a.png', 'Picture');
    expect(other.querySelector('img')).toBeNull();
  });

  it('shows the image of the page from the page menu [RDR-IMAGE-03]', async () => {
    serve(readerDocument(), [readerPage(0, { image: IMAGE }), ...pagesOf(12).slice(1)]);
    show();
    await screen.findByText('نهایی 1');
    await choose('Page image');
    const dialog = await screen.findByRole('dialog', { name: 'Page 1' });
    expect(dialog.querySelector('img')?.getAttribute('src')).toBe(IMAGE);
  });

  it('is not offered for a page without an image [RDR-IMAGE-03]', async () => {
    serve(readerDocument(), pagesOf(12));
    show();
    await screen.findByText('نهایی 1');
    expect(within(await openMenu()).queryByText('Page image')).toBeNull();
    await press('i');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the status of a page', () => {
  it('has its own colour and icon, grey if unknown [RDR-READER-59]', () => {
    expect(
      Object.fromEntries(
        ['pending', 'inprogress', 'success', 'failed', 'reparse', 'a-new-state'].map((one) => [
          one,
          [statusLook(one).tone, statusLook(one).icon],
        ]),
      ),
    ).toEqual({
      pending: ['wait', 'hourglass'],
      inprogress: ['run', 'refresh'],
      success: ['ok', 'check'],
      failed: ['bad', 'error'],
      reparse: ['again', 'refresh'],
      'a-new-state': ['plain', 'help'],
    });
  });

  it('is shown with text and colour in the page menu [RDR-READER-59]', async () => {
    for (const [status, tone, words] of [
      ['success', 'ok', 'Text: Ready'],
      ['reparse', 'again', 'Text: Being read in again'],
      ['failed', 'bad', 'Text: Failed'],
    ] as const) {
      await startScreen('en');
      serve(readerDocument({ total_pages: 1 }), [readerPage(0, { status })]);
      show();
      await screen.findByRole('button', { name: 'Actions for this page' });
      const entry = within(await openMenu())
        .getByText(words)
        .closest('[data-tone]');
      expect(entry?.getAttribute('data-tone')).toBe(tone);
    }
  });
});

describe('a report', () => {
  it('has one of six issue types and a description [RDR-READER-65] [ACC-STATUS-06]', async () => {
    const REPORT = 'POST document/report/';
    const { calls } = serve(readerDocument(), pagesOf(12), { [REPORT]: { body: { status: 'success' } } });
    show('/d/walden0001/?p=2');
    await screen.findByText('نهایی 2');
    await choose('Report an issue');
    const dialog = await screen.findByRole('dialog', { name: 'Report an issue on page 2' });
    expect(
      within(dialog)
        .getAllByRole('radio')
        .map((one) => one.closest('label')?.textContent),
    ).toEqual([
      'Inappropriate content',
      'Translation error',
      'Conversion issue',
      'Missing text or images',
      'Formatting issues',
      'Other',
    ]);
    expect(
      within(dialog)
        .getAllByRole<HTMLInputElement>('radio')
        .map((one) => one.value),
    ).toEqual([...ISSUE_TYPES]);
    const send = () => fireEvent.click(within(dialog).getByRole('button', { name: 'Send the report' }));
    send();
    expect(await within(dialog).findByText('Choose the kind of issue.')).toBeTruthy();
    expect(calls.some(({ path }) => path.endsWith('/report/'))).toBe(false);
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Translation error' }));
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'A sentence is missing.' } });
    send();
    expect(await screen.findByText('Your report has arrived. Thank you!')).toBeTruthy();
    expect(callTo(calls, REPORT).form).toMatchObject({
      document_id: 'walden0001',
      page_id: 'page-1',
      page_number: '1',
      content_type: 'translation_2',
      issue_type: 'translation_error',
      description: 'A sentence is missing.',
    });
  });

  it('keeps its text when it cannot be sent', async () => {
    serve(readerDocument(), pagesOf(12), { 'POST document/report/': { status: 500 } });
    show();
    await screen.findByText('نهایی 1');
    await choose('Report an issue');
    const dialog = await screen.findByRole('dialog', { name: 'Report an issue on page 1' });
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Other' }));
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'kept' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send the report' }));
    expect((await within(dialog).findByRole('alert')).textContent).not.toBe('');
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox').value).toBe('kept');
  });
});

describe('the dialog of original and translation', () => {
  it('has two columns, with nested lists [RDR-READER-69]', async () => {
    const list = (words: readonly [string, string]): ContentItem => ({
      id: 'l',
      type: 'list',
      content: '',
      list_type: 'ordered',
      'list-items': [{ content: words[0], 'list-items': [{ content: words[1] }] }],
    });
    serve(readerDocument({ total_pages: 1 }), [
      readerPage(0, {
        content: { items: [list(['boards', 'nails'])], page_info: { page_type: 'text' } },
        translated_content_level2: { items: [list(['تخته', 'میخ'])] },
      }),
    ]);
    show();
    await screen.findByText('تخته');
    await choose('Text and translation side by side');
    const dialog = await screen.findByRole('dialog', { name: 'Text and translation of page 1' });
    expect(dialog.querySelector('.paired-text')?.getAttribute('data-layout')).toBe('columns');
    for (const [side, inner] of [
      ['2', 'میخ'],
      ['0', 'nails'],
    ]) {
      const text = dialog.querySelector(`[data-text="${side}"]`);
      expect(text?.querySelector('ol > li > ul > li')?.textContent).toBe(inner);
    }
  });
});

describe('print and PDF', () => {
  const openPdf = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Print and PDF' }));
    return screen.findByRole('dialog', { name: 'Print and PDF' });
  };

  it('is a whole screen with two buttons; each page has its number, in Persian under a translation, and the name of the site [RDR-PDF-01] [RDR-PDF-03] [RDR-PDF-04]', async () => {
    window.print = jest.fn<() => void>();
    serve(readerDocument({ total_pages: 3 }), [
      ...pagesOf(2),
      readerPage(2, { translated_content: null, translated_content_level2: null }),
    ]);
    show();
    const dialog = await openPdf();
    expect(dialog.dataset['place']).toBe('full');
    await waitFor(() => expect(dialog.querySelectorAll('.pdf__page')).toHaveLength(3));
    expect([...dialog.querySelectorAll('.pdf__footer')].map((one) => one.textContent)).toEqual([
      'صفحه ۱Hamkhan',
      'صفحه ۲Hamkhan',
      '3Hamkhan',
    ]);
    const by = (name: string) => within(dialog).getByRole<HTMLButtonElement>('button', { name });
    await waitFor(() => expect(by('Print').disabled).toBe(false));
    fireEvent.click(by('Print'));
    fireEvent.click(by('Save as PDF'));
    expect(window.print).toHaveBeenCalledTimes(2);
  });

  it('shows its progress while pages are prepared [RDR-PDF-02]', async () => {
    serve(readerDocument({ total_pages: 30 }), pagesOf(30));
    show();
    const dialog = await openPdf();
    expect(await within(dialog).findByText('The pages are being prepared…')).toBeTruthy();
    expect(dialog.querySelector('.meter')).not.toBeNull();
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Print' }).disabled).toBe(true);
    await waitFor(() => expect(within(dialog).queryByText('The pages are being prepared…')).toBeNull(), {
      timeout: 20_000,
    });
    expect(dialog.querySelectorAll('.pdf__page')).toHaveLength(30);
  });

  it('shows an error when it cannot be prepared [RDR-READER-80]', async () => {
    window.print = () => {
      throw new Error('no printer');
    };
    serve(readerDocument({ total_pages: 1 }), pagesOf(1));
    show();
    const dialog = await openPdf();
    const print = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Print' });
    await waitFor(() => expect(print.disabled).toBe(false));
    fireEvent.click(print);
    expect(await within(dialog).findByText('Error preparing PDF. Please try again.')).toBeTruthy();
  });

  it.each([
    [35, 35, 'purchased', true],
    [35, 35, 'free', true],
    [35, 35, 'owner', true],
    [35, 35, 'staff', true],
    [36, 36, 'purchased', false],
    [35, 34, 'purchased', false],
    [35, 35, 'subscription', false],
    [35, 11, 'none', false],
    [0, 0, 'owner', false],
  ] as const)(
    'of %i pages with %i loaded, read as %s: %s [RDR-PDF-05] [RDR-PDF-06]',
    (pages, loaded, reason, may) => {
      expect(canExportPdf({ total_pages: pages, access: { full: reason !== 'none', reason } }, loaded)).toBe(
        may,
      );
    },
  );
});

describe('the reading settings', () => {
  it('open in a bottom sheet on a phone, by its width or user agent, else at the side [RDR-SHELL-05]', async () => {
    const agent = jest.spyOn(navigator, 'userAgent', 'get');
    const desktop = navigator.userAgent;
    for (const [width, userAgent, place] of [
      [768, desktop, 'bottom'],
      [769, desktop, 'end'],
      [
        1280,
        'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
        'bottom',
      ],
    ] as const) {
      await startScreen('en');
      setScreenWidth(width);
      agent.mockReturnValue(userAgent);
      serve(readerDocument(), pagesOf(12));
      show();
      await screen.findByText('نهایی 1');
      fireEvent.click(screen.getByRole('button', { name: 'How text looks' }));
      expect((await screen.findByRole('dialog', { name: 'How text looks' })).dataset['place']).toBe(place);
    }
    agent.mockRestore();
  });

  it('apply at once and are stored', async () => {
    serve(readerDocument(), [
      readerPage(0, { translated_content_level2: { items: [paragraph('نهایی 1')] } }),
      ...pagesOf(12).slice(1),
    ]);
    show();
    await screen.findByText('نهایی 1');
    fireEvent.click(screen.getByRole('button', { name: 'How text looks' }));
    const sheet = await screen.findByRole('dialog', { name: 'How text looks' });
    const reader = document.querySelector('.reader') as HTMLElement;
    fireEvent.click(within(sheet).getByRole('button', { name: 'Text size: more' }));
    expect(reader.style.getPropertyValue('--read-scale')).toBe('1.1');
    fireEvent.click(within(sheet).getByRole('radio', { name: 'Sepia' }));
    expect(reader.dataset['background']).toBe('sepia');
    fireEvent.click(within(sheet).getByRole('radio', { name: 'Naskh' }));
    expect(reader.dataset['font']).toBe('naskh');
    expect(localStorage.getItem('reading-settings')).toContain('"size":3');
  });
});
