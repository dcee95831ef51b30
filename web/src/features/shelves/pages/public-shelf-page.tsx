import { PAGE_SIZES } from '@hamkhan/contracts/http/documents';
import type { PublicShelf } from '@hamkhan/contracts/http/shelves';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { useCurrentUser } from '../../../shared/api/session.js';
import { categoryLabel, useCategories, usePublicShelf } from '../../../shared/api/shelves.js';
import { errorText } from '../../../shared/i18n/error-text.js';
import { type DocumentSort, sortOf, sortQuery } from '../../../shared/lib/document-sort.js';
import { useFormat } from '../../../shared/lib/format.js';
import { normaliseSearch } from '../../../shared/lib/normalise.js';
import { loginPath } from '../../../shared/lib/safe-path.js';
import { useDebounced } from '../../../shared/lib/use-debounced.js';
import { useTitle } from '../../../shared/lib/use-title.js';
import { PublicDocuments } from '../../../shared/shelves/public-documents.js';
import { shelfPath } from '../../../shared/shelves/share-shelf-dialog.js';
import { SHELF_PICTURES } from '../../../shared/shelves/shelf-icons.js';
import { useCopyLink } from '../../../shared/shelves/use-copy-link.js';
import { useShelfActions } from '../../../shared/shelves/use-shelf-actions.js';
import { Button, ButtonLink } from '../../../shared/ui/button.js';
import { Chip } from '../../../shared/ui/chip.js';
import { SearchField } from '../../../shared/ui/field.js';
import { Icon } from '../../../shared/ui/icon.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { Notice } from '../../../shared/ui/notice.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import { SortSelect } from '../../../shared/ui/sort-select.js';
import { EmptyState, ErrorState } from '../../../shared/ui/state-block.js';
import './public-shelf-page.css';

const SEARCH_DEBOUNCE_MS = 300;
const SORTS: readonly DocumentSort[] = [
  'shelf',
  'newest',
  'oldest',
  'title',
  'titleBack',
  'mostPages',
  'fewestPages',
];

/** A shelf that its owner has opened, for anyone with its link (ACC-PUBSHELF-01). */
export const PublicShelfPage = () => {
  const { t } = useTranslation('shelves');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  const { shelfKey = '' } = useParams();
  const { data, error, isValidating, mutate } = usePublicShelf(shelfKey);
  const isMissing = error?.status === 404;
  const hasFailed = error !== undefined && !isMissing;
  useTitle(isMissing ? t('page.notFound') : (data?.shelf.name ?? ''));

  const reportFailure = useEffectEvent(() => showMessage('alert', t('page.failed')));
  useEffect(() => {
    if (hasFailed) reportFailure();
  }, [hasFailed]);

  if (isMissing) {
    return (
      <div className="page public-shelf">
        <EmptyState
          whole
          icon="bookshelf"
          title={t('page.notFound')}
          text={t('page.notFoundText')}
          action={
            <ButtonLink look="main" to="/">
              {t('page.goHome')}
            </ButtonLink>
          }
        />
      </div>
    );
  }
  if (!data) {
    return (
      <div className="page public-shelf">
        {hasFailed ? (
          <ErrorState
            whole
            title={t('page.failed')}
            text={errorText(error, te)}
            action={
              <Button icon="refresh" busy={isValidating} onClick={() => void mutate()}>
                {tc('retry')}
              </Button>
            }
          />
        ) : (
          <div className="public-shelf__head" role="status" aria-busy="true" aria-label={tc('loading')}>
            <Skeleton width="4rem" height="4rem" round="m" />
            <div className="public-ghost grow">
              <Skeleton width="14rem" height="2rem" />
              <Skeleton width="22rem" height="1rem" />
            </div>
          </div>
        )}
      </div>
    );
  }
  return (
    <div className="page public-shelf">
      <ShelfHead
        shelf={data.shelf}
        isFollowed={data.is_subscribed}
        onFollowed={(isFollowed) =>
          void mutate({ ...data, is_subscribed: isFollowed }, { revalidate: false })
        }
      />
      <ShelfContent shelfKey={shelfKey} />
    </div>
  );
};

const ShelfHead = ({
  shelf,
  isFollowed,
  onFollowed,
}: {
  shelf: PublicShelf;
  isFollowed: boolean;
  onFollowed: (isFollowed: boolean) => void;
}) => {
  const { t } = useTranslation('shelves');
  const { number, language } = useFormat();
  const { user, signedIn } = useCurrentUser();
  const { share } = useCopyLink('done.copied');
  const { follow } = useShelfActions();
  const { categories } = useCategories(shelf.tags_as_list.length > 0);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [busy, setBusy] = useState(false);
  const isOwner = user?.id === shelf.user;
  const hidden = shelf.private_document_count ?? 0;

  const toggle = async () => {
    if (!signedIn) {
      void navigate(loginPath(pathname + search));
      return;
    }
    setBusy(true);
    const now = await follow(shelf.key, !isFollowed);
    setBusy(false);
    if (now !== null) onFollowed(now);
  };

  return (
    <>
      <header className="public-shelf__head">
        <span className="public-shelf__icon">
          <Icon name={SHELF_PICTURES[shelf.icon]} size="l" />
        </span>
        <div className="public-shelf__words">
          <h1>
            <bdi>{shelf.name}</bdi>
          </h1>
          <p className="public-shelf__facts">
            <Chip tone="run">{t('page.public')}</Chip>
            {isOwner ? <Chip>{t('page.owner')}</Chip> : null}
            {shelf.tags_as_list.map((tag) => (
              <span key={tag} className="tag">
                {categoryLabel(tag, categories, language)}
              </span>
            ))}
            <span className="num">
              {t('count', { count: shelf.document_count, total: number(shelf.document_count) })}
            </span>
          </p>
          {shelf.description ? (
            <p className="soft own-dir public-shelf__description">{shelf.description}</p>
          ) : null}
        </div>
        <div className="public-shelf__actions">
          {isOwner ? (
            <ButtonLink icon="library" to={`/user/documents/?shelf=${shelf.key}`}>
              {t('page.toLibrary')}
            </ButtonLink>
          ) : (
            <Button
              look={isFollowed ? 'quiet' : 'main'}
              icon={isFollowed ? 'close' : 'add'}
              busy={busy}
              onClick={() => void toggle()}
            >
              {t(isFollowed ? 'page.unsubscribe' : 'page.subscribe')}
            </Button>
          )}
          <Button icon="link" onClick={() => void share(shelfPath(shelf), shelf.name)}>
            {t('menu.copyLink')}
          </Button>
        </div>
      </header>
      {hidden > 0 ? (
        <Notice icon="lock">{t('page.private', { count: hidden, total: number(hidden) })}</Notice>
      ) : null}
    </>
  );
};

type View = { page: number; perPage: number; search: string; sort: DocumentSort };

const viewOf = (params: URLSearchParams): View => {
  const page = Number(params.get('page') ?? 1);
  const size = Number(params.get('per_page') ?? PAGE_SIZES[0]);
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    perPage: PAGE_SIZES.find((one) => one === size) ?? PAGE_SIZES[0],
    search: normaliseSearch(params.get('search') ?? '').slice(0, 200),
    sort: SORTS.find((sort) => sort === sortOf(params.get('sort'), 'shelf')) ?? 'shelf',
  };
};

const paramsOf = (view: View): URLSearchParams => {
  const params = new URLSearchParams();
  if (view.search) params.set('search', view.search);
  if (view.sort !== 'shelf') params.set('sort', view.sort);
  if (view.perPage !== PAGE_SIZES[0]) params.set('per_page', String(view.perPage));
  if (view.page > 1) params.set('page', String(view.page));
  return params;
};

const ShelfContent = ({ shelfKey }: { shelfKey: string }) => {
  const { t } = useTranslation('shelves');
  const [params, setParams] = useSearchParams();
  const view = viewOf(params);
  const [typed, setTyped] = useState(view.search);
  const wanted = normaliseSearch(useDebounced(typed, SEARCH_DEBOUNCE_MS));
  const change = (part: Partial<View>, replace = false) =>
    setParams(paramsOf({ ...view, page: 1, ...part }), { replace });

  // Only typing starts a search; a change of the address by other means does not.
  const searchTyped = useEffectEvent((text: string) => {
    if (text !== view.search) change({ search: text }, true);
  });
  useEffect(() => searchTyped(wanted), [wanted]);

  return (
    <>
      <div className="public-shelf__tools">
        <SearchField label={t('page.search')} value={typed} maxLength={200} onChange={setTyped} />
        <span className="grow" />
        <SortSelect value={view.sort} options={SORTS} onChange={(sort) => change({ sort })} />
      </div>
      <PublicDocuments
        shelf={shelfKey}
        query={{
          page: view.page,
          per_page: view.perPage,
          search: view.search,
          ...sortQuery(view.sort, 'shelf'),
        }}
        sorting={{ sort: view.sort, onSort: (sort) => change({ sort }) }}
        onPage={(page) => change({ page })}
        onPerPage={(perPage) => change({ perPage })}
        onClear={() => {
          setTyped('');
          change({ search: '' });
        }}
      />
    </>
  );
};
