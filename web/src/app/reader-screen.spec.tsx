import { beforeEach, expect, it } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { setAuthToken } from '../shared/storage/settings.js';
import { readerDocument, readerPage } from '../test/reader-document.js';
import { pagesOf, serve } from '../test/reader-server.js';
import { showRoutes, startScreen } from '../test/screen.js';
import { ReaderScreen } from './reader-screen.js';

beforeEach(async () => {
  await startScreen('en');
  setAuthToken('t');
});

const signature = '?e=99999999999&s=x';

it('offers an owner all page actions, with editing instead of suggesting, and plays the page [RDR-READER-24] [RDR-READER-28]', async () => {
  const page = readerPage(0, {
    image: `/api/document/image/k/a.png${signature}`,
    tts_audio_url: `/api/document/audio/k/${'a'.repeat(64)}.mp3${signature}`,
    tts_audio_status: 'success',
  });
  const user = { id: 'u1', username: 'u', is_staff: false, has_active_subscription: false };
  serve(readerDocument(), [page, ...pagesOf(12).slice(1)], {
    'GET user/status/': { body: { ...user, user_is_loggedin: true } },
  });
  showRoutes([{ path: '/d/:documentId/', element: <ReaderScreen /> }], '/d/walden0001/');
  await screen.findByText('نهایی 1');
  expect(screen.getByRole('button', { name: 'Listen to this page' })).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for this page' }));
  const menu = await screen.findByRole('menu', { name: 'Actions for this page' });
  const found = within(menu)
    .getAllByRole('menuitem')
    .map((one) => one.textContent);
  for (const entry of [
    'Page image',
    'Edit this page',
    'Process the page again',
    'Make the audio again',
    'Report an issue',
    'Text: Ready',
    'Translation: Translated',
  ])
    expect(found).toContain(entry);
});
