import type { DocumentMetadata } from '@hamkhan/contracts/http/documents';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../shared/i18n/error-text.js';
import { saveFile } from '../../../shared/lib/save-file.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { fetchOriginal } from '../api/requests.js';

/** Downloads the uploaded file of a document; null when the user may not have it (decisions.md G39). */
export const useOriginalFile = (
  document: Pick<DocumentMetadata, 'key' | 'source_file'> | undefined,
): { busy: boolean; save: () => void } | null => {
  const { t } = useTranslation('reader');
  const { t: te } = useTranslation('errors');
  const [busy, setBusy] = useState(false);
  if (!document || document.source_file === null) return null;
  const save = async () => {
    setBusy(true);
    // The browser shows no progress until the whole file has arrived.
    showMessage('info', t('original.begun'));
    try {
      saveFile(await fetchOriginal(document.key));
    } catch (error) {
      showMessage('alert', `${t('original.failed')} ${errorText(error, te)}`);
    } finally {
      setBusy(false);
    }
  };
  return { busy, save: () => void save() };
};
