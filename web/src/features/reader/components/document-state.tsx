import type { DocumentMetadata } from '@hamkhan/contracts/http/documents';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../shared/api/api-error.js';
import { useSignedIn } from '../../../shared/api/session.js';
import { errorText } from '../../../shared/i18n/error-text.js';
import { useFormat } from '../../../shared/lib/format.js';
import { loginPath } from '../../../shared/lib/safe-path.js';
import { Button, ButtonLink } from '../../../shared/ui/button.js';
import { Notice } from '../../../shared/ui/notice.js';
import { Spinner } from '../../../shared/ui/spinner.js';
import { EmptyState, ErrorState } from '../../../shared/ui/state-block.js';

const LibraryLink = ({ look }: { look?: 'main' | 'quiet' }) => {
  const { t } = useTranslation('reader');
  return (
    <ButtonLink look={look ?? 'quiet'} to="/user/documents/" icon="library">
      {t('toLibrary')}
    </ButtonLink>
  );
};

/** A document that could not be opened: missing, forbidden, or unreachable for now. */
export const DocumentError = ({
  error,
  busy,
  redirectTarget,
  onRetry,
}: {
  error: ApiError;
  busy: boolean;
  /** The path to return to after signing in. */
  redirectTarget: string;
  onRetry: () => void;
}) => {
  const { t } = useTranslation('reader');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  const signedIn = useSignedIn();
  if (error.status === 404 || error.status === 401 || error.status === 403) {
    return (
      <ErrorState
        icon="search"
        title={t('error.notFound')}
        text={
          error.status === 404
            ? t(signedIn ? 'error.notFoundText' : 'error.notFoundGuest')
            : errorText(error, te)
        }
        action={
          signedIn ? (
            <LibraryLink look="main" />
          ) : (
            <ButtonLink look="main" icon="sign-in" to={loginPath(redirectTarget)}>
              {t('error.signIn')}
            </ButtonLink>
          )
        }
      />
    );
  }
  return (
    <ErrorState
      icon={error.status === 0 ? 'offline' : 'error'}
      title={t(error.status === 0 ? 'error.document' : 'error.metadata')}
      text={errorText(error, te)}
      action={
        <Button look="main" icon="refresh" busy={busy} onClick={onRetry}>
          {tc('retry')}
        </Button>
      }
    />
  );
};

const hasEnded = (document: DocumentMetadata): boolean =>
  document.status === 'failed' ||
  document.status === 'skipped' ||
  document.status === 'canceled' ||
  document.status === 'blocked';

/** A document without pages: queued, pages not yet counted, or ended without any. */
export const DocumentWithoutPages = ({ document }: { document: DocumentMetadata }) => {
  const { t } = useTranslation('reader');
  const { digits } = useFormat();
  if (hasEnded(document)) {
    return (
      <ErrorState
        title={t(document.status === 'canceled' ? 'document.canceled' : 'document.failed')}
        text={digits(document.note) || t('document.failedHint')}
        action={
          <>
            <ButtonLink look="main" to="/user/upload/" icon="add">
              {t('document.another')}
            </ButtonLink>
            <LibraryLink />
          </>
        }
      />
    );
  }
  if (document.status === 'pending') {
    return (
      <EmptyState
        icon="clock"
        title={t('document.pending')}
        text={t('document.pendingHint')}
        action={<LibraryLink />}
      />
    );
  }
  return (
    <div className="state-block" role="status">
      <Spinner />
      <p className="state-block__title">{t('document.counting')}</p>
      <p className="soft">{t('document.countingHint')}</p>
    </div>
  );
};

/** The reason above the pages of a document that ended early. */
export const DocumentNotice = ({ document }: { document: DocumentMetadata }) => {
  const { t } = useTranslation('reader');
  const { digits } = useFormat();
  if (!hasEnded(document)) return null;
  return (
    <Notice tone="warning">
      <p>
        <b>{t('document.ended')}</b> {digits(document.note)}
      </p>
    </Notice>
  );
};
