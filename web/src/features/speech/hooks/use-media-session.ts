import { useEffect } from 'react';
import { SKIP_SECONDS, type Player, type PlayerSnapshot } from '../lib/player.js';

type Session = {
  title: string;
  artist: string;
  state: PlayerSnapshot['state'];
  onNext: () => void;
  onPrevious: () => void;
};

/** Media keys and lock-screen controls (Media Session API). */
export const useMediaSession = (
  player: Player,
  { title, artist, state, onNext, onPrevious }: Session,
): void => {
  useEffect(() => {
    const session = navigator.mediaSession as MediaSession | undefined;
    if (!session || typeof MediaMetadata !== 'function') return undefined;
    session.metadata = new MediaMetadata({ title, artist });
    const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
      ['play', () => player.toggle()],
      ['pause', () => player.pause()],
      ['seekbackward', ({ seekOffset }) => player.skip(-(seekOffset ?? SKIP_SECONDS))],
      ['seekforward', ({ seekOffset }) => player.skip(seekOffset ?? SKIP_SECONDS)],
      ['seekto', ({ seekTime }) => player.seek(seekTime ?? 0)],
      ['nexttrack', onNext],
      ['previoustrack', onPrevious],
      ['stop', () => player.close()],
    ];
    for (const [action, handler] of handlers) session.setActionHandler(action, handler);
    return () => {
      session.metadata = null;
      for (const [action] of handlers) session.setActionHandler(action, null);
    };
  }, [player, title, artist, onNext, onPrevious]);

  useEffect(() => {
    const session = navigator.mediaSession as MediaSession | undefined;
    if (!session) return;
    session.playbackState = state === 'playing' || state === 'buffering' ? 'playing' : 'paused';
  }, [state]);
};
