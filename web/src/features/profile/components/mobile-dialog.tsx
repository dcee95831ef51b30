import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountRow } from '../../../shared/account/account-row.js';
import { CodeField } from '../../../shared/account/code-field.js';
import { MobileField } from '../../../shared/account/mobile-field.js';
import type { CurrentUser } from '../../../shared/api/session.js';
import { useFormat } from '../../../shared/lib/format.js';
import { useFocusWrong } from '../../../shared/lib/use-focus-wrong.js';
import { useLeaveGuard } from '../../../shared/lib/use-leave-guard.js';
import { Button } from '../../../shared/ui/button.js';
import { DiscardDialog } from '../../../shared/ui/discard-dialog.js';
import { PasswordField } from '../../../shared/ui/field.js';
import { FormAlerts } from '../../../shared/ui/form-alerts.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { type MobileChange, useMobileChange } from '../hooks/use-mobile-change.js';
import './mobile-dialog.css';

const MobileStep = ({ change, username }: { change: MobileChange; username: string }) => {
  const { t } = useTranslation('profile');
  return (
    <>
      <MobileField
        label={t('mobile.new')}
        value={change.mobile}
        onChange={change.setMobile}
        errors={change.errors.fields.mobile}
      />
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <PasswordField
        label={t('mobile.password')}
        name="password"
        autoComplete="current-password"
        value={change.password}
        onChange={change.setPassword}
        errors={change.errors.fields.password}
      />
    </>
  );
};

const CodeStep = ({ change }: { change: MobileChange }) => {
  const { t } = useTranslation('auth');
  const { digits } = useFormat();
  return (
    <>
      <AccountRow name={digits(change.mobile)} changeLabel={t('change')} onChange={change.goBack} />
      <CodeField
        name="code"
        value={change.code}
        onChange={change.setCode}
        errors={change.errors.fields.code}
        sentAt={change.sentCode.sent?.at ?? 0}
        onResend={change.resendCode}
        busy={change.busy}
      />
    </>
  );
};

/** Changes the mobile of an account in two steps: the mobile and the password, then the code (G22). Mounted while it is open. */
export const MobileDialog = ({ user, onClose }: { user: CurrentUser; onClose: () => void }) => {
  const { t } = useTranslation('profile');
  const { t: tc } = useTranslation();
  const id = useId();
  const change = useMobileChange(user, onClose);
  const { step, isChanged, errors, busy } = change;
  const form = useFocusWrong(errors);
  const guard = useLeaveGuard(isChanged);
  return (
    <>
      <FormDialog
        changed={isChanged}
        onClose={onClose}
        title={t(user.mobile ? 'mobile.change' : 'mobile.add')}
        footer={
          <>
            <Button onClick={onClose}>{tc('cancel')}</Button>
            <Button look="main" type="submit" form={id} busy={busy}>
              {t(step === 'mobile' ? 'mobile.send' : 'mobile.submit')}
            </Button>
          </>
        }
      >
        <form
          ref={form}
          id={id}
          className="mobile-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            change.submit();
          }}
        >
          <p className="soft" aria-live="polite">
            {t(step === 'mobile' ? 'mobile.intro' : 'mobile.introCode')}
          </p>
          {step === 'mobile' ? (
            <MobileStep change={change} username={user.username} />
          ) : (
            <CodeStep change={change} />
          )}
          <FormAlerts texts={errors.general} />
        </form>
      </FormDialog>
      <DiscardDialog open={guard.asks} onDiscard={guard.leave} onStay={guard.stay} />
    </>
  );
};
