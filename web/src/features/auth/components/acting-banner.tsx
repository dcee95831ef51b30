import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCurrentUser, useEndActing } from '../../../shared/api/session.js';
import { errorText } from '../../../shared/i18n/error-text.js';
import { isolated } from '../../../shared/lib/isolated.js';
import { Button } from '../../../shared/ui/button.js';
import { Icon } from '../../../shared/ui/icon.js';
import { showMessage } from '../../../shared/ui/messages.js';
import './acting-banner.css';

/** Shown on every screen while an admin acts as another user; its button ends that (decisions.md C36). */
export const ActingBanner = () => {
  const { t } = useTranslation('auth');
  const { t: te } = useTranslation('errors');
  const navigate = useNavigate();
  const { user } = useCurrentUser();
  const endActing = useEndActing();
  const [busy, setBusy] = useState(false);
  if (!user?.loggedinas) return null;

  const end = async () => {
    setBusy(true);
    try {
      await endActing();
      await navigate('/', { replace: true });
    } catch (error) {
      showMessage('alert', errorText(error, te));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="acting" role="status">
      <span className="acting__text">
        <Icon name="user" size="s" />
        {t('acting.text', { name: isolated(user.full_name || user.username) })}
      </span>
      <Button look="plain" size="s" busy={busy} onClick={() => void end()}>
        {t('acting.end')}
      </Button>
    </div>
  );
};
