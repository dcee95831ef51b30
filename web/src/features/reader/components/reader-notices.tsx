import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.js';
import { Notice } from '../../../shared/ui/notice.js';
import type { OpenDocument } from '../hooks/use-open-document.js';
import { DocumentNotice } from './document-state.js';
import { PreviewBanner } from './preview-offers.js';

const RetryNotice = ({ text, busy, onRetry }: { text: string; busy?: boolean; onRetry: () => void }) => {
  const { t } = useTranslation();
  return (
    <Notice
      tone="alert"
      live
      action={
        <Button size="s" busy={busy} onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    >
      {text}
    </Notice>
  );
};

/** Notices above the pages: offline, failed calls, a document that ended early, the limits of a preview. */
export const ReaderNotices = ({ reader }: { reader: OpenDocument }) => {
  const { t } = useTranslation('reader');
  const { document, span, error, pages, isOffline, isRetrying, retry } = reader;
  return (
    <>
      {isOffline ? (
        <Notice tone="info" icon="offline" live>
          {t('offline')}
        </Notice>
      ) : document && error ? (
        <RetryNotice text={t('error.metadata')} busy={isRetrying} onRetry={retry} />
      ) : null}
      {pages.failed ? <RetryNotice text={t('error.pages')} onRetry={retry} /> : null}
      {document && span ? <DocumentNotice document={document} /> : null}
      {document && span && !document.access.full ? (
        <PreviewBanner document={document} from={span.from + 1} to={span.to + 1} />
      ) : null}
    </>
  );
};
