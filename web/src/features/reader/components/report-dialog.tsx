import { ISSUE_TYPES, type IssueType } from '@hamkhan/contracts/constants';
import type { DocumentMetadata, ReaderPage } from '@hamkhan/contracts/http/documents';
import { MAX_REPORT_TEXT } from '@hamkhan/contracts/http/reader';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../shared/api/api-error.js';
import { errorText } from '../../../shared/i18n/error-text.js';
import { useFormat } from '../../../shared/lib/format.js';
import { Button } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { Notice } from '../../../shared/ui/notice.js';
import { reportPage } from '../api/requests.js';
import type { Version } from '../lib/shown-text.js';
import { Radio, TextArea } from '../../../shared/ui/prime-controls.js';
import './report-dialog.css';

const IssueTypeChoice = ({
  value,
  onChange,
}: {
  value: IssueType | null;
  onChange: (issue: IssueType) => void;
}) => {
  const { t } = useTranslation('reader');
  return (
    <fieldset className="report">
      <legend className="soft">{t('report.what')}</legend>
      {ISSUE_TYPES.map((type) => (
        <label key={type} className="report__type">
          <Radio name="issue" value={type} checked={value === type} onChange={() => onChange(type)} />
          <span>{t(`report.types.${type}`)}</span>
        </label>
      ))}
    </fieldset>
  );
};

const DescriptionField = ({ text, onText }: { text: string; onText: (text: string) => void }) => {
  const { t } = useTranslation('reader');
  return (
    <label className="report__text">
      <span>{t('report.text')}</span>
      <TextArea
        className="input"
        rows={4}
        maxLength={MAX_REPORT_TEXT}
        dir="auto"
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
    </label>
  );
};

/** Reports a problem with a page (RDR-READER-65). */
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
  const [error, setError] = useState<string | null>(null);

  const send = async () => {
    if (!issue) {
      setError(t('report.choose'));
      return;
    }
    setBusy(true);
    setError(null);
    try {
      await reportPage({ document, page, version, issue, description: text.trim() });
      showMessage('success', t('report.sent'));
      onClose();
    } catch (failure) {
      setError(failure instanceof ApiError ? errorText(failure, te) : t('report.failed'));
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
      <IssueTypeChoice value={issue} onChange={setIssue} />
      <DescriptionField text={text} onText={setText} />
      {error ? (
        <Notice tone="alert" live>
          {error}
        </Notice>
      ) : null}
    </Dialog>
  );
};
