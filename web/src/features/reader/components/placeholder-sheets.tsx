import type { DocumentMetadata } from '@hamkhan/contracts/http/documents';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../shared/api/api-error.js';
import { errorText } from '../../../shared/i18n/error-text.js';
import { useFormat } from '../../../shared/lib/format.js';
import { Button } from '../../../shared/ui/button.js';
import { Icon } from '../../../shared/ui/icon.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import { ErrorState } from '../../../shared/ui/state-block.js';
import { PaperSheet } from './paper-sheet.js';
import { PreviewOffers } from './preview-offers.js';

/** Widths of the skeleton's lines, paragraph by paragraph, in percent. */
const SKELETON_LINES: readonly (readonly number[])[] = [
  [96, 99, 92, 98, 61],
  [98, 94, 99, 90, 97, 95, 38],
  [95, 99, 93, 72],
];

/** A page that is loading. */
export const SheetSkeleton = ({
  page,
  pages,
  announcement,
}: {
  page: number;
  pages: number;
  /** Read out by screen readers. */
  announcement?: string;
}) => (
  <PaperSheet page={page} pages={pages} busy>
    {announcement ? (
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    ) : null}
    <div className="sheet__skeleton" aria-hidden="true">
      <Skeleton width="46%" height="1.75rem" />
      {SKELETON_LINES.map((lines, index) => (
        <div key={index}>
          {lines.map((width, line) => (
            <Skeleton key={line} width={`${width}%`} height="0.875rem" />
          ))}
        </div>
      ))}
    </div>
  </PaperSheet>
);

/** A page that could not be loaded. */
export const FailedSheet = ({
  page,
  pages,
  error,
  busy,
  onRetry,
}: {
  page: number;
  pages: number;
  error: ApiError;
  busy: boolean;
  onRetry: () => void;
}) => {
  const { t } = useTranslation('reader');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  return (
    <PaperSheet page={page} pages={pages}>
      <ErrorState
        title={t('error.pages')}
        text={errorText(error, te)}
        action={
          <Button icon="refresh" busy={busy} onClick={onRetry}>
            {tc('retry')}
          </Button>
        }
      />
    </PaperSheet>
  );
};

/** A page outside the preview. */
export const LockedSheet = ({
  page,
  pages,
  from,
  to,
  document,
  onFirst,
}: {
  page: number;
  pages: number;
  /** The preview's pages, one-based. */
  from: number;
  to: number;
  document: DocumentMetadata;
  onFirst: () => void;
}) => {
  const { t } = useTranslation('reader');
  const { number } = useFormat();
  return (
    <PaperSheet page={page} pages={pages}>
      <div className="page-state">
        <Icon name="eye-off" size="l" />
        <p className="page-state__title">{t('locked.title', { page: number(page) })}</p>
        <p className="soft">{t('locked.range', { from: number(from), to: number(to) })}</p>
        <div className="preview-offers">
          <Button size="s" onClick={onFirst}>
            {t('locked.first')}
          </Button>
          <PreviewOffers document={document} />
        </div>
      </div>
    </PaperSheet>
  );
};
