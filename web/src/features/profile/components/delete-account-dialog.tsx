import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { CurrentUser } from '../../../shared/api/session.js';
import { signOut } from '../../../shared/api/sign-out.js';
import { errorText } from '../../../shared/i18n/error-text.js';
import { useFormat } from '../../../shared/lib/format.js';
import { useFocusWrong } from '../../../shared/lib/use-focus-wrong.js';
import { Button } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { PasswordField } from '../../../shared/ui/field.js';
import { FormAlerts } from '../../../shared/ui/form-alerts.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import { useFormErrors } from '../../../shared/ui/use-form-errors.js';
import { deleteAccount, useDeletionDelay } from '../api/account-deletion.js';
import './delete-account-dialog.css';

const FIELDS = ['password'] as const;

/** Says what is deleted and when, and asks for the password. Mounted while it is open. */
export const DeleteAccountDialog = ({ user, onClose }: { user: CurrentUser; onClose: () => void }) => {
  const { t } = useTranslation('profile');
  const { t: tc } = useTranslation();
  const { t: ta } = useTranslation('auth');
  const { t: te } = useTranslation('errors');
  const { digits, date } = useFormat();
  const navigate = useNavigate();
  const id = useId();
  const [password, setPassword] = useState('');
  const { days, error } = useDeletionDelay();
  const { errors, busy, run, refuse } = useFormErrors(FIELDS);
  const form = useFocusWrong(errors);

  const submit = () => {
    if (password === '') return refuse({ password: [ta('errors.passwordRequired')] });
    void run(async () => {
      const deletesAt = await deleteAccount(password);
      await signOut(() => navigate('/', { replace: true }));
      showMessage('success', t('deletion.done', { date: date(deletesAt) }));
    });
  };

  return (
    <Dialog
      open
      size="form"
      onClose={onClose}
      title={t('deletion.title')}
      footer={
        <>
          <Button onClick={onClose}>{tc('cancel')}</Button>
          <Button look="danger" type="submit" form={id} busy={busy} disabled={days === undefined}>
            {t('deletion.submit')}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={id}
        className="deletion-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {error ? <FormAlerts texts={[errorText(error, te)]} /> : null}
        {days === undefined && !error ? <Skeleton width="100%" height="3rem" /> : null}
        {days === undefined ? null : <p>{t('deletion.delay', { days: digits(days) })}</p>}
        <p>{t('deletion.what')}</p>
        <p className="soft">{t('deletion.stays')}</p>
        <input type="hidden" name="username" autoComplete="username" value={user.username} readOnly />
        <PasswordField
          label={t('mobile.password')}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          errors={errors.fields.password}
        />
        <FormAlerts texts={errors.general} />
      </form>
    </Dialog>
  );
};
