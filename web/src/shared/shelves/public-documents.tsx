import { PAGE_SIZES } from '@hamkhan/contracts/http/documents';
import type { PublicShelfDocumentsQuery } from '@hamkhan/contracts/http/shelves';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../api/api-error.js';
import { usePublicShelfDocuments } from '../api/shelves.js';
import { errorText } from '../i18n/error-text.js';
import type { DocumentSort } from '../lib/document-sort.js';
import { Button } from '../ui/button.js';
import { showMessage } from '../ui/messages.js';
import { Pager } from '../ui/pager.js';
import { Skeleton } from '../ui/skeleton.js';
import { EmptyState, ErrorState } from '../ui/state-block.js';
import { ShelfDocuments } from './shelf-documents.js';

export type PublicDocumentsProps = {
  /** Id or key of the shelf. */
  shelf: string;
  query: Partial<PublicShelfDocumentsQuery> & Pick<PublicShelfDocumentsQuery, 'page' | 'per_page' | 'search'>;
  sorting: { sort: DocumentSort; onSort: (sort: DocumentSort) => void };
  onPage: (page: number) => void;
  onPerPage: (perPage: number) => void;
  onClear: () => void;
};

const SKELETON_ROWS = [0, 1, 2];

const DocumentsSkeleton = () => {
  const { t } = useTranslation();
  return (
    <div className="public-ghost" role="status" aria-busy="true" aria-label={t('loading')}>
      {SKELETON_ROWS.map((row) => (
        <Skeleton key={row} height="4.5rem" round="m" />
      ))}
    </div>
  );
};

const DocumentsError = ({
  error,
  busy,
  onRetry,
}: {
  error: ApiError;
  busy: boolean;
  onRetry: () => void;
}) => {
  const { t } = useTranslation('shelves');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  return (
    <ErrorState
      title={t('page.documentsFailed')}
      text={errorText(error, te)}
      action={
        <Button icon="refresh" busy={busy} onClick={onRetry}>
          {tc('retry')}
        </Button>
      }
    />
  );
};

/** Why there are no documents: the search has no match, or the shelf is empty. */
const NoDocuments = ({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) => {
  const { t } = useTranslation('shelves');
  return isNarrowed ? (
    <EmptyState
      icon="search"
      title={t('page.nothingFound')}
      action={<Button onClick={onClear}>{t('page.showAll')}</Button>}
    />
  ) : (
    <EmptyState icon="bookshelf" title={t('page.empty')} />
  );
};

/** The public documents of a shelf: loading, error, empty or loaded. */
export const PublicDocuments = ({
  shelf,
  query,
  sorting,
  onPage,
  onPerPage,
  onClear,
}: PublicDocumentsProps) => {
  const { t } = useTranslation('shelves');
  const { data, error, isLoading, isValidating, mutate } = usePublicShelfDocuments(shelf, query);
  const reportFailure = useEffectEvent(() => showMessage('alert', t('page.documentsFailed')));
  useEffect(() => {
    if (error) reportFailure();
  }, [error]);

  if (!data) {
    return error ? (
      <DocumentsError error={error} busy={isValidating} onRetry={() => void mutate()} />
    ) : (
      <DocumentsSkeleton />
    );
  }
  return (
    <>
      {data.documents.length > 0 ? (
        <ShelfDocuments items={data.documents} stale={isLoading} sorting={sorting} />
      ) : (
        <NoDocuments isNarrowed={query.search !== '' || query.page > 1} onClear={onClear} />
      )}
      {data.total > PAGE_SIZES[0] ? (
        <Pager
          page={query.page}
          pages={Math.max(1, Math.ceil(data.total / query.per_page))}
          perPage={query.per_page}
          onPage={onPage}
          onPerPage={onPerPage}
        />
      ) : null}
    </>
  );
};
