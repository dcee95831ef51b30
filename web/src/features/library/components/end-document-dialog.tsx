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
import { removeDocument, stopDocument } from '../api/end-document.js';
import { displayTitle } from './document-state.js';

const ACTS = { stop: stopDocument, remove: removeDocument };

/** Asks before the work on a document is stopped or the document goes, and says what goes with it. Mounted while it is open. */
export const EndDocumentDialog = ({
  act,
  document,
  onClose,
  onDone,
}: {
  act: keyof typeof ACTS;
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
      await ACTS[act](document.id);
      showMessage('success', t(`${act}.done`));
      onDone();
    } catch (error) {
      showMessage('alert', `${t(`${act}.failed`)} ${errorText(error, te)}`);
    }
    // A failure may mean that the document is not what it is shown as any more.
    void mutate((key) => key === SHELVES_PATH || (Array.isArray(key) && key[0] === LIBRARY_PATH));
    onClose();
  };

  return (
    <ConfirmDialog
      open
      danger
      busy={busy}
      title={t(`${act}.title`)}
      text={t(`${act}.text`, { title: isolated(displayTitle(document)) })}
      confirmLabel={t(`${act}.confirm`)}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
};
