import { type ReactNode, useState } from 'react';
import { Player } from '../lib/player.js';
import { PlayerContext } from '../lib/player-context.js';

/** Provides the player to the reader. */
export const SpeechProvider = ({ children }: { children: ReactNode }) => {
  const [player] = useState(() => new Player());
  return <PlayerContext value={player}>{children}</PlayerContext>;
};
