import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ReaderPage } from '@hamkhan/contracts/http/documents';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { stubApi } from '../../../test/api-stub.js';
import { paragraph, readerDocument, readerPage } from '../../../test/reader-document.js';
import { showRoutes, startScreen } from '../../../test/screen.js';
import { Listening } from './listening.js';
import { ListenButton } from './listen-button.js';
import { SpeechEntries } from './speech-entries.js';
import { SpeechProvider } from './speech-provider.js';

/** jsdom plays nothing: what a browser does is done by hand. */
let audio: HTMLAudioElement;
let playing: jest.Mock<() => Promise<void>>;
const happen = (name: string) => act(() => void audio.dispatchEvent(new Event(name)));
const asIf = (facts: Partial<Record<'duration' | 'error' | 'readyState' | 'ended', unknown>>) => {
  for (const [name, value] of Object.entries(facts))
    Object.defineProperty(audio, name, { configurable: true, value });
};

beforeEach(() => {
  playing = jest.fn<() => Promise<void>>().mockResolvedValue(undefined);
  const { Audio: Real } = window;
  jest.spyOn(window, 'Audio').mockImplementation(() => {
    audio = new Real();
    audio.play = playing;
    audio.pause = () => void audio.dispatchEvent(new Event('pause'));
    audio.load = () => {};
    return audio;
  });
});
afterEach(() => void jest.restoreAllMocks());

const text = 'شعله روشن است. موم آب می‌شود.';
const spoken = (number: number, part: Partial<ReaderPage> = {}): ReaderPage =>
  readerPage(number, {
    translated_content_level2: { items: [paragraph(text)] },
    tts_audio_url: `/api/document/audio/walden0001/${String(number).repeat(64)}.mp3?e=1&s=x`,
    tts_audio_status: 'success',
    tts_text: {
      items: [
        {
          id: 'a',
          type: 'content',
          content: text,
          start: 0,
          end: 4,
          sentences: [
            [0, 14, 0, 2],
            [15, 29, 2, 4],
          ],
        },
      ],
    },
    ...part,
  });
const turned: number[] = [];
const stale: number[] = [];

const show = async (pages: ReaderPage[], language: 'en' | 'fa' = 'en', document = readerDocument()) => {
  await startScreen(language);
  turned.length = 0;
  stale.length = 0;
  const known = new Map(pages.map((page) => [page.page_number, page]));
  const [first] = pages;
  if (!first) throw new Error('no page');
  const element = (
    <SpeechProvider>
      <main>
        <ListenButton page={first} />
        <div data-sheet={first.page_number + 1}>
          <div data-text="1">
            <p data-item="a">
              <span data-place="content">پیش‌نویس</span>
            </p>
          </div>
        </div>
        <SpeechEntries document={document} page={first}>
          {(entries) =>
            entries.map((entry) =>
              entry.kind === 'separator' ? null : (
                <button key={entry.label} type="button" disabled={entry.disabled} onClick={entry.onSelect}>
                  {entry.label}
                </button>
              ),
            )
          }
        </SpeechEntries>
      </main>
      <Listening
        document={document}
        page={first.page_number + 1}
        pages={known}
        onPage={(page) => turned.push(page)}
        onStale={(pageNumber) => stale.push(pageNumber)}
      />
    </SpeechProvider>
  );
  showRoutes([{ path: '/', element }], '/');
};
const bar = () => screen.queryByRole('region', { name: 'Audio player' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const listen = async () => {
  press('Listen to this page');
  await act(() => Promise.resolve());
};
const state = () => bar()?.getAttribute('data-state') ?? 'closed';

describe('listening to a page', () => {
  it('[RDR-TTS-01][RDR-TTS-07] shows the player with the audio of the page', async () => {
    await show([spoken(0)]);
    expect(bar()).toBeNull();
    await listen();
    expect(audio.src).toBe(new URL(spoken(0).tts_audio_url ?? '', location.href).href);
    expect(playing).toHaveBeenCalledTimes(1);
    happen('playing');
    for (const name of [
      'Pause',
      'Back 10 seconds',
      'Forward 10 seconds',
      'Next page with audio',
      'Speed: 1×',
      'Close the player',
    ])
      expect(screen.getAllByRole('button', { name }).length).toBeGreaterThan(0);
    expect(screen.getByRole('slider', { name: 'Volume' })).toBeTruthy();
  });

  it('shows why the audio of a page could not be generated', async () => {
    await show([spoken(0, { tts_audio_status: 'failed', tts_failure: 'engine_off' })]);
    const why = 'The audio of this page could not be made: reading aloud is switched off for now.';
    press(why);
    expect(screen.queryByRole('button', { name: 'Listen to this page' })).toBeNull();
  });

  it('goes through loading, playing, buffering, paused, ended and closed [RDR-TTS-05]', async () => {
    await show([spoken(0)]);
    const seen = [state()];
    await listen();
    seen.push(state());
    for (const name of ['playing', 'waiting', 'playing', 'pause', 'playing', 'ended']) {
      happen(name);
      seen.push(state());
    }
    press('Close the player');
    seen.push(state());
    expect(seen).toEqual([
      'closed',
      'loading',
      'playing',
      'buffering',
      'playing',
      'paused',
      'playing',
      'ended',
      'closed',
    ]);
    expect(audio.getAttribute('src')).toBeNull();
  });

  it('has six speeds, and stores the chosen one [RDR-TTS-02]', async () => {
    await show([spoken(0), spoken(1)]);
    await listen();
    press('Speed: 1×');
    const speeds = screen.getAllByText(/^[\d.]+×$/, { selector: '[role="menu"] *' });
    expect([...new Set(speeds.map((one) => one.textContent))]).toEqual([
      '0.5×',
      '0.75×',
      '1×',
      '1.25×',
      '1.5×',
      '2×',
    ]);
    fireEvent.click(screen.getByText('1.5×'));
    expect(audio.playbackRate).toBe(1.5);
    press('Next page with audio');
    expect(audio.playbackRate).toBe(1.5);
    expect(screen.getByRole('button', { name: 'Speed: 1.5×' })).toBeTruthy();
  });

  it('starts and pauses with a key, and shows when the page has no audio', async () => {
    await show([spoken(0)]);
    fireEvent.keyDown(document.body, { code: 'KeyP' });
    expect(bar()).toBeTruthy();
    expect(playing).toHaveBeenCalledTimes(1);
    cleanup();
    await show([spoken(0, { tts_audio_status: null, tts_audio_url: null })]);
    fireEvent.keyDown(document.body, { code: 'KeyP' });
    expect(await screen.findByText('This page has no audio.')).toBeTruthy();
    expect(bar()).toBeNull();
  });

  it('skips ten seconds, by buttons and keys, within the audio [RDR-TTS-03]', async () => {
    await show([spoken(0)]);
    await listen();
    asIf({ duration: 30 });
    happen('durationchange');
    happen('playing');
    press('Forward 10 seconds');
    expect(audio.currentTime).toBe(10);
    fireEvent.keyDown(document.body, { code: 'KeyL' });
    expect(audio.currentTime).toBe(20);
    fireEvent.keyDown(document.body, { code: 'KeyL' });
    fireEvent.keyDown(document.body, { code: 'KeyL' });
    expect(audio.currentTime).toBe(30);
    fireEvent.keyDown(document.body, { code: 'KeyJ' });
    press('Back 10 seconds');
    expect(audio.currentTime).toBe(10);
    fireEvent.change(screen.getByRole('slider', { name: 'Position' }), { target: { value: '7' } });
    expect(audio.currentTime).toBe(7);
  });

  it('has a volume from 0 to 1 in steps of 0.1 [RDR-TTS-04]', async () => {
    await show([spoken(0)]);
    await listen();
    const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Volume' });
    expect([slider.min, slider.max, slider.step]).toEqual(['0', '1', '0.1']);
    fireEvent.change(slider, { target: { value: '0.3' } });
    expect(audio.volume).toBeCloseTo(0.3);
  });

  it('continues with the next page that has audio [RDR-TTS-06]', async () => {
    await show([spoken(0), readerPage(1), spoken(2, { tts_audio_status: 'inprogress' }), spoken(3)]);
    await listen();
    happen('playing');
    happen('ended');
    expect(turned).toEqual([4]);
    expect(audio.src).toContain('3'.repeat(64));
    expect(playing).toHaveBeenCalledTimes(2);
  });

  it('requests the next page again while its audio is missing, at the start and near the end', async () => {
    await show([spoken(0), readerPage(1)]);
    await listen();
    expect(stale).toEqual([1]);
    asIf({ duration: 30 });
    happen('durationchange');
    happen('timeupdate');
    expect(stale).toEqual([1]);
    audio.currentTime = 25;
    happen('timeupdate');
    expect(stale).toEqual([1, 1]);
  });

  it('shows when there are no more pages with audio [RDR-TTS-12]', async () => {
    await show([spoken(0), readerPage(1)]);
    await listen();
    happen('ended');
    expect(await screen.findByText('There are no more pages with audio.')).toBeTruthy();
    expect(turned).toEqual([]);
  });

  it('shows when it cannot be played [RDR-TTS-08]', async () => {
    await show([spoken(0)]);
    playing.mockRejectedValue(new DOMException('no', 'NotSupportedError'));
    await listen();
    expect((await screen.findByRole('alert')).textContent).toBe('The audio could not be played.');
    expect(state()).toBe('paused');
  });

  it('asks for a click when the browser blocks autoplay [RDR-TTS-11]', async () => {
    await show([spoken(0)]);
    playing.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
    await listen();
    expect((await screen.findByRole('alert')).textContent).toBe('Click play to start.');
    press('Play');
    happen('playing');
    expect([state(), screen.queryByRole('alert')]).toEqual(['playing', null]);
  });

  it.each([
    [1, 'aborted'],
    [2, 'network connection was lost'],
    [3, 'damaged'],
    [4, 'cannot play this format'],
  ])('[RDR-TTS-09][RDR-TTS-10] shows why the audio failed to load: %i', async (code, words) => {
    await show([spoken(0)]);
    await listen();
    asIf({ error: { code } });
    happen('error');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The audio could not be loaded.');
    expect(alert.textContent).toContain(words);
    press('Play');
    expect(playing).toHaveBeenCalledTimes(2);
  });

  it('shows its messages in Persian, with Persian digits', async () => {
    await show([spoken(0)], 'fa');
    press('شنیدن این صفحه');
    asIf({ duration: 65 });
    happen('durationchange');
    expect(screen.getByText('۱:۰۵')).toBeTruthy();
    expect(screen.getByRole('button', { name: '۱۰ ثانیه جلو' })).toBeTruthy();
  });
});

describe('the audio of a page', () => {
  it('can be played once it is ready, and shows when it is being generated [RDR-READER-62]', async () => {
    await show([spoken(0, { tts_audio_status: 'inprogress' })]);
    expect(screen.getByRole('status', { name: 'The audio of this page is being made' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Listen to this page' })).toBeNull();
    await show([spoken(0, { tts_audio_url: null })]);
    expect(screen.queryByRole('button', { name: 'Listen to this page' })).toBeNull();
    await show([spoken(0)]);
    expect(screen.getByRole('button', { name: 'Listen to this page' })).toBeTruthy();
  });

  it('shows that the text was edited since', async () => {
    const note = 'The text of this page was edited after its audio was made.';
    await show([spoken(0)]);
    await listen();
    expect(screen.queryByText(note)).toBeNull();
    await show([spoken(0, { tts_outdated: true })]);
    await listen();
    expect(screen.getByText(note)).toBeTruthy();
  });

  it('stays playable, with a notice, when it could not be generated again', async () => {
    await show([spoken(0, { tts_failure: 'engine_off' })]);
    await listen();
    expect(screen.getByText(/reading aloud is switched off for now/)).toBeTruthy();
  });

  it('highlights the spoken text on screen until the player is closed', async () => {
    await show([spoken(0)]);
    await listen();
    const item = document.querySelector('[data-item]');
    await waitFor(() => expect(item?.hasAttribute('data-spoken')).toBe(true));
    press('Close the player');
    expect(item?.hasAttribute('data-spoken')).toBe(false);
  });

  it('can be generated again by the owner, if there is one [RDR-READER-26]', async () => {
    const request = () => screen.queryByRole<HTMLButtonElement>('button', { name: 'Make the audio again' });
    await show([readerPage(0)]);
    expect(request()).toBeNull();
    await show([spoken(0)], 'en', readerDocument({ access: { full: true, reason: 'staff' } }));
    expect(request()).toBeNull();
    await show([spoken(0, { tts_audio_status: 'inprogress' })]);
    expect(request()?.disabled).toBe(true);
    await show([spoken(0)]);
    const calls = stubApi({ 'POST document/page/page-0/reprocess-tts/': { body: { status: 'success' } } });
    press('Make the audio again');
    expect(await screen.findByText(/is being made again/)).toBeTruthy();
    expect(calls).toHaveLength(1);
    stubApi({
      'POST document/page/page-0/reprocess-tts/': {
        status: 409,
        body: { status: 'error', code: 'COMMON.CONFLICT', error: 'It is being made already.' },
      },
    });
    press('Make the audio again');
    expect(await screen.findByText('It is being made already.')).toBeTruthy();
  });
});
