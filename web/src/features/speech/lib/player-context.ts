import { createContext, useContext, useSyncExternalStore } from 'react';
import { Player, type PlayerSnapshot } from './player.js';

/** The player of the open reader. */
export const PlayerContext = createContext<Player | null>(null);

export const usePlayer = (): { player: Player } & PlayerSnapshot => {
  const player = useContext(PlayerContext);
  if (!player) throw new Error('usePlayer needs a SpeechProvider');
  return { player, ...useSyncExternalStore(player.subscribe, player.snapshot) };
};
