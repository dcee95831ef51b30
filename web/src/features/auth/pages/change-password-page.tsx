import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCurrentUser } from '../../../shared/api/session.js';
import { useFormErrors } from '../../../shared/ui/use-form-errors.js';
import { useTitle } from '../../../shared/lib/use-title.js';
import { Button } from '../../../shared/ui/button.js';
import { PasswordField } from '../../../shared/ui/field.js';
import { FormAlerts } from '../../../shared/ui/form-alerts.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { changePassword } from '../api/password.js';
import { AuthCard } from '../components/auth-card.js';
import { PasswordPair } from '../components/password-pair.js';
import { usePasswordPair } from '../hooks/use-password-pair.js';

const FIELDS = ['old_password', 'password1', 'password2'] as const;

/** Changes the password of a signed-in user, who must give the current one (ACC-PROFILE-02). */
export const ChangePasswordPage = () => {
  const { t } = useTranslation('auth');
  const { user } = useCurrentUser();
  const [old, setOld] = useState('');
  const pair = usePasswordPair();
  const { errors, busy, run, refuse } = useFormErrors(FIELDS);
  useTitle(t('changePassword.title'));

  const submit = () => {
    const missing = old === '' ? { old_password: [t('otherPassword.required')] } : {};
    const invalid = { ...missing, ...pair.validate() };
    if (Object.keys(invalid).length > 0) {
      refuse(invalid);
      return;
    }
    void run(async () => {
      await changePassword({ old, password: pair.password, repeated: pair.repeated });
      setOld('');
      pair.clear();
      showMessage('success', t('changePassword.done'));
    });
  };

  return (
    <AuthCard
      title={t('changePassword.title')}
      intro={t('changePassword.intro')}
      onSubmit={submit}
      errors={errors}
      foot={
        <Link className="link" to="/user/profile/">
          {t('changePassword.profile')}
        </Link>
      }
    >
      <input type="hidden" name="username" autoComplete="username" value={user?.username ?? ''} readOnly />
      <PasswordField
        label={t('changePassword.old')}
        name="old_password"
        autoComplete="current-password"
        autoFocus
        value={old}
        onChange={setOld}
        errors={errors.fields.old_password}
      />
      <PasswordPair pair={pair} errors={errors.fields} />
      <FormAlerts texts={errors.general} />
      <Button look="main" type="submit" busy={busy}>
        {t('changePassword.submit')}
      </Button>
    </AuthCard>
  );
};
