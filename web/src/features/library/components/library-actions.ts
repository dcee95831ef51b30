import type { LibraryItem } from '@hamkhan/contracts/http/documents';
import { createContext, useContext } from 'react';

/** What rows of the library offer beside opening their document. */
export type LibraryActions = {
  /** Asks for another shelf; absent while the shelves are not known. */
  move?: (item: LibraryItem) => void;
  share: (item: LibraryItem) => void;
  notes: (item: LibraryItem) => void;
  /** Asks whether the work on a document shall be stopped. */
  stop: (item: LibraryItem) => void;
  /** Asks whether a document shall be removed. */
  remove: (item: LibraryItem) => void;
  /** Puts a document one place up or down its shelf; absent where the list is in another order than the shelf's. */
  nudge?: (item: LibraryItem, by: 1 | -1) => void;
  /** Puts a document where another one stands. */
  placeAt?: (item: LibraryItem, target: LibraryItem) => void;
  /** The row that is being dragged, null when none is. */
  dragged: LibraryItem | null;
  setDragged: (item: LibraryItem | null) => void;
};

const Context = createContext<LibraryActions | null>(null);
export const LibraryActionsProvider = Context.Provider;

export const useLibraryActions = (): LibraryActions => {
  const actions = useContext(Context);
  if (!actions) throw new Error('a row of the library stands outside of it');
  return actions;
};
