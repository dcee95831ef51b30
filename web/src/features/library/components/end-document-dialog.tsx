import type { LibraryItem } from '@hamkhan/contracts/http/documents';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSWRConfig } from 'swr';
import { SHELVES_PATH } from '../../../shared/api/shelves.js';
import { errorText } from '../../../shared/i18n/error-text.js';
import { isolated } from '../../../shared/lib/isolated.js';
import { ConfirmDialog } from '../../../shared/ui/dialog.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { LIBRARY_PATH } from '../api/keys.js';
import { removeDocument, stopDocument, unpublishDocument } from '../api/end-document.js';
import { displayTitle } from './document-state.js';

const CALLS = { stop: stopDocument, remove: removeDocument, unpublish: unpublishDocument };

/** Asks for confirmation before processing is stopped, or a document is removed or unpublished. Mounted while it is open. */
export const EndDocumentDialog = ({
  action,
  document,
  onClose,
  onDone,
}: {
  action: keyof typeof CALLS;
  document: LibraryItem;
  onClose: () => void;
  onDone: () => void;
}) => {
  const { t } = useTranslation('library');
  const { t: te } = useTranslation('errors');
  const { mutate } = useSWRConfig();
  const [busy, setBusy] = useState(false);

  const confirm = async () => {
    setBusy(true);
    try {
      await CALLS[action](document.id);
      showMessage('success', t(`${action}.done`));
      onDone();
    } catch (error) {
      showMessage('alert', `${t(`${action}.failed`)} ${errorText(error, te)}`);
    }
    // A failure may mean that the shown document is out of date.
    void mutate((key) => key === SHELVES_PATH || (Array.isArray(key) && key[0] === LIBRARY_PATH));
    onClose();
  };

  return (
    <ConfirmDialog
      open
      danger
      busy={busy}
      title={t(`${action}.title`)}
      text={t(`${action}.text`, { title: isolated(displayTitle(document)) })}
      confirmLabel={t(`${action}.confirm`)}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
};
