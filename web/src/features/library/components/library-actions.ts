import type { LibraryItem } from '@hamkhan/contracts/http/documents';
import { createContext, useContext } from 'react';

/** The actions on a document of the library. */
export type LibraryActions = {
  /** Opens the shelf picker; absent until the shelves are loaded. */
  move?: (item: LibraryItem) => void;
  share: (item: LibraryItem) => void;
  notes: (item: LibraryItem) => void;
  /** Asks whether to stop processing the document. */
  stop: (item: LibraryItem) => void;
  /** Asks whether to remove the document. */
  remove: (item: LibraryItem) => void;
  /** Asks whether to make a published document private again. */
  unpublish: (item: LibraryItem) => void;
  /** Moves a document one place up or down on its shelf; absent while the list is not in the shelf's order. */
  nudge?: (item: LibraryItem, by: 1 | -1) => void;
  /** Moves a document to the place of another; absent like `nudge`. */
  placeAt?: (item: LibraryItem, target: LibraryItem) => void;
  /** The document that is being dragged. */
  dragged: LibraryItem | null;
  setDragged: (item: LibraryItem | null) => void;
};

const Context = createContext<LibraryActions | null>(null);
export const LibraryActionsProvider = Context.Provider;

export const useLibraryActions = (): LibraryActions => {
  const actions = useContext(Context);
  if (!actions) throw new Error('useLibraryActions needs a LibraryActionsProvider');
  return actions;
};
