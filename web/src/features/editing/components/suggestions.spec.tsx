import '../../../test/web-globals.js';
import type { ContentItem } from '@hamkhan/contracts/content';
import type { EditMode, Suggestion } from '@hamkhan/contracts/http/editing';
import type { MediaFile } from '@hamkhan/contracts/http/media';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { callTo, lastUpload, StubXhr, stubUpload } from '../../../test/api-stub.js';
import { showEditedReader } from '../../../test/edited-reader.js';
import { editingRoutes, suggestion } from '../../../test/editing-server.js';
import { paragraph, readerDocument, readerPage } from '../../../test/reader-document.js';
import { serve } from '../../../test/reader-server.js';
import { setScreenWidth, startScreen } from '../../../test/screen.js';
import { signedInUser } from '../../../test/signed-in-user.js';
import { setAuthToken } from '../../../shared/storage/settings.js';

type Scene = {
  suggestions?: Suggestion[];
  files?: MediaFile[];
  items?: ContentItem[];
  preview?: boolean;
};

const open = async (mode: EditMode, { suggestions, files, items, preview = false }: Scene = {}) => {
  const document = readerDocument({
    total_pages: 1,
    access: preview
      ? { full: false, reason: 'none' }
      : { full: true, reason: mode === 'owner' ? 'owner' : mode === 'staff' ? 'staff' : 'free' },
  });
  const pages = [readerPage(0, { translated_content_level2: { items: items ?? [paragraph('نهایی کهنه')] } })];
  const state = { pages };
  const editing = editingRoutes(state, mode, { suggestions, files });
  const { calls, state: served } = serve(document, pages, {
    'GET user/status/': { body: signedInUser({ is_staff: mode === 'staff' }) },
    ...editing.routes,
  });
  state.pages = served.pages;
  const router = showEditedReader('/d/walden0001/?p=1');
  await screen.findByText('Page 1 of 1', { selector: '.sheet__head *' });
  return { ...editing, calls, router, served };
};
const click = async (element: Element) => {
  await act(async () => {
    fireEvent.click(element);
    await Promise.resolve();
  });
};
const button = (name: RegExp | string, host: Element = document.body) =>
  within(host as HTMLElement).getByRole('button', { name });
const many = (count: number, part: Partial<Suggestion> = {}) =>
  Array.from({ length: count }, (_, at) => suggestion(`s${at + 1}`, part));
const fromMenu = async (name: string) => {
  await click(button('Actions for this page'));
  await click(await screen.findByRole('menuitem', { name }));
};
const panel = async () => {
  await fromMenu('Edits and history');
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

describe('what is suggested for a page', () => {
  it('[RDR-READER-22] [RDR-READER-23] stands behind a tab that counts what waits', async () => {
    await open('owner', { suggestions: many(2) });
    await click(await screen.findByRole('radio', { name: 'Edits (2)' }));
    expect(await screen.findByText('Title s1')).toBeTruthy();
    await click(screen.getByRole('radio', { name: 'Content' }));
    expect(await screen.findByText('نهایی کهنه')).toBeTruthy();
  });

  it('[RDR-READER-23] has no tab where nothing waits, and none in a preview', async () => {
    const { calls } = await open('suggest', { suggestions: [] });
    await waitFor(() => expect(callTo(calls, 'GET document/page/page-0/suggestion/list/')).toBeTruthy());
    expect(screen.queryByRole('radio', { name: /^Edits/ })).toBeNull();
    await panel();
    expect(screen.getByRole('radio', { name: 'Edits' }).getAttribute('aria-checked')).toBe('true');
  });

  it('[RDR-READER-23] is not asked for in a preview', async () => {
    const { calls } = await open('suggest', { suggestions: many(2), preview: true });
    await new Promise((done) => setTimeout(done, 1000));
    expect(calls.some(({ path }) => path.includes('suggestion'))).toBe(false);
  });

  it('[RDR-SUGGEST-11] is chosen by text, each with its count', async () => {
    await open('owner', {
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

  it('[RDR-SUGGEST-12] [RDR-SUGGEST-17] has a card for the reader’s own, taken back after a yes', async () => {
    const { calls, suggestions } = await open('suggest', { suggestions: many(1, { own: true }) });
    await panel();
    const yours = screen.getByRole('region', { name: 'Your suggestion' });
    expect(within(yours).getByText('Title s1')).toBeTruthy();
    expect(button('Edit', yours)).toBeTruthy();
    await click(button('Cancel suggestion', yours));
    expect(within(dialog()).getByText('This suggestion is taken off the list.')).toBeTruthy();
    await click(button('Cancel', dialog()));
    expect(suggestions[0]?.status).toBe('pending');
    await click(button('Cancel suggestion', yours));
    await click(button('Yes, cancel it', dialog()));
    await waitFor(() => expect(within(yours).getByText(/You have not suggested/)).toBeTruthy());
    expect(callTo(calls, 'POST document/suggestion/s1/cancel/').form).toEqual({});
  });

  it('[RDR-SUGGEST-13] lists that of others in parts, for the owner', async () => {
    const { calls } = await open('owner', { suggestions: many(15) });
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

  it('is by a reader where nobody knows the name', async () => {
    await open('owner', { suggestions: many(1, { user: { name: ' ' } }) });
    await panel();
    const others = screen.getByRole('region', { name: 'Suggestions of others' });
    expect(await within(others).findByText('A reader')).toBeTruthy();
    await click(await screen.findByRole('button', { name: 'Title s1' }));
    await screen.findByText('What would change');
    expect(within(dialog()).getByText('A reader')).toBeTruthy();
  });

  it('[RDR-SUGGEST-13] is a number to everyone else', async () => {
    const { calls } = await open('suggest', { suggestions: many(3) });
    await panel();
    expect(screen.getByText('3 suggestions of others wait for the owner of the document.')).toBeTruthy();
    expect(calls.some(({ path }) => path.endsWith('/others/'))).toBe(false);
  });

  it('[RDR-SUGGEST-14] keeps a history in parts', async () => {
    await open('suggest', {
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

  it('[RDR-SUGGEST-15] shows who says what, how much and which words', async () => {
    await open('owner', { suggestions: many(1) });
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

  it('[RDR-SUGGEST-15] shows words as the page would, with their signs only when asked', async () => {
    const bold = 'نهایی **تازه** و $x^2$ در [اینجا](https://x.example)';
    await open('owner', { suggestions: many(1, { suggested_content: { items: [paragraph(bold)] } }) });
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

  it('[RDR-SUGGEST-06] becomes part of the page when it is applied', async () => {
    const { calls, suggestions } = await open('owner', { suggestions: many(1) });
    await openFirst();
    await click(button('Apply', dialog()));
    await waitFor(() => expect(dialogs()).toHaveLength(0));
    expect(callTo(calls, 'POST document/suggestion/s1/apply/').form).toEqual({});
    expect(suggestions[0]?.applied_at).not.toBeNull();
    expect(await within(screen.getByRole('region', { name: 'History' })).findByText('Title s1')).toBeTruthy();
    await click(screen.getByRole('radio', { name: 'Content' }));
    expect(await screen.findByText('نهایی تازه')).toBeTruthy();
  });

  it('that others have overtaken is applied only after a yes', async () => {
    const { calls, refuse, served } = await open('owner', { suggestions: many(1, { page_changed: true }) });
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

  it('is not applied by those who may only suggest', async () => {
    await open('suggest', { suggestions: many(1, { own: true }) });
    await openFirst();
    expect(within(dialog()).queryByRole('button', { name: 'Apply' })).toBeNull();
  });

  it('[RDR-SUGGEST-16] is written on the whole screen, and looked at as a difference', async () => {
    setScreenWidth(360);
    const { calls } = await open('suggest');
    await fromMenu('Suggest an edit');
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
    expect(callTo(calls, 'POST document/page/page-0/suggestion/create/').form).toMatchObject({
      edit_type: 'translation_2',
      title: 'Better words',
      description: 'They read well',
      revision: '5',
    });
    expect(await screen.findByText(/Your suggestion was sent/)).toBeTruthy();
  });

  it('asks before what was written is thrown away', async () => {
    await open('suggest');
    await fromMenu('Suggest an edit');
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

describe('files of a document', () => {
  const file = (id: string, part: Partial<MediaFile> = {}): MediaFile => ({
    id,
    file: `/api/document/media/file/${id}?e=9999999999`,
    name: `${id}.png`,
    type: 'image',
    size: 2048,
    created_date: '2026-01-02T03:04:05.000Z',
    ...part,
  });
  const figure: ContentItem = {
    id: 'f',
    type: 'figure',
    content: '',
    src: '/api/image/old.png?e=9999999999',
  };
  const openFiles = async (files: MediaFile[]) => {
    const scene = await open('owner', { files, items: [figure] });
    await click(button('Edit pages'));
    await click(await screen.findByRole('button', { name: /^Edit Figure/ }));
    await click(button('Another picture'));
    await waitFor(() => expect(document.querySelector('.media')).toBeTruthy());
    return scene;
  };
  const picker = () => screen.getByLabelText<HTMLInputElement>('Upload a file', { selector: 'input' });
  const choose = (name: string, size = 3) =>
    act(async () => {
      const bytes = new File([new Uint8Array(size)], name);
      fireEvent.change(picker(), { target: { files: [bytes] } });
      await Promise.resolve();
    });

  beforeEach(() => stubUpload());

  it('[RDR-MEDIA-02] are listed for the page, and one becomes the picture of a figure', async () => {
    const { calls } = await openFiles([file('pond'), file('map')]);
    await click(await screen.findByRole('button', { name: 'Choose map.png' }));
    expect(callTo(calls, 'GET document/media/list/').query).toEqual({ page_id: 'page-0', type: 'image' });
    await click(button('Save item'));
    await waitFor(() => {
      const text = callTo(calls, 'POST document/page/page-0/suggestion/create/').form['suggested_content'];
      expect(text).toEqual(expect.stringContaining('/api/document/media/file/map'));
    });
  });

  it('[RDR-MEDIA-05] [RDR-MEDIA-06] are refused by their names before they are sent', async () => {
    await openFiles([]);
    await screen.findByText('This document has no images yet');
    expect(picker().accept).toBe('.jpg,.jpeg,.png,.gif,.bmp,.webp,.svg');
    await choose('a.tiff');
    expect(await screen.findByText(/An image must be jpg, jpeg, png/)).toBeTruthy();
    await click(screen.getByRole('radio', { name: 'Videos' }));
    expect(picker().accept).toBe('.mp4,.avi,.webm');
    await choose('a.mov');
    expect(await screen.findByText(/A video must be mp4, avi or webm/)).toBeTruthy();
    expect(StubXhr.last).toBeUndefined();
    await choose('a.mp4');
    await waitFor(() => expect(lastUpload().form['file']).toBeInstanceOf(File));
  });

  it('[RDR-MEDIA-04] are sent with their page, and seen on the way', async () => {
    await openFiles([]);
    await screen.findByText('This document has no images yet');
    await choose('a.webp');
    expect(lastUpload().url).toBe('/api/document/media/save/');
    expect(lastUpload().form['page_id']).toBe('page-0');
    act(() => lastUpload().progress(1, 4));
    expect(screen.getByRole('progressbar', { name: 'Uploading' }).getAttribute('aria-valuenow')).toBe('25');
    await act(async () => {
      lastUpload().answer(200, { status: 'success', media: file('new') });
      await Promise.resolve();
    });
    expect(await screen.findByText('new.png')).toBeTruthy();
  });

  it('[RDR-MEDIA-08] that are not taken leave what the server said, whatever its shape', async () => {
    await openFiles([]);
    await screen.findByText('This document has no images yet');
    await choose('a.png');
    await act(async () => {
      lastUpload().answer(400, { a: 'b' });
      await Promise.resolve();
    });
    const notice = (await screen.findByText('The file was not uploaded.')).closest('.notice');
    expect(within(notice as HTMLElement).getByText('b')).toBeTruthy();
  });

  it('[RDR-MEDIA-03] [RDR-MEDIA-07] [RDR-MEDIA-09] are deleted after a yes; a refusal says why and what for', async () => {
    const { calls, refuse } = await openFiles([file('pond')]);
    const remove = 'POST document/media/remove/';
    refuse(remove, { status: 400, body: { error: 'x is in use', topic: 'the pond' } });
    await click(await screen.findByRole('button', { name: 'Delete pond.png' }));
    expect(dialog().dataset['size']).toBe('form');
    await click(button('Delete', dialog()));
    expect(await within(dialog()).findByText('x is in use')).toBeTruthy();
    expect(within(dialog()).getByText('the pond')).toBeTruthy();
    refuse(remove, null);
    await click(button('Delete', dialog()));
    await screen.findByText('This document has no images yet');
    expect(callTo(calls, remove).form).toEqual({ media_id: 'pond', topic: 'pond.png' });
  });
});

describe('hostile words', () => {
  const hostile = [
    '<img src=x onerror="window.hacked=1">',
    '<svg onload=window.hacked=1>',
    '[x](javascript:window.hacked=1)',
    '"><script>window.hacked=1</script>',
    '$\\href{javascript:window.hacked=1}{x}$',
    '`<iframe srcdoc="<script>parent.hacked=1</script>">`',
  ];
  const items: ContentItem[] = hostile.map((content, at) => paragraph(content, `h${at}`));
  const nothingHappened = () => {
    expect((window as { hacked?: unknown }).hacked).toBeUndefined();
    expect(
      document.querySelector('img[onerror], script, iframe, svg[onload], [href^="javascript" i]'),
    ).toBeNull();
  };

  it('stay words in items, their editors, differences, names and titles', async () => {
    const evil = hostile.join(' ');
    await open('owner', {
      items,
      suggestions: [
        suggestion('s1', {
          title: evil,
          description: evil,
          user: { name: evil },
          base_content: { items },
          suggested_content: {
            items: items.map((item) => ({ ...item, content: `${item.content} 2` })),
          },
        }),
      ],
    });
    await click(button('Edit pages'));
    for (const [at] of hostile.entries()) {
      await waitFor(() => expect(document.querySelectorAll('[data-part="edit"]').length).toBeGreaterThan(at));
      await click(document.querySelectorAll('[data-part="edit"]')[at] ?? document.body);
      nothingHappened();
      await click(button('Cancel', document.querySelector('.item-editor') ?? document.body));
    }
    await click(button('Stop editing'));
    await click(button('Exit'));
    await panel();
    await waitFor(() => expect(document.querySelector('.edit-card .link')).toBeTruthy());
    nothingHappened();
    await click(document.querySelector('.edit-card .link') ?? document.body);
    await waitFor(() => expect(document.querySelector('.diff-item ins')).toBeTruthy());
    nothingHappened();
  });
});
