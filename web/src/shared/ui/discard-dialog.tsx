import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from './dialog.js';

/** Asks whether to discard unsaved changes. */
export const DiscardDialog = ({
  open,
  onDiscard,
  onStay,
}: {
  open: boolean;
  onDiscard: () => void;
  onStay: () => void;
}) => {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      open={open}
      danger
      title={t('unsaved.title')}
      text={t('unsaved.text')}
      confirmLabel={t('unsaved.discard')}
      cancelLabel={t('unsaved.stay')}
      onConfirm={onDiscard}
      onCancel={onStay}
    />
  );
};
