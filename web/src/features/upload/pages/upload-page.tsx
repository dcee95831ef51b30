import { MAX_UPLOAD_BYTES } from '@hamkhan/contracts/http/documents';
import { SOURCE_LANGUAGES, type SourceLanguage } from '@hamkhan/contracts/languages';
import { listLibraryRoute } from '@hamkhan/contracts/routes/library';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { mutate } from 'swr';
import type { ApiError } from '../../../shared/api/api-error.js';
import { errorText } from '../../../shared/i18n/error-text.js';
import { useFormat } from '../../../shared/lib/format.js';
import { useLeaveGuard } from '../../../shared/lib/use-leave-guard.js';
import { Button } from '../../../shared/ui/button.js';
import { ConfirmDialog } from '../../../shared/ui/dialog.js';
import { SelectField } from '../../../shared/ui/field.js';
import { Icon } from '../../../shared/ui/icon.js';
import { Notice } from '../../../shared/ui/notice.js';
import { Paper } from '../../../shared/ui/paper.js';
import { ProgressRing } from '../../../shared/ui/progress-ring.js';
import { showMessage } from '../../../shared/ui/messages.js';
import type { Refusal } from '../components/accepted-file.js';
import { DropZone } from '../components/drop-zone.js';
import { type UploadState, useUpload } from '../hooks/use-upload.js';
import './upload-page.css';

type StateOf<Step extends UploadState['step']> = Extract<UploadState, { step: Step }>;

const FileCard = ({ file }: { file: File }) => {
  const { fileSize } = useFormat();
  return (
    <div className="upload__file">
      <span className="upload__icon">
        <Icon name="file" size="l" />
      </span>
      <div className="grow">
        <bdi dir="ltr" className="upload__name" title={file.name}>
          {file.name}
        </bdi>
        <p className="num">
          <bdi>{fileSize(file.size)}</bdi>
        </p>
      </div>
    </div>
  );
};

const UploadError = ({ error }: { error: ApiError }) => {
  const { t } = useTranslation('upload');
  const { t: te } = useTranslation('errors');
  return (
    <Notice tone="alert" live>
      {error.status === 409 ? t('exists') : t('failed', { text: errorText(error, te) })}
    </Notice>
  );
};

const RefusedNotice = ({ refusal }: { refusal: Refusal }) => {
  const { t } = useTranslation('upload');
  const { fileSize } = useFormat();
  const texts = {
    type: t('refused.type'),
    empty: t('refused.empty'),
    large: t('refused.large', { limit: fileSize(MAX_UPLOAD_BYTES) }),
  };
  return (
    <Notice tone="alert" live>
      {texts[refusal]}
    </Notice>
  );
};

const DuplicateNotice = ({ documentId }: { documentId: string }) => {
  const { t } = useTranslation('upload');
  return (
    <Notice live>
      {t('duplicate')}{' '}
      <Link className="link" to={`/d/${documentId}/`}>
        {t('clickHere')}
      </Link>
    </Notice>
  );
};

/** The chosen file with its language, before it is sent. */
const ChosenFile = ({
  state,
  language,
  onLanguage,
  onSend,
  onCancel,
}: {
  state: StateOf<'chosen'>;
  language: SourceLanguage;
  onLanguage: (language: SourceLanguage) => void;
  onSend: () => void;
  onCancel: () => void;
}) => {
  const { t } = useTranslation('upload');
  const { t: tc } = useTranslation();
  return (
    <form
      className="upload__form"
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <FileCard file={state.file} />
      {state.error ? <UploadError error={state.error} /> : null}
      <SelectField
        label={t('language')}
        hint={t('languageHint')}
        value={language}
        onChange={onLanguage}
        options={SOURCE_LANGUAGES.map((code) => ({ value: code, label: tc(`sourceLanguages.${code}`) }))}
      />
      <div className="upload__buttons">
        <Button onClick={onCancel}>{tc('cancel')}</Button>
        <Button look="main" type="submit" icon="upload" autoFocus>
          {t('send')}
        </Button>
      </div>
    </form>
  );
};

const SendingFile = ({ state, onCancel }: { state: StateOf<'sending'>; onCancel: () => void }) => {
  const { t } = useTranslation('upload');
  const { t: tc } = useTranslation();
  const { percent } = useFormat();
  return (
    <div className="upload__form">
      <FileCard file={state.file} />
      <div className="upload__progress">
        <ProgressRing value={state.share} text={percent(state.share)} label={t('progress')} />
        <p className="soft" role="status">
          {state.share < 1 ? t('sending') : t('checking')}
        </p>
      </div>
      <div className="upload__buttons">
        <Button onClick={onCancel}>{tc('cancel')}</Button>
      </div>
    </div>
  );
};

/** Uploads a book or an article (accounts-and-library.txt, "Upload screen"). */
export const UploadPage = () => {
  const { t } = useTranslation('upload');
  const navigate = useNavigate();
  const { state, choose, send, reset } = useUpload();
  const [language, setLanguage] = useState<SourceLanguage>('en');
  const guard = useLeaveGuard(state.step === 'sending');

  useEffect(() => {
    if (state.step !== 'done') return;
    showMessage('success', t('success'));
    void mutate((key) => Array.isArray(key) && key[0] === listLibraryRoute.path);
    void navigate('/user/documents/');
  }, [state.step, navigate, t]);

  return (
    <div className="page upload">
      <h1>{t('title')}</h1>
      <p className="soft upload__intro">{t('intro')}</p>
      <Paper className="upload__card">
        {state.step === 'idle' || state.step === 'duplicate' ? (
          <>
            <DropZone onFile={choose} />
            {state.step === 'idle' && state.refusal ? <RefusedNotice refusal={state.refusal} /> : null}
            {state.step === 'duplicate' ? <DuplicateNotice documentId={state.id} /> : null}
          </>
        ) : null}
        {state.step === 'chosen' ? (
          <ChosenFile
            state={state}
            language={language}
            onLanguage={setLanguage}
            onSend={() => void send(language)}
            onCancel={reset}
          />
        ) : null}
        {state.step === 'sending' ? <SendingFile state={state} onCancel={reset} /> : null}
      </Paper>

      <ConfirmDialog
        open={guard.asks}
        title={t('leave.title')}
        text={t('leave.text')}
        confirmLabel={t('leave.confirm')}
        cancelLabel={t('leave.stay')}
        danger
        onConfirm={guard.leave}
        onCancel={guard.stay}
      />
    </div>
  );
};
