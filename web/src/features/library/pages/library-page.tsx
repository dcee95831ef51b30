import { type LibraryItem, PAGE_SIZES } from '@hamkhan/contracts/http/documents';
import type { Shelf } from '@hamkhan/contracts/http/shelves';
import { translatorText } from '@hamkhan/contracts/translator-status';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useShelves } from '../../../shared/api/shelves.js';
import { errorText } from '../../../shared/i18n/error-text.js';
import { type DocumentSort, sortOf, sortQuery } from '../../../shared/lib/document-sort.js';
import { useFormat } from '../../../shared/lib/format.js';
import { withNotes } from '../../../shared/lib/notes-address.js';
import { normaliseSearch } from '../../../shared/lib/normalise.js';
import { useDebounced } from '../../../shared/lib/use-debounced.js';
import { DeleteShelfDialog } from '../../../shared/shelves/delete-shelf-dialog.js';
import { PublicDocuments } from '../../../shared/shelves/public-documents.js';
import { ShareShelfDialog } from '../../../shared/shelves/share-shelf-dialog.js';
import { ShelfFormDialog } from '../../../shared/shelves/shelf-form-dialog.js';
import { ShelfPicker } from '../../../shared/shelves/shelf-picker.js';
import { useCopyLink } from '../../../shared/shelves/use-copy-link.js';
import { useShelfActions } from '../../../shared/shelves/use-shelf-actions.js';
import { Button, ButtonLink } from '../../../shared/ui/button.js';
import { RemovableChip } from '../../../shared/ui/chip.js';
import { SearchField } from '../../../shared/ui/field.js';
import { Notice } from '../../../shared/ui/notice.js';
import { Segmented } from '../../../shared/ui/segmented.js';
import { SortSelect } from '../../../shared/ui/sort-select.js';
import type { LibraryQuery } from '../api/keys.js';
import { useLibrary } from '../api/use-library.js';
import { displayTitle } from '../components/document-state.js';
import { EndDocumentDialog } from '../components/end-document-dialog.js';
import { type LibraryActions, LibraryActionsProvider } from '../components/library-actions.js';
import { LibraryList } from '../components/library-list.js';
import { ShelfAbout } from '../components/shelf-about.js';
import type { ShelfAction } from '../components/shelf-menu.js';
import { ShelfTabs } from '../components/shelf-tabs.js';
import './library-page.css';

/** A search starts this long after the last key, in milliseconds (ACC-LIBRARY-03). */
export const SEARCH_DEBOUNCE_MS = 300;
const TYPES = ['all', 'books', 'articles'] as const;
const SORTS: readonly DocumentSort[] = [
  'newest',
  'oldest',
  'title',
  'titleBack',
  'mostPages',
  'fewestPages',
  'status',
  'statusBack',
];

type Filters = Pick<LibraryQuery, 'page' | 'per_page' | 'search' | 'type'> & {
  /** Key of the chosen shelf, null for all documents. */
  shelf: string | null;
  sort: DocumentSort;
};

/** On a shelf its own order comes first, elsewhere the newest. */
const defaultSort = (shelf: string | null): DocumentSort => (shelf ? 'shelf' : 'newest');

const filtersOf = (params: URLSearchParams): Filters => {
  const page = Number(params.get('page') ?? 1);
  const size = Number(params.get('per_page') ?? PAGE_SIZES[0]);
  const shelf = params.get('shelf');
  const sort = sortOf(params.get('sort'), defaultSort(shelf));
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    per_page: PAGE_SIZES.find((one) => one === size) ?? PAGE_SIZES[0],
    search: normaliseSearch(params.get('search') ?? '').slice(0, 200),
    type: TYPES.find((type) => type === params.get('type')) ?? 'all',
    shelf,
    sort: sort === 'shelf' ? defaultSort(shelf) : sort,
  };
};

/** Filters as they stand in the address: only what differs from the default. */
const paramsOf = (filters: Filters): URLSearchParams => {
  const params = new URLSearchParams();
  if (filters.shelf) params.set('shelf', filters.shelf);
  if (filters.type !== 'all') params.set('type', filters.type);
  if (filters.search) params.set('search', filters.search);
  if (filters.sort !== defaultSort(filters.shelf)) params.set('sort', filters.sort);
  if (filters.per_page !== PAGE_SIZES[0]) params.set('per_page', String(filters.per_page));
  if (filters.page > 1) params.set('page', String(filters.page));
  return params;
};

type Asking =
  | { what: 'create'; document: LibraryItem | null }
  | { what: 'edit' | 'share' | 'delete'; shelf: Shelf }
  | { what: 'move' | 'stop' | 'remove'; document: LibraryItem };

/** The reader's own documents, on their shelves (accounts-and-library.txt, "My library"). */
export const LibraryPage = () => {
  const { t } = useTranslation('library');
  const { t: tc } = useTranslation();
  const { t: ts } = useTranslation('shelves');
  const { t: te } = useTranslation('errors');
  const { number, language } = useFormat();
  const panelId = useId();
  const [params, setParams] = useSearchParams();
  const filters = filtersOf(params);
  const [typed, setTyped] = useState(filters.search);
  const wanted = normaliseSearch(useDebounced(typed, SEARCH_DEBOUNCE_MS));
  const [asking, setAsking] = useState<Asking | null>(null);
  const [dragged, setDragged] = useState<LibraryItem | null>(null);
  const { share } = useCopyLink('done.documentCopied');
  const actions = useShelfActions();
  const known = useShelves({ poll: true });
  const { shelves, generalShelfId } = known;

  const chosen = shelves?.find((shelf) => shelf.key === filters.shelf) ?? null;
  const isSubscribed = chosen?.subscribed_shelf ?? false;
  // A shelf of the address whose list failed is asked for by its key; one that is not there shows all documents.
  const shelfId = chosen?.id ?? (shelves ? undefined : known.error ? filters.shelf : undefined) ?? undefined;
  const isUnknown = filters.shelf !== null && !shelves && !known.error;
  const { page, per_page, search, type, sort } = filters;
  const query: LibraryQuery = {
    page,
    per_page,
    search,
    type,
    shelf_id: shelfId,
    ...sortQuery(sort, defaultSort(filters.shelf)),
  };
  const library = useLibrary(isUnknown || isSubscribed ? null : query);
  const { list, queueCount } = library;

  const change = (part: Partial<Filters>, replace = false) =>
    setParams(paramsOf({ ...filters, page: 1, ...part }), { replace });
  const choose = (shelf: Shelf | null) => {
    setTyped('');
    setParams(
      paramsOf({
        ...filters,
        page: 1,
        search: '',
        shelf: shelf?.key ?? null,
        sort: defaultSort(shelf?.key ?? null),
      }),
    );
  };

  // Only typing starts a search; a change of the address by other means does not.
  const searchTyped = useEffectEvent((text: string) => {
    if (text !== search) change({ search: text }, true);
  });
  useEffect(() => searchTyped(wanted), [wanted]);
  const showAllShelves = useEffectEvent(() => change({ shelf: null, sort: 'newest' }, true));
  useEffect(() => {
    if (filters.shelf && shelves && !chosen) showAllShelves();
  }, [filters.shelf, shelves, chosen]);

  const filtered = type !== 'all' || search !== '';
  const waiting = list?.documents.filter((item) => item.awaiting_translator) ?? [];
  const waitingFor = new Set(waiting.map((item) => item.note || translatorText('not_configured', language)));

  const clear = () => {
    setTyped('');
    setParams(paramsOf({ ...filters, page: 1, type: 'all', search: '' }));
  };
  const act = (action: ShelfAction, shelf: Shelf) => {
    if (action !== 'unsubscribe') setAsking({ what: action, shelf });
    else {
      void actions.follow(shelf.key, false).then((isFollowed) => {
        if (isFollowed === false) choose(null);
      });
    }
  };
  const drop = (shelf: Shelf) => {
    if (dragged) void actions.move(dragged.key, shelf.id);
    setDragged(null);
  };

  const canArrange = chosen !== null && !isSubscribed && sort === 'shelf' && !filtered;
  const placeAt = (item: LibraryItem, target: LibraryItem) => {
    setDragged(null);
    const shown = library.showAt(item, target);
    if (shown && chosen)
      void actions.reorder(
        chosen.id,
        shown.documents.map(({ id }) => id),
      );
  };
  const rowActions: LibraryActions = {
    dragged,
    setDragged,
    move: shelves ? (document) => setAsking({ what: 'move', document }) : undefined,
    share: (item) => void share(`/i/${item.key}/`, displayTitle(item)),
    stop: (document) => setAsking({ what: 'stop', document }),
    remove: (document) => setAsking({ what: 'remove', document }),
    notes: (item) => setParams(new URLSearchParams(withNotes(params, item.key))),
    ...(canArrange
      ? {
          placeAt,
          nudge: (item, by) => {
            const at = list?.documents.findIndex(({ key }) => key === item.key) ?? -1;
            const target = at < 0 ? undefined : list?.documents[at + by];
            if (target) placeAt(item, target);
          },
        }
      : {}),
  };

  const sorting = {
    sort,
    onSort: (next: DocumentSort) => change({ sort: next }),
  };

  return (
    <div className="page library">
      <div className="library__head">
        <h1>{t('title')}</h1>
        <span className="grow" />
        <ButtonLink look="main" icon="add" to="/user/upload/">
          {tc('addDocument')}
        </ButtonLink>
      </div>

      {queueCount > 0 ? (
        <Notice icon="clock" live>
          {t('queue', { count: queueCount, total: number(queueCount) })}
        </Notice>
      ) : null}
      {[...waitingFor].map((text) => (
        <Notice key={text} tone="warning">
          {text}
        </Notice>
      ))}

      {known.error ? (
        <Notice
          tone="alert"
          live
          action={
            <Button size="s" busy={known.retrying} onClick={known.retry}>
              {tc('retry')}
            </Button>
          }
        >
          <span>{ts('tabs.failed')}</span>: <span>{errorText(known.error, te)}</span>
        </Notice>
      ) : null}
      {shelves && generalShelfId ? (
        <ShelfTabs
          panelId={panelId}
          shelves={shelves}
          generalShelfId={generalShelfId}
          chosen={chosen}
          onChoose={choose}
          dragged={dragged}
          onDropOn={drop}
          onNew={() => setAsking({ what: 'create', document: dragged })}
          onAct={act}
        />
      ) : known.error ? null : (
        <div className="library__tabs-ghost" aria-hidden="true" />
      )}

      <div id={panelId} role="tabpanel" aria-label={ts('tabs.label')} className="library__panel">
        {chosen ? <ShelfAbout shelf={chosen} /> : null}
        <div className="library__tools">
          {isSubscribed ? null : (
            <Segmented
              label={t('type.label')}
              value={type}
              onChange={(next) => change({ type: next })}
              options={TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
            />
          )}
          {type === 'all' || isSubscribed ? null : (
            <RemovableChip removeLabel={t('type.clear')} onRemove={() => change({ type: 'all' })}>
              {t(`type.${type}`)}
            </RemovableChip>
          )}
          <span className="grow" />
          <SortSelect
            value={sort}
            options={chosen ? ['shelf', ...SORTS] : SORTS}
            onChange={(next) => change({ sort: next })}
          />
          <SearchField label={t('search')} value={typed} maxLength={200} onChange={setTyped} />
        </div>

        {chosen && isSubscribed ? (
          <PublicDocuments
            shelf={chosen.key}
            query={{ page, per_page, search, ...sortQuery(sort, 'shelf') }}
            sorting={sorting}
            onPage={(next) => change({ page: next })}
            onPerPage={(size) => change({ per_page: size })}
            onClear={clear}
          />
        ) : (
          <LibraryActionsProvider value={rowActions}>
            <LibraryList
              library={library}
              sorting={sorting}
              perPage={per_page}
              narrowed={filtered || page > 1 ? 'filter' : chosen ? 'shelf' : null}
              onPage={(next) => change({ page: next })}
              onPerPage={(size) => change({ per_page: size })}
              onClear={clear}
              onShowAll={() => choose(null)}
            />
          </LibraryActionsProvider>
        )}
      </div>

      {asking?.what === 'create' ? (
        <ShelfFormDialog
          shelf={null}
          onClose={() => setAsking(null)}
          onDone={(shelf) => {
            if (asking.document) void actions.move(asking.document.key, shelf.id);
            else choose(shelf);
          }}
        />
      ) : null}
      {asking?.what === 'edit' ? (
        <ShelfFormDialog shelf={asking.shelf} onClose={() => setAsking(null)} />
      ) : null}
      {asking?.what === 'share' ? (
        <ShareShelfDialog shelf={asking.shelf} onClose={() => setAsking(null)} />
      ) : null}
      {asking?.what === 'delete' ? (
        <DeleteShelfDialog shelf={asking.shelf} onClose={() => setAsking(null)} onDone={() => choose(null)} />
      ) : null}
      {asking?.what === 'stop' || asking?.what === 'remove' ? (
        <EndDocumentDialog
          act={asking.what}
          document={asking.document}
          onClose={() => setAsking(null)}
          onDone={() => {
            // The last one of a page leaves nothing there to see.
            if (asking.what === 'remove' && page > 1 && list?.documents.length === 1)
              change({ page: page - 1 }, true);
          }}
        />
      ) : null}
      {asking?.what === 'move' && shelves ? (
        <ShelfPicker
          document={{
            key: asking.document.key,
            title: displayTitle(asking.document),
            shelfId: asking.document.shelf_id,
          }}
          shelves={shelves}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </div>
  );
};
