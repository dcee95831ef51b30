import type { ReaderPage } from '@hamkhan/contracts/http/documents';
import { z } from 'zod';
import { readStored, writeStored } from '../../../shared/storage/settings.js';

/** What one can choose from (RDR-TTS-02). */
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;
/** Seconds forward and back (RDR-TTS-03). */
export const SKIP_SECONDS = 10;
/** RDR-TTS-04. */
export const VOLUME_STEP = 0.1;

/** RDR-TTS-05 */
export type PlayerState = 'closed' | 'loading' | 'playing' | 'paused' | 'buffering' | 'ended';

/** What went wrong with the sound itself, by `MediaError.code` (RDR-TTS-10). */
const MEDIA_PROBLEMS = { 1: 'aborted', 2: 'network', 3: 'decode', 4: 'unsupported' } as const;
export type MediaProblem = (typeof MEDIA_PROBLEMS)[keyof typeof MEDIA_PROBLEMS];

/** Why nothing is heard: it could not be had, could not be played, or the browser wants a press of a button first (RDR-TTS-08 to -11). */
export type PlayerProblem = { kind: 'load' | 'play'; media: MediaProblem | null } | { kind: 'blocked' };

export type PlayerSnapshot = {
  state: PlayerState;
  page: ReaderPage | null;
  /** Seconds. */
  at: number;
  length: number;
  speed: number;
  /** 0 to 1. */
  volume: number;
  problem: PlayerProblem | null;
};

const KEY = 'speech';
const Kept = z.object({
  speed: z.literal(SPEEDS).catch(1),
  volume: z.number().min(0).max(1).catch(1),
});

/** A page is heard where it has audio that is done (RDR-READER-62). */
export const isPlayable = (page: ReaderPage): boolean =>
  page.tts_audio_url !== null && page.tts_audio_status === 'success';

/** The nearest page after (or before) a zero-based one that can be heard, of those that are here. */
export const nextPlayable = (
  pages: ReadonlyMap<number, ReaderPage>,
  from: number,
  by: 1 | -1 = 1,
): ReaderPage | null => {
  let found: ReaderPage | null = null;
  for (const page of pages.values()) {
    const ahead = (page.page_number - from) * by;
    if (ahead <= 0 || !isPlayable(page)) continue;
    if (!found || ahead < (found.page_number - from) * by) found = page;
  }
  return found;
};

/** One voice for one reader: an audio element, and what is to be said of it. */
export class Player {
  private readonly audio: HTMLAudioElement;
  private readonly listeners = new Set<() => void>();
  private state: PlayerSnapshot;

  constructor(audio: HTMLAudioElement = new Audio()) {
    this.audio = audio;
    const kept = Kept.safeParse(readStored(KEY)).data ?? { speed: 1, volume: 1 };
    this.state = { state: 'closed', page: null, at: 0, length: 0, problem: null, ...kept };
    audio.preload = 'auto';
    const on = (name: keyof HTMLMediaElementEventMap, act: () => void) =>
      audio.addEventListener(name, () => {
        if (this.state.state !== 'closed') act();
      });
    on('durationchange', () => this.set({ length: Number.isFinite(audio.duration) ? audio.duration : 0 }));
    on('timeupdate', () => this.set({ at: audio.currentTime }));
    on('playing', () => this.set({ state: 'playing', problem: null }));
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
      const media = MEDIA_PROBLEMS[(audio.error?.code ?? 2) as keyof typeof MEDIA_PROBLEMS] ?? 'network';
      const kind = this.state.length === 0 ? 'load' : 'play';
      this.set({ state: 'paused', problem: { kind, media } });
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): PlayerSnapshot => this.state;

  /** Says a page from its beginning. */
  play(page: ReaderPage): void {
    if (page.tts_audio_url === null) return;
    this.set({ state: 'loading', page, at: 0, length: 0, problem: null });
    this.audio.src = page.tts_audio_url;
    this.audio.defaultPlaybackRate = this.state.speed;
    this.audio.playbackRate = this.state.speed;
    this.audio.volume = this.state.volume;
    this.start();
  }

  /** Stops, goes on, or begins again at the end. */
  toggle(): void {
    const { state, page, problem } = this.state;
    if (state === 'playing' || state === 'buffering') this.audio.pause();
    else if (problem?.kind === 'load' && page) this.play(page);
    else if (state === 'paused' || state === 'ended') this.start();
  }

  pause(): void {
    this.audio.pause();
  }

  seek(seconds: number): void {
    const at = Math.min(this.state.length, Math.max(0, seconds));
    this.audio.currentTime = at;
    this.set({ at, ...(this.state.state === 'ended' ? { state: 'paused' } : {}) });
  }

  skip(seconds: number): void {
    this.seek(this.audio.currentTime + seconds);
  }

  setSpeed(speed: (typeof SPEEDS)[number]): void {
    this.audio.playbackRate = speed;
    this.keep({ speed });
  }

  setVolume(volume: number): void {
    this.audio.volume = volume;
    this.keep({ volume });
  }

  close(): void {
    if (this.state.state === 'closed') return;
    this.set({ state: 'closed', page: null, at: 0, length: 0, problem: null });
    this.audio.pause();
    this.audio.removeAttribute('src');
    this.audio.load();
  }

  private start(): void {
    const { src } = this.audio;
    this.audio.play().catch((error: unknown) => {
      // Another page took its place, or it was stopped before it began.
      const name = error instanceof Error ? error.name : '';
      if (this.audio.src !== src || this.state.state === 'closed' || name === 'AbortError') return;
      if (name === 'NotAllowedError') this.set({ state: 'paused', problem: { kind: 'blocked' } });
      else if (!this.state.problem) this.set({ state: 'paused', problem: { kind: 'play', media: null } });
    });
  }

  private keep(part: Partial<Pick<PlayerSnapshot, 'speed' | 'volume'>>): void {
    this.set(part);
    writeStored(KEY, { speed: this.state.speed, volume: this.state.volume });
  }

  private set(part: Partial<PlayerSnapshot>): void {
    this.state = { ...this.state, ...part };
    for (const listener of this.listeners) listener();
  }
}
