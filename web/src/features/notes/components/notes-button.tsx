import type { DocumentMetadata } from '@hamkhan/contracts/http/documents';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useSignedIn } from '../../../shared/api/session.js';
import { useFormat } from '../../../shared/lib/format.js';
import { withNotes } from '../../../shared/lib/notes-address.js';
import { loginPath } from '../../../shared/lib/safe-path.js';
import { IconButton } from '../../../shared/ui/icon-button.js';
import { useNotes } from '../api/notes.js';

/** Opens the notes on the document; a guest signs in first and returns to them (RDR-READER-07, -82). */
export const NotesButton = ({ document }: { document: DocumentMetadata }) => {
  const { t } = useTranslation('notes');
  const { number } = useFormat();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const { notes } = useNotes(document.key);
  const count = notes?.length ?? 0;
  const open = () => {
    const query = withNotes(search, document.key);
    if (signedIn) void navigate({ search: query }, { preventScrollReset: true });
    else void navigate(loginPath(pathname + query));
  };
  return (
    <IconButton
      icon="note"
      label={t('open')}
      badge={count > 0 ? number(Math.min(count, 999)) : undefined}
      onClick={open}
    />
  );
};
