import type { LibraryItem } from '@hamkhan/contracts/http/documents';
import type { Shelf } from '@hamkhan/contracts/http/shelves';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DocumentSort, sortQuery } from '../../../shared/lib/document-sort.js';
import { PublicDocuments } from '../../../shared/shelves/public-documents.js';
import { useShelfActions } from '../../../shared/shelves/use-shelf-actions.js';
import { ButtonLink } from '../../../shared/ui/button.js';
import { useLibrary } from '../api/use-library.js';
import { LibraryActionsProvider } from '../components/library-actions.js';
import { LibraryDialogs, type OpenLibraryDialog } from '../components/library-dialogs.js';
import { LibraryList } from '../components/library-list.js';
import { QueueNotices, ShelvesError } from '../components/library-notices.js';
import { LibraryTools } from '../components/library-tools.js';
import { ShelfAbout } from '../components/shelf-about.js';
import type { ShelfAction } from '../components/shelf-menu.js';
import { ShelfTabs } from '../components/shelf-tabs.js';
import { type LibraryFiltering, useLibraryFilters } from '../hooks/use-library-filters.js';
import { type LibraryShelves, useLibraryShelves } from '../hooks/use-library-shelves.js';
import { useRowActions } from '../hooks/use-row-actions.js';
import { isFiltered, libraryQuery } from '../lib/library-filters.js';
import './library-page.css';

const LibraryHead = () => {
  const { t } = useTranslation('library');
  const { t: tc } = useTranslation();
  return (
    <div className="library__head">
      <h1>{t('title')}</h1>
      <span className="grow" />
      <ButtonLink look="main" icon="add" to="/user/upload/">
        {tc('addDocument')}
      </ButtonLink>
    </div>
  );
};

/** The tabs of the shelves, and what their menus do. */
const LibraryTabs = ({
  panelId,
  shelves: { shelves, generalShelfId, chosen, error },
  dragged,
  onChoose,
  onDropOn,
  onDialog,
}: {
  panelId: string;
  shelves: LibraryShelves;
  dragged: LibraryItem | null;
  onChoose: (shelf: Shelf | null) => void;
  onDropOn: (shelf: Shelf) => void;
  onDialog: (dialog: OpenLibraryDialog) => void;
}) => {
  const { follow } = useShelfActions();
  const act = (action: ShelfAction, shelf: Shelf) => {
    if (action !== 'unsubscribe') {
      onDialog({ action, shelf });
      return;
    }
    void follow(shelf.key, false).then((isFollowed) => {
      if (isFollowed === false) onChoose(null);
    });
  };
  if (!shelves || !generalShelfId)
    return error ? null : <div className="library__tabs-ghost" aria-hidden="true" />;
  return (
    <ShelfTabs
      panelId={panelId}
      shelves={shelves}
      generalShelfId={generalShelfId}
      chosen={chosen}
      onChoose={onChoose}
      dragged={dragged}
      onDropOn={onDropOn}
      onNew={() => onDialog({ action: 'create', document: dragged })}
      onAct={act}
    />
  );
};

/** The documents of the chosen shelf: the public ones of a subscribed shelf, else the user's own. */
const ShelfContent = ({
  library,
  filtering: { filters, change, clear, showShelf },
  shelves: { chosen, isSubscribed },
}: {
  library: ReturnType<typeof useLibrary>;
  filtering: LibraryFiltering;
  shelves: LibraryShelves;
}) => {
  const { page, per_page, search, sort } = filters;
  const common = {
    sorting: { sort, onSort: (next: DocumentSort) => change({ sort: next }) },
    onPage: (next: number) => change({ page: next }),
    onPerPage: (size: number) => change({ per_page: size }),
    onClear: clear,
  };
  if (chosen && isSubscribed)
    return (
      <PublicDocuments
        {...common}
        shelf={chosen.key}
        query={{ page, per_page, search, ...sortQuery(sort, 'shelf') }}
      />
    );
  return (
    <LibraryList
      {...common}
      library={library}
      perPage={per_page}
      narrowed={isFiltered(filters) || page > 1 ? 'filter' : chosen ? 'shelf' : null}
      onShowAll={() => showShelf(null)}
    />
  );
};

/** The user's own documents, on their shelves (accounts-and-library.txt, "My library"). */
export const LibraryPage = () => {
  const { t } = useTranslation('shelves');
  const panelId = useId();
  const filtering = useLibraryFilters();
  const { filters, change, showNotes } = filtering;
  const shelves = useLibraryShelves(filtering);
  const { chosen, isSubscribed, shelfId, isPending } = shelves;
  const library = useLibrary(isPending || isSubscribed ? null : libraryQuery(filters, shelfId));
  const [dialog, setDialog] = useState<OpenLibraryDialog | null>(null);
  const canArrange = !isSubscribed && filters.sort === 'shelf' && !isFiltered(filters);
  const { rowActions, dropOnShelf } = useRowActions({
    library,
    shelves: shelves.shelves,
    arrangedShelf: canArrange ? chosen : null,
    openDialog: setDialog,
    showNotes,
  });
  const showShelf = (shelf: Shelf | null) => filtering.showShelf(shelf?.key ?? null);
  const leaveEmptyPage = () => {
    if (filters.page > 1 && library.list?.documents.length === 1) change({ page: filters.page - 1 }, true);
  };

  return (
    <div className="page library">
      <LibraryHead />
      <QueueNotices list={library.list} queueCount={library.queueCount} />
      <ShelvesError {...shelves} />
      <LibraryTabs
        panelId={panelId}
        shelves={shelves}
        dragged={rowActions.dragged}
        onChoose={showShelf}
        onDropOn={dropOnShelf}
        onDialog={setDialog}
      />
      <div id={panelId} role="tabpanel" aria-label={t('tabs.label')} className="library__panel">
        {chosen ? <ShelfAbout shelf={chosen} /> : null}
        <LibraryTools filtering={filtering} shelves={shelves} />
        <LibraryActionsProvider value={rowActions}>
          <ShelfContent library={library} filtering={filtering} shelves={shelves} />
        </LibraryActionsProvider>
      </div>
      <LibraryDialogs
        open={dialog}
        shelves={shelves.shelves}
        onClose={() => setDialog(null)}
        onShowShelf={showShelf}
        onRemoved={leaveEmptyPage}
      />
    </div>
  );
};
