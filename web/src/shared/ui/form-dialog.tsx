import { useState } from 'react';
import { Dialog, type DialogProps } from './dialog.js';
import { DiscardDialog } from './discard-dialog.js';

export type FormDialogProps = Omit<DialogProps, 'open'> & {
  /** There are unsaved changes. */
  changed: boolean;
};

/** A dialog with a form: closing it with unsaved changes asks first. Mounted while it is open. */
export const FormDialog = ({ changed, onClose, ...rest }: FormDialogProps) => {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Dialog {...rest} open onClose={() => (changed ? setAsking(true) : onClose())} />
      <DiscardDialog open={asking} onDiscard={onClose} onStay={() => setAsking(false)} />
    </>
  );
};
