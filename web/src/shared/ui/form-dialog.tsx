import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog, Dialog, type DialogProps } from './dialog.js';

export type FormDialogProps = Omit<DialogProps, 'open'> & {
  /** Something was written that closing would drop. */
  changed: boolean;
};

/** A dialog to write in: a slip of the finger beside it, or Escape, does not drop what was written. Mounted while it is open. */
export const FormDialog = ({ changed, onClose, ...rest }: FormDialogProps) => {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Dialog {...rest} open onClose={() => (changed ? setAsking(true) : onClose())} />
      <ConfirmDialog
        open={asking}
        danger
        title={t('unsaved.title')}
        text={t('unsaved.text')}
        confirmLabel={t('unsaved.discard')}
        cancelLabel={t('unsaved.stay')}
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      />
    </>
  );
};
