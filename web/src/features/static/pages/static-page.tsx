import type { StaticPageResponse } from '@hamkhan/contracts/http/static-pages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useCurrentUser } from '../../../shared/api/session.js';
import { BareHead } from '../../../shared/frame/bare-head.js';
import { NotFoundPage } from '../../../shared/frame/not-found-page.js';
import { SiteFooter } from '../../../shared/frame/site-footer.js';
import { errorText } from '../../../shared/i18n/error-text.js';
import { useFormat } from '../../../shared/lib/format.js';
import { useTitle } from '../../../shared/lib/use-title.js';
import { Button } from '../../../shared/ui/button.js';
import { Paper } from '../../../shared/ui/paper.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import { ErrorState } from '../../../shared/ui/state-block.js';
import { useStaticPage } from '../api/static-pages.js';
import { StaticEditor } from '../components/static-editor.js';
import { StaticText } from '../components/static-text.js';
import './static-page.css';

const PageSkeleton = () => {
  const { t } = useTranslation('static');
  return (
    <Paper className="static-page__sheet" role="status" aria-busy="true" aria-label={t('loading')}>
      <Skeleton width="60%" height="2.25rem" round="m" />
      <Skeleton height="1rem" />
      <Skeleton height="1rem" />
      <Skeleton width="80%" height="1rem" />
    </Paper>
  );
};

const PageText = ({ page, onEdit }: { page: StaticPageResponse; onEdit: () => void }) => {
  const { t } = useTranslation('static');
  const { date } = useFormat();
  const { user } = useCurrentUser();
  return (
    <Paper className="static-page__sheet">
      <h1>{page.title}</h1>
      <StaticText content={page.content} />
      <p className="static-page__date tiny faint">{t('modified', { date: date(page.modified_date) })}</p>
      {user?.is_staff ? (
        <Button icon="edit" onClick={onEdit}>
          {t('edit')}
        </Button>
      ) : null}
    </Paper>
  );
};

const PageError = ({ error, busy, retry }: { error: unknown; busy: boolean; retry: () => void }) => {
  const { t } = useTranslation('static');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  return (
    <ErrorState
      whole
      title={t('error')}
      text={errorText(error, te)}
      action={
        <Button look="main" icon="refresh" busy={busy} onClick={retry}>
          {tc('retry')}
        </Button>
      }
    />
  );
};

const LoadedStaticPage = ({ slug }: { slug: string }) => {
  const { t } = useTranslation('static');
  const { t: ts } = useTranslation('shell');
  const { page, error, isLoading, retry, replace } = useStaticPage(slug);
  const [editing, setEditing] = useState(false);
  const isMissing = error?.status === 404;
  useTitle(page ? page.title : error ? (isMissing ? ts('titles.notFound') : t('error')) : t('loading'));

  const body = () => {
    if (page && editing) {
      return (
        <Paper className="static-page__sheet">
          <StaticEditor
            page={page}
            onCancel={() => setEditing(false)}
            onSaved={(saved) => {
              replace(saved);
              setEditing(false);
            }}
          />
        </Paper>
      );
    }
    if (page) return <PageText page={page} onEdit={() => setEditing(true)} />;
    if (isMissing) return <NotFoundPage />;
    if (error) return <PageError error={error} busy={isLoading} retry={retry} />;
    return <PageSkeleton />;
  };

  return (
    <div className="static-page">
      {page?.header === false ? null : <BareHead />}
      <div className="static-page__body">{body()}</div>
      {page?.footer ? <SiteFooter whole /> : null}
    </div>
  );
};

/** A static page: about, help, terms, privacy, support or copyright (ACC-STATIC, RDR-STATIC). */
export const StaticPage = () => {
  const { slug = '' } = useParams();
  return <LoadedStaticPage key={slug} slug={slug} />;
};
