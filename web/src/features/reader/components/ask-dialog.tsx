import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../shared/i18n/error-text.js';
import { ConfirmDialog } from '../../../shared/ui/dialog.js';
import { showMessage } from '../../../shared/ui/messages.js';

export type AskDialogProps = {
  /** What is asked, as the texts of the reader name it. */
  what: 'publish' | 'reprocess';
  request: () => Promise<void>;
  onDone: () => void;
  onClose: () => void;
};

/** Asks before something that is seen by others, or takes its time, is begun; says what became of it. */
export const AskDialog = ({ what, request, onDone, onClose }: AskDialogProps) => {
  const { t } = useTranslation('reader');
  const { t: te } = useTranslation('errors');
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await request();
      showMessage('success', t(`${what}.done`), { about: what });
      onDone();
    } catch (error) {
      showMessage('alert', errorText(error, te), { about: what });
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open
      busy={busy}
      title={t(`${what}.title`)}
      text={t(`${what}.text`)}
      confirmLabel={t(`${what}.confirm`)}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
};
