import { ISSUE_TYPES, type IssueType } from '@hamkhan/contracts/constants';
import type { DocumentMetadata, ReaderPage } from '@hamkhan/contracts/http/documents';
import { MAX_REPORT_TEXT, ReportResponse } from '@hamkhan/contracts/http/reader';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../shared/api/api-error.js';
import { apiPost } from '../../../shared/api/client.js';
import { errorText } from '../../../shared/i18n/error-text.js';
import { useFormat } from '../../../shared/lib/format.js';
import { Button } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { Notice } from '../../../shared/ui/notice.js';
import { REPORT_PATH } from '../api/keys.js';
import type { Version } from '../lib/shown-text.js';
import './report-dialog.css';

const CONTENT_TYPES = ['content', 'translation_1', 'translation_2'] as const;

/** Says what is wrong with a page (RDR-READER-65). */
export const ReportDialog = ({
  page,
  document,
  version,
  onClose,
}: {
  page: ReaderPage;
  document: DocumentMetadata;
  version: Version;
  onClose: () => void;
}) => {
  const { t } = useTranslation('reader');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  const { number } = useFormat();
  const [issue, setIssue] = useState<IssueType | null>(null);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);

  const send = async () => {
    if (!issue) {
      setWrong(t('report.choose'));
      return;
    }
    setBusy(true);
    setWrong(null);
    try {
      await apiPost(
        REPORT_PATH,
        ReportResponse,
        {
          document_id: document.key,
          page_id: page.id,
          page_number: page.page_number,
          content_type: CONTENT_TYPES[version],
          content_id: '',
          issue_type: issue,
          description: text.trim(),
        },
        { ownErrors: true },
      );
      showMessage('success', t('report.sent'));
      onClose();
    } catch (error) {
      setWrong(error instanceof ApiError ? errorText(error, te) : t('report.failed'));
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('report.title', { page: number(page.page_number + 1) })}
      footer={
        <>
          <Button onClick={onClose}>{tc('cancel')}</Button>
          <Button look="main" busy={busy} onClick={() => void send()}>
            {t('report.send')}
          </Button>
        </>
      }
    >
      <fieldset className="report">
        <legend className="soft">{t('report.what')}</legend>
        {ISSUE_TYPES.map((one) => (
          <label key={one} className="report__type">
            <input
              type="radio"
              name="issue"
              value={one}
              checked={issue === one}
              onChange={() => setIssue(one)}
            />
            <span>{t(`report.types.${one}`)}</span>
          </label>
        ))}
      </fieldset>
      <label className="report__text">
        <span>{t('report.text')}</span>
        <textarea
          className="input"
          rows={4}
          maxLength={MAX_REPORT_TEXT}
          dir="auto"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      {wrong ? (
        <Notice tone="alert" live>
          {wrong}
        </Notice>
      ) : null}
    </Dialog>
  );
};
