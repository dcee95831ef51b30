import type { MediaFile } from '@hamkhan/contracts/http/media';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../shared/i18n/error-text.js';
import { Button } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { Notice } from '../../../shared/ui/notice.js';
import { removalRefusal } from '../api/media.js';
import './edit-parts.css';

/** Asks before a file is deleted, 500 wide (RDR-MEDIA-09), and says why the server refused. */
export const RemoveMediaDialog = ({
  file,
  onRemove,
  onClose,
}: {
  file: MediaFile;
  onRemove: () => Promise<void>;
  onClose: () => void;
}) => {
  const { t } = useTranslation('editing');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const refusal = error === null ? null : removalRefusal(error);
  const remove = async () => {
    setBusy(true);
    setError(null);
    try {
      await onRemove();
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      size="form"
      title={t('media.removeTitle')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{tc('cancel')}</Button>
          <Button look="danger" busy={busy} onClick={() => void remove()}>
            {t('media.remove')}
          </Button>
        </>
      }
    >
      <div className="edit-stack">
        {error === null ? null : (
          <Notice tone="alert" live>
            <p className="own-dir">{refusal?.error || errorText(error, te)}</p>
            {refusal?.topic ? <p className="small own-dir">{refusal.topic}</p> : null}
          </Notice>
        )}
        <p>
          {t('media.removeText')} <bdi>{file.name}</bdi>
        </p>
      </div>
    </Dialog>
  );
};
