import type { ReaderPage } from '@hamkhan/contracts/http/documents';
import { z } from 'zod';
import { readStored, writeStored } from '../../../shared/storage/settings.js';

/** The playback speeds to choose from (RDR-TTS-02). */
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;
/** Seconds skipped forwards and back (RDR-TTS-03). */
export const SKIP_SECONDS = 10;
/** The step of the volume slider (RDR-TTS-04). */
export const VOLUME_STEP = 0.1;

/** The states of playback (RDR-TTS-05). */
export type PlayerState = 'closed' | 'loading' | 'playing' | 'paused' | 'buffering' | 'ended';

/** The kinds of media errors, by `MediaError.code` (RDR-TTS-10). */
const MEDIA_ERRORS = { 1: 'aborted', 2: 'network', 3: 'decode', 4: 'unsupported' } as const;
export type MediaErrorKind = (typeof MEDIA_ERRORS)[keyof typeof MEDIA_ERRORS];

/** Why nothing plays: the audio failed to load or play, or the browser requires a click first (RDR-TTS-08 to -11). */
export type PlayerError = { kind: 'load' | 'play'; media: MediaErrorKind | null } | { kind: 'blocked' };

export type PlayerSnapshot = {
  state: PlayerState;
  page: ReaderPage | null;
  /** Seconds. */
  time: number;
  duration: number;
  speed: number;
  /** 0 to 1. */
  volume: number;
  error: PlayerError | null;
};

const KEY = 'speech';
const StoredSettings = z.object({
  speed: z.literal(SPEEDS).catch(1),
  volume: z.number().min(0).max(1).catch(1),
});

/** Whether the audio of a page is ready (RDR-READER-62). */
export const isPlayable = (page: ReaderPage): boolean =>
  page.tts_audio_url !== null && page.tts_audio_status === 'success';

/** The nearest playable page after (or before) a zero-based page number, among the loaded pages. */
export const nextPlayable = (
  pages: ReadonlyMap<number, ReaderPage>,
  from: number,
  by: 1 | -1 = 1,
): ReaderPage | null => {
  let found: ReaderPage | null = null;
  for (const page of pages.values()) {
    const distance = (page.page_number - from) * by;
    if (distance <= 0 || !isPlayable(page)) continue;
    if (!found || distance < (found.page_number - from) * by) found = page;
  }
  return found;
};

/** Plays the audio of pages, one at a time, and publishes its state. */
export class Player {
  private readonly audio: HTMLAudioElement;
  private readonly listeners = new Set<() => void>();
  private state: PlayerSnapshot;

  constructor(audio: HTMLAudioElement = new Audio()) {
    this.audio = audio;
    const settings = StoredSettings.safeParse(readStored(KEY)).data ?? { speed: 1, volume: 1 };
    this.state = { state: 'closed', page: null, time: 0, duration: 0, error: null, ...settings };
    audio.preload = 'auto';
    const on = (name: keyof HTMLMediaElementEventMap, act: () => void) =>
      audio.addEventListener(name, () => {
        if (this.state.state !== 'closed') act();
      });
    on('durationchange', () => this.set({ duration: Number.isFinite(audio.duration) ? audio.duration : 0 }));
    on('timeupdate', () => this.set({ time: audio.currentTime }));
    on('playing', () => this.set({ state: 'playing', error: null }));
    on('waiting', () => this.set({ state: 'buffering' }));
    on('stalled', () => {
      if (this.state.state === 'playing' && audio.readyState < audio.HAVE_FUTURE_DATA)
        this.set({ state: 'buffering' });
    });
    on('pause', () => {
      if (!audio.ended) this.set({ state: 'paused' });
    });
    on('ended', () => this.set({ state: 'ended' }));
    on('error', () => {
      const media = MEDIA_ERRORS[(audio.error?.code ?? 2) as keyof typeof MEDIA_ERRORS] ?? 'network';
      const kind = this.state.duration === 0 ? 'load' : 'play';
      this.set({ state: 'paused', error: { kind, media } });
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): PlayerSnapshot => this.state;

  /** Plays a page from its beginning. */
  play(page: ReaderPage): void {
    if (page.tts_audio_url === null) return;
    this.set({ state: 'loading', page, time: 0, duration: 0, error: null });
    this.audio.src = page.tts_audio_url;
    this.audio.defaultPlaybackRate = this.state.speed;
    this.audio.playbackRate = this.state.speed;
    this.audio.volume = this.state.volume;
    this.start();
  }

  /** Pauses, resumes, or restarts at the end. */
  toggle(): void {
    const { state, page, error: problem } = this.state;
    if (state === 'playing' || state === 'buffering') this.audio.pause();
    else if (problem?.kind === 'load' && page) this.play(page);
    else if (state === 'paused' || state === 'ended') this.start();
  }

  pause(): void {
    this.audio.pause();
  }

  seek(seconds: number): void {
    const time = Math.min(this.state.duration, Math.max(0, seconds));
    this.audio.currentTime = time;
    this.set({ time, ...(this.state.state === 'ended' ? { state: 'paused' } : {}) });
  }

  skip(seconds: number): void {
    this.seek(this.audio.currentTime + seconds);
  }

  setSpeed(speed: (typeof SPEEDS)[number]): void {
    this.audio.playbackRate = speed;
    this.saveSettings({ speed });
  }

  setVolume(volume: number): void {
    this.audio.volume = volume;
    this.saveSettings({ volume });
  }

  close(): void {
    if (this.state.state === 'closed') return;
    this.set({ state: 'closed', page: null, time: 0, duration: 0, error: null });
    this.audio.pause();
    this.audio.removeAttribute('src');
    this.audio.load();
  }

  private start(): void {
    const { src } = this.audio;
    this.audio.play().catch((error: unknown) => {
      // Another page was started, or playback was stopped before it began.
      const name = error instanceof Error ? error.name : '';
      if (this.audio.src !== src || this.state.state === 'closed' || name === 'AbortError') return;
      if (name === 'NotAllowedError') this.set({ state: 'paused', error: { kind: 'blocked' } });
      else if (!this.state.error) this.set({ state: 'paused', error: { kind: 'play', media: null } });
    });
  }

  private saveSettings(part: Partial<Pick<PlayerSnapshot, 'speed' | 'volume'>>): void {
    this.set(part);
    writeStored(KEY, { speed: this.state.speed, volume: this.state.volume });
  }

  private set(part: Partial<PlayerSnapshot>): void {
    this.state = { ...this.state, ...part };
    for (const listener of this.listeners) listener();
  }
}
