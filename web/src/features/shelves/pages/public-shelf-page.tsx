import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ApiError } from '../../../shared/api/api-error.js';
import { usePublicShelf } from '../../../shared/api/shelves.js';
import { errorText } from '../../../shared/i18n/error-text.js';
import { useTitle } from '../../../shared/lib/use-title.js';
import { Button, ButtonLink } from '../../../shared/ui/button.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import { EmptyState, ErrorState } from '../../../shared/ui/state-block.js';
import { PublicShelfDocuments } from '../components/public-shelf-documents.js';
import { PublicShelfHead } from '../components/public-shelf-head.js';
import './public-shelf-page.css';

const ShelfNotFound = () => {
  const { t } = useTranslation('shelves');
  return (
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
  );
};

const ShelfError = ({ error, busy, onRetry }: { error: ApiError; busy: boolean; onRetry: () => void }) => {
  const { t } = useTranslation('shelves');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  return (
    <ErrorState
      whole
      title={t('page.failed')}
      text={errorText(error, te)}
      action={
        <Button icon="refresh" busy={busy} onClick={onRetry}>
          {tc('retry')}
        </Button>
      }
    />
  );
};

const ShelfSkeleton = () => {
  const { t } = useTranslation();
  return (
    <div className="public-shelf__head" role="status" aria-busy="true" aria-label={t('loading')}>
      <Skeleton width="4rem" height="4rem" round="m" />
      <div className="public-ghost grow">
        <Skeleton width="14rem" height="2rem" />
        <Skeleton width="22rem" height="1rem" />
      </div>
    </div>
  );
};

/** A public shelf, for anyone with its link (ACC-PUBSHELF-01). */
export const PublicShelfPage = () => {
  const { t } = useTranslation('shelves');
  const { shelfKey = '' } = useParams();
  const { data, error, isValidating, mutate } = usePublicShelf(shelfKey);
  const isMissing = error?.status === 404;
  const hasFailed = error !== undefined && !isMissing;
  useTitle(isMissing ? t('page.notFound') : (data?.shelf.name ?? ''));

  const reportFailure = useEffectEvent(() => showMessage('alert', t('page.failed')));
  useEffect(() => {
    if (hasFailed) reportFailure();
  }, [hasFailed]);

  const content = () => {
    if (isMissing) return <ShelfNotFound />;
    if (!data) {
      return hasFailed ? (
        <ShelfError error={error} busy={isValidating} onRetry={() => void mutate()} />
      ) : (
        <ShelfSkeleton />
      );
    }
    return (
      <>
        <PublicShelfHead
          shelf={data.shelf}
          isSubscribed={data.is_subscribed}
          onChange={(isSubscribed) =>
            void mutate({ ...data, is_subscribed: isSubscribed }, { revalidate: false })
          }
        />
        <PublicShelfDocuments shelfKey={shelfKey} />
      </>
    );
  };
  return <div className="page public-shelf">{content()}</div>;
};
