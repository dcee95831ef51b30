import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../shared/i18n/error-text.js';
import { ConfirmDialog } from '../../../shared/ui/dialog.js';
import { showMessage } from '../../../shared/ui/messages.js';

export type ConfirmRequestDialogProps = {
  /** The action, as its texts are named. */
  action: 'publish' | 'reprocess';
  request: () => Promise<void>;
  onDone: () => void;
  onClose: () => void;
};

/** Asks for confirmation before a request that others notice or that takes long, and reports its result. */
export const ConfirmRequestDialog = ({
  action: what,
  request,
  onDone,
  onClose,
}: ConfirmRequestDialogProps) => {
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
