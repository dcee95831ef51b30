import type { LibraryItem } from '@hamkhan/contracts/http/documents';
import type { Shelf } from '@hamkhan/contracts/http/shelves';
import { DeleteShelfDialog } from '../../../shared/shelves/delete-shelf-dialog.js';
import { ShareShelfDialog } from '../../../shared/shelves/share-shelf-dialog.js';
import { ShelfFormDialog } from '../../../shared/shelves/shelf-form-dialog.js';
import { ShelfPicker } from '../../../shared/shelves/shelf-picker.js';
import { useShelfActions } from '../../../shared/shelves/use-shelf-actions.js';
import { displayTitle } from './document-state.js';
import { EndDocumentDialog } from './end-document-dialog.js';

/** The open dialog of the library; a new shelf may be created for a document. */
export type OpenLibraryDialog =
  | { action: 'create'; document: LibraryItem | null }
  | { action: 'edit' | 'share' | 'delete'; shelf: Shelf }
  | { action: 'move' | 'stop' | 'remove' | 'unpublish'; document: LibraryItem };

export type LibraryDialogsProps = {
  open: OpenLibraryDialog | null;
  shelves: readonly Shelf[] | undefined;
  onClose: () => void;
  onShowShelf: (shelf: Shelf | null) => void;
  /** A document was removed from the library. */
  onRemoved: () => void;
};

/** The dialogs about the shelves and documents of the library. */
export const LibraryDialogs = ({ open, shelves, onClose, onShowShelf, onRemoved }: LibraryDialogsProps) => {
  const { move } = useShelfActions();
  switch (open?.action) {
    case 'create':
      return (
        <ShelfFormDialog
          shelf={null}
          onClose={onClose}
          onDone={(shelf) => {
            if (open.document) void move(open.document.key, shelf.id);
            else onShowShelf(shelf);
          }}
        />
      );
    case 'edit':
      return <ShelfFormDialog shelf={open.shelf} onClose={onClose} />;
    case 'share':
      return <ShareShelfDialog shelf={open.shelf} onClose={onClose} />;
    case 'delete':
      return <DeleteShelfDialog shelf={open.shelf} onClose={onClose} onDone={() => onShowShelf(null)} />;
    case 'stop':
    case 'remove':
    case 'unpublish':
      return (
        <EndDocumentDialog
          action={open.action}
          document={open.document}
          onClose={onClose}
          onDone={() => {
            if (open.action === 'remove') onRemoved();
          }}
        />
      );
    case 'move': {
      const { key, shelf_id: shelfId } = open.document;
      return shelves ? (
        <ShelfPicker
          document={{ key, title: displayTitle(open.document), shelfId }}
          shelves={shelves}
          onClose={onClose}
        />
      ) : null;
    }
    case undefined:
      return null;
  }
};
