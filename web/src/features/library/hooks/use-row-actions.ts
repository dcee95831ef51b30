import type { LibraryItem } from '@hamkhan/contracts/http/documents';
import type { Shelf } from '@hamkhan/contracts/http/shelves';
import { useState } from 'react';
import { useCopyLink } from '../../../shared/shelves/use-copy-link.js';
import { useShelfActions } from '../../../shared/shelves/use-shelf-actions.js';
import type { useLibrary } from '../api/use-library.js';
import { displayTitle } from '../components/document-state.js';
import type { LibraryActions } from '../components/library-actions.js';
import type { OpenLibraryDialog } from '../components/library-dialogs.js';

/** The actions on a document of the list, and dropping the dragged one on a shelf. */
export const useRowActions = ({
  library,
  shelves,
  arrangedShelf,
  openDialog,
  showNotes,
}: {
  library: ReturnType<typeof useLibrary>;
  shelves: readonly Shelf[] | undefined;
  /** The shelf on screen, if its documents can be arranged. */
  arrangedShelf: Shelf | null;
  openDialog: (dialog: OpenLibraryDialog) => void;
  showNotes: (documentKey: string) => void;
}) => {
  const { share } = useCopyLink('done.documentCopied');
  const { move, reorder } = useShelfActions();
  const [dragged, setDragged] = useState<LibraryItem | null>(null);

  const placeAt = (item: LibraryItem, target: LibraryItem) => {
    setDragged(null);
    const shown = library.showAt(item, target);
    if (!shown || !arrangedShelf) return;
    const documentIds = shown.documents.map(({ id }) => id);
    void reorder(arrangedShelf.id, documentIds);
  };
  const nudge = (item: LibraryItem, by: 1 | -1) => {
    const documents = library.list?.documents ?? [];
    const index = documents.findIndex(({ key }) => key === item.key);
    const target = index < 0 ? undefined : documents[index + by];
    if (target) placeAt(item, target);
  };
  const rowActions: LibraryActions = {
    dragged,
    setDragged,
    move: shelves ? (document) => openDialog({ action: 'move', document }) : undefined,
    share: (item) => void share(`/i/${item.key}/`, displayTitle(item)),
    stop: (document) => openDialog({ action: 'stop', document }),
    remove: (document) => openDialog({ action: 'remove', document }),
    unpublish: (document) => openDialog({ action: 'unpublish', document }),
    notes: (item) => showNotes(item.key),
    ...(arrangedShelf ? { placeAt, nudge } : {}),
  };
  return {
    rowActions,
    dropOnShelf: (shelf: Shelf) => {
      if (dragged) void move(dragged.key, shelf.id);
      setDragged(null);
    },
  };
};
