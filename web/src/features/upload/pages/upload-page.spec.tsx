import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { lastUpload, StubXhr, stubApi, stubUpload } from '../../../test/api-stub.js';
import { showRoutes, startScreen } from '../../../test/screen.js';
import { refusalOf } from '../components/accepted-file.js';
import { UploadPage } from './upload-page.js';

const show = () => {
  stubApi({});
  stubUpload();
  return showRoutes(
    [
      { path: '/user/upload/', element: <UploadPage /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    '/user/upload/',
  );
};

const pdf = (name = 'paper.pdf', bytes = 2 * 1024 * 1024) =>
  new File([new Uint8Array(bytes)], name, { type: 'application/pdf' });
const input = () => screen.getByLabelText<HTMLInputElement>('Choose a file');
const choose = (...files: File[]) => fireEvent.change(input(), { target: { files } });
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Upload' }));
const answer = (status: number, body: unknown) =>
  act(() => Promise.resolve(lastUpload().answer(status, body)));

beforeEach(() => startScreen('en'));

describe('the upload page', () => {
  it('accepts PDF, DJVU and EPUB in the file picker [ACC-UPLOAD-13]', () => {
    show();
    expect(input().accept).toBe('.pdf,.djvu,.epub');
  });

  it('takes the first of several dropped files [ACC-UPLOAD-02]', () => {
    show();
    const zone = input().parentElement as HTMLElement;
    fireEvent.drop(zone, { dataTransfer: { files: [pdf('one.pdf'), pdf('two.pdf')] } });
    expect(screen.getByText('one.pdf')).toBeTruthy();
    expect(screen.queryByText('two.pdf')).toBeNull();
  });

  it('shows the name and size of the file and nine languages, English first [ACC-UPLOAD-03] [ACC-UPLOAD-04] [ACC-UPLOAD-19]', () => {
    show();
    choose(pdf());
    expect(screen.getByText('paper.pdf')).toBeTruthy();
    expect(screen.getByText('2.00 MB')).toBeTruthy();
    const list = screen.getByLabelText<HTMLSelectElement>('Source language');
    expect(list.value).toBe('en');
    expect(
      within(list)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual([
      'English',
      'German',
      'Chinese',
      'Russian',
      'Spanish',
      'French',
      'Arabic',
      'Portuguese',
      'Hebrew',
    ]);
  });

  it('removes the file on Cancel and sends nothing [ACC-UPLOAD-05]', () => {
    show();
    choose(pdf());
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByText('paper.pdf')).toBeNull();
    expect(StubXhr.last).toBeUndefined();
  });

  it('sends file and language, shows the progress and opens the library [ACC-UPLOAD-06] [ACC-UPLOAD-07] [ACC-UPLOAD-09] [ACC-UPLOAD-11]', async () => {
    const router = show();
    choose(pdf());
    fireEvent.change(screen.getByLabelText('Source language'), { target: { value: 'fr' } });
    send();
    const ring = screen.getByRole('progressbar', { name: 'Upload progress' });
    expect(ring.getAttribute('aria-valuenow')).toBe('0');
    act(() => lastUpload().progress(30, 100));
    expect(ring.textContent).toBe('30%');
    act(() => lastUpload().progress(100, 100));
    expect(screen.getByText('The file is uploaded and is being checked…')).toBeTruthy();
    expect(lastUpload().form['language']).toBe('fr');
    expect((lastUpload().form['file'] as File).name).toBe('paper.pdf');
    await answer(200, { duplicate: false, id: '1', key: 'k' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/user/documents/'));
  });

  it('cancels a running upload', () => {
    show();
    choose(pdf());
    send();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('Drop a file here, or choose one')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('asks before leaving during an upload', async () => {
    const router = show();
    choose(pdf());
    send();
    await act(() => router.navigate('/'));
    expect(await screen.findByText('The upload is not finished')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/user/upload/');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel the upload and leave' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it('links a duplicate to the existing document [ACC-UPLOAD-08]', async () => {
    const router = show();
    choose(pdf());
    send();
    await answer(200, { duplicate: true, id: 'abc123', key: 'k' });
    expect(screen.getByText(/File already exists, redirecting/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'click here' }).getAttribute('href')).toBe('/d/abc123/');
    expect(router.state.location.pathname).toBe('/user/upload/');
  });

  it('reports an existing file on 409 [ACC-UPLOAD-15]', async () => {
    show();
    choose(pdf());
    send();
    await answer(409, { status: 'error', error: 'x' });
    expect(screen.getByText('File already exists')).toBeTruthy();
  });

  it('shows the text of the server for any other error, and can send the file again [ACC-UPLOAD-16]', async () => {
    show();
    choose(pdf());
    send();
    await answer(400, { error: 'too big' });
    expect(screen.getByRole('alert').textContent).toBe('Upload error: too big');
    expect(screen.getByRole('button', { name: 'Upload' })).toBeTruthy();
  });

  it('refuses a wrong file type with the specified text and sends nothing [ACC-UPLOAD-14]', () => {
    show();
    choose(new File(['x'], 'a.txt', { type: 'text/plain' }));
    expect(screen.getByText('Invalid file type. Please upload a PDF, DJVU, or EPUB file')).toBeTruthy();
    expect(StubXhr.last).toBeUndefined();
  });
});

describe('refusalOf', () => {
  it.each([
    ['x.pdf', 'application/pdf', 10, null],
    ['x.djvu', 'application/octet-stream', 10, null],
    ['x.djv', '', 10, null],
    ['x.djvu', 'image/vnd.djvu', 10, null],
    ['x.epub', 'application/epub+zip', 10, null],
    ['x.png', 'image/png', 10, 'type'],
    ['x.pdf', 'image/png', 10, 'type'],
    ['x.exe', 'application/octet-stream', 10, 'type'],
    ['x.pdf', 'application/pdf', 0, 'empty'],
    ['x.pdf', 'application/pdf', 200 * 1024 * 1024, null],
    ['x.pdf', 'application/pdf', 200 * 1024 * 1024 + 1, 'large'],
  ])('%s of type %j with %d bytes: %j [ACC-UPLOAD-12]', (name, type, size, refusal) => {
    expect(refusalOf({ name, type, size })).toBe(refusal);
  });
});
