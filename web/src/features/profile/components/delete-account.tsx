import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CurrentUser } from '../../../shared/api/session.js';
import { Icon } from '../../../shared/ui/icon.js';
import { DeleteAccountDialog } from './delete-account-dialog.js';

/** Opens the dialog that deletes the account; absent while an administrator acts as the user. */
export const DeleteAccount = ({ user }: { user: CurrentUser | undefined }) => {
  const { t } = useTranslation('profile');
  const [isOpen, setOpen] = useState(false);
  if (!user || user.loggedinas !== null) return null;
  return (
    <>
      <button type="button" className="profile-ways__danger" onClick={() => setOpen(true)}>
        <Icon name="trash" />
        <span className="grow">{t('deletion.open')}</span>
      </button>
      {isOpen ? <DeleteAccountDialog user={user} onClose={() => setOpen(false)} /> : null}
    </>
  );
};
