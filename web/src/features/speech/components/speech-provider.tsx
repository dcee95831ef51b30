import { type ReactNode, useState } from 'react';
import { Player } from '../lib/player.js';
import { PlayerContext } from '../lib/player-context.js';

/** Gives the reader its voice. */
export const SpeechProvider = ({ children }: { children: ReactNode }) => {
  const [player] = useState(() => new Player());
  return <PlayerContext value={player}>{children}</PlayerContext>;
};
