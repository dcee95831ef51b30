import type { Shelf } from '@hamkhan/contracts/http/shelves';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/format.js';
import { isolated } from '../lib/isolated.js';
import { ConfirmDialog } from '../ui/dialog.js';
import { useShelfActions } from './use-shelf-actions.js';

/** Asks for confirmation before a shelf is deleted, and says where its documents go (ACC-SHELF-04). Mounted while it is open. */
export const DeleteShelfDialog = ({
  shelf,
  onClose,
  onDone,
}: {
  shelf: Shelf;
  onClose: () => void;
  onDone: () => void;
}) => {
  const { t } = useTranslation('shelves');
  const { number } = useFormat();
  const { remove } = useShelfActions();
  const [busy, setBusy] = useState(false);
  const count = shelf.document_count;

  const confirm = async () => {
    setBusy(true);
    const done = await remove(shelf);
    setBusy(false);
    onClose();
    if (done) onDone();
  };

  return (
    <ConfirmDialog
      open
      danger
      busy={busy}
      title={t('delete.title')}
      text={
        count === 0
          ? t('delete.textEmpty', { name: isolated(shelf.name) })
          : t('delete.text', { name: isolated(shelf.name), count, total: number(count) })
      }
      confirmLabel={t('delete.confirm')}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
};
