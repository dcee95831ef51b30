import '../../../test/web-globals.js';
import type { ContentItem } from '@hamkhan/contracts/content';
import type { MediaFile } from '@hamkhan/contracts/http/media';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { callTo, lastUpload, StubXhr, stubUpload } from '../../../test/api-stub.js';
import { CREATE_SUGGESTION, openEditedPage, click, button } from '../../../test/edited-page.js';
import { startScreen } from '../../../test/screen.js';
import { setAuthToken } from '../../../shared/storage/settings.js';

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

describe('the files of a document', () => {
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
    const page = await openEditedPage('owner', { files, items: [figure] });
    await click(button('Edit pages'));
    await click(await screen.findByRole('button', { name: /^Edit Figure/ }));
    await click(button('Another picture'));
    await waitFor(() => expect(document.querySelector('.media')).toBeTruthy());
    return page;
  };
  const picker = () => screen.getByLabelText<HTMLInputElement>('Upload a file', { selector: 'input' });
  const choose = (name: string, size = 3) =>
    act(async () => {
      const bytes = new File([new Uint8Array(size)], name);
      fireEvent.change(picker(), { target: { files: [bytes] } });
      await Promise.resolve();
    });

  beforeEach(() => stubUpload());

  it('are listed for the page, and one becomes the image of a figure [RDR-MEDIA-02]', async () => {
    const { calls } = await openFiles([file('pond'), file('map')]);
    await click(await screen.findByRole('button', { name: 'Choose map.png' }));
    expect(callTo(calls, 'GET document/media/list/').query).toEqual({ page_id: 'page-0', type: 'image' });
    await click(button('Save item'));
    await waitFor(() => {
      const text = callTo(calls, CREATE_SUGGESTION).form['suggested_content'];
      expect(text).toEqual(expect.stringContaining('/api/document/media/file/map'));
    });
  });

  it('are refused by their file type before they are uploaded [RDR-MEDIA-05] [RDR-MEDIA-06]', async () => {
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

  it('are uploaded with their page, and show their progress [RDR-MEDIA-04]', async () => {
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

  it('that the server refuses show its message, whatever its shape [RDR-MEDIA-08]', async () => {
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

  it('are deleted after a confirmation; a refusal shows its reason and its file [RDR-MEDIA-03] [RDR-MEDIA-07] [RDR-MEDIA-09]', async () => {
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
