import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog, Dialog, type DialogProps } from './dialog.js';

export type FormDialogProps = Omit<DialogProps, 'open'> & {
  /** There are unsaved changes. */
  changed: boolean;
};

/** A dialog with a form: closing it with unsaved changes asks first. Mounted while it is open. */
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
