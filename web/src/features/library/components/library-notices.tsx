import type { LibraryListResponse } from '@hamkhan/contracts/http/documents';
import { translatorText } from '@hamkhan/contracts/translator-status';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../shared/i18n/error-text.js';
import { useFormat } from '../../../shared/lib/format.js';
import { Button } from '../../../shared/ui/button.js';
import { Notice } from '../../../shared/ui/notice.js';
import type { LibraryShelves } from '../hooks/use-library-shelves.js';

/** Says how many documents are queued, and why documents wait for a translator. */
export const QueueNotices = ({
  list,
  queueCount,
}: {
  list: LibraryListResponse | undefined;
  queueCount: number;
}) => {
  const { t } = useTranslation('library');
  const { number, language } = useFormat();
  const waiting = list?.documents.filter((item) => item.awaiting_translator) ?? [];
  const reasons = new Set(waiting.map((item) => item.note || translatorText('not_configured', language)));
  return (
    <>
      {queueCount > 0 ? (
        <Notice icon="clock" live>
          {t('queue', { count: queueCount, total: number(queueCount) })}
        </Notice>
      ) : null}
      {[...reasons].map((reason) => (
        <Notice key={reason} tone="warning">
          {reason}
        </Notice>
      ))}
    </>
  );
};

/** Says that the shelves could not be loaded, with a button to try again. */
export const ShelvesError = ({
  error,
  retrying,
  retry,
}: Pick<LibraryShelves, 'error' | 'retrying' | 'retry'>) => {
  const { t } = useTranslation('shelves');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  if (!error) return null;
  return (
    <Notice
      tone="alert"
      live
      action={
        <Button size="s" busy={retrying} onClick={retry}>
          {tc('retry')}
        </Button>
      }
    >
      <span>{t('tabs.failed')}</span>: <span>{errorText(error, te)}</span>
    </Notice>
  );
};
