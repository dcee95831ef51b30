import { CONVERSION_REASONS, conversionReasonText } from '@hamkhan/contracts/conversion-reasons';
import type { DocumentMetadata, ReaderPage } from '@hamkhan/contracts/http/documents';
import { TRANSLATOR_CODES, translatorText } from '@hamkhan/contracts/translator-status';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { Button } from '../../../shared/ui/button.js';
import { Icon } from '../../../shared/ui/icon.js';
import { Notice } from '../../../shared/ui/notice.js';
import { Spinner } from '../../../shared/ui/spinner.js';
import type { TextNotice } from '../lib/shown-text.js';
import './page-notice.css';

/** Explains a page's code in a sentence. A page's code comes without values, so the document's text is used when it has the same code. */
const useReason = (document: DocumentMetadata) => {
  const { t } = useTranslation('reader');
  const { t: tc } = useTranslation();
  const { language, digits } = useFormat();
  return (code: string | null): string => {
    if (code === null) return '';
    if (document.note && document.note_code === code) return digits(document.note);
    const conversion = CONVERSION_REASONS.find((one) => one === code);
    if (conversion) {
      const name = tc(`sourceLanguages.${document.language}`);
      return digits(conversionReasonText(conversion, language, { language: name }));
    }
    const translator = TRANSLATOR_CODES.find((one) => one === code);
    if (translator === 'not_configured') return translatorText(translator, language);
    return translator ? t(`translator.${translator}`) : '';
  };
};

/** Says why the text on screen is not the wanted one. */
export const PageNotice = ({ notice, document }: { notice: TextNotice; document: DocumentMetadata }) => {
  const { t } = useTranslation('reader');
  const reason = useReason(document);
  switch (notice.kind) {
    case 'otherVersion':
      return (
        <p className="page-notice" role="status">
          <Icon name="info" size="s" />
          <span>{t(notice.wanted === 2 ? 'note.draft' : 'note.final')}</span>
        </p>
      );
    case 'translating':
    case 'queued':
      return (
        <p className="page-notice" role="status">
          {notice.kind === 'translating' ? <Spinner size="s" /> : <Icon name="clock" size="s" />}
          <span>{t(notice.kind === 'translating' ? 'note.translating' : 'note.queued')}</span>
        </p>
      );
    case 'none':
    case 'stopped':
      return (
        <p className="page-notice" role="status">
          <Icon name="info" size="s" />
          <span>{t(notice.kind === 'none' ? 'note.none' : 'note.stopped')}</span>
        </p>
      );
    case 'waiting':
      return (
        <Notice tone="warning" icon="clock" live>
          <p>
            <b>{t(notice.code === 'not_configured' ? 'note.noTranslator' : 'note.waiting')}</b>
          </p>
          <p>{reason(notice.code)}</p>
        </Notice>
      );
    case 'failed':
      return (
        <Notice tone="warning" live>
          <p>
            <b>{t('note.failed')}</b>
          </p>
          <p>{reason(notice.code)}</p>
        </Notice>
      );
  }
};

/** A page without text: it is waiting, in progress, or has failed. `onRetry` processes it again, for those who may. */
export const PageWithoutText = ({
  page,
  document,
  onRetry,
}: {
  page: ReaderPage;
  document: DocumentMetadata;
  onRetry?: () => void;
}) => {
  const { t } = useTranslation('reader');
  const { t: tc } = useTranslation();
  const reason = useReason(document);
  const hasEnded =
    document.status === 'failed' || document.status === 'skipped' || document.status === 'canceled';
  if (page.status === 'failed' || hasEnded) {
    return (
      <div className="page-state" role="alert">
        <Icon name="error" size="l" />
        <p className="page-state__title">{t(page.status === 'failed' ? 'page.failed' : 'page.stopped')}</p>
        <p className="soft">{reason(page.note_code) || t('page.failedHint')}</p>
        {page.status === 'failed' && onRetry ? (
          <Button icon="refresh" onClick={onRetry}>
            {tc('retry')}
          </Button>
        ) : null}
      </div>
    );
  }
  const isRunning = page.status === 'inprogress' || page.status === 'reparse';
  return (
    <div className="page-state" role="status">
      {isRunning ? <Spinner /> : <Icon name="clock" size="l" />}
      <p className="page-state__title">{t(isRunning ? 'page.running' : 'page.waiting')}</p>
      <p className="soft">{t('page.comes')}</p>
    </div>
  );
};
