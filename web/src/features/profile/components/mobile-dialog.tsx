import { CODE_LENGTH } from '@hamkhan/contracts/http/auth';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField, RESEND_MS } from '../../../shared/account/code-field.js';
import { MobileField } from '../../../shared/account/mobile-field.js';
import { Who } from '../../../shared/account/who.js';
import { ApiError } from '../../../shared/api/api-error.js';
import { type CurrentUser, useShowMobile } from '../../../shared/api/session.js';
import { useFormat } from '../../../shared/lib/format.js';
import { isMobile } from '../../../shared/lib/mobile.js';
import { useFocusWrong } from '../../../shared/lib/use-focus-wrong.js';
import { useFormErrors } from '../../../shared/lib/use-form-errors.js';
import { useLeaveGuard } from '../../../shared/lib/use-leave-guard.js';
import { Button } from '../../../shared/ui/button.js';
import { ConfirmDialog } from '../../../shared/ui/dialog.js';
import { PasswordField } from '../../../shared/ui/field.js';
import { FormAlerts } from '../../../shared/ui/form-alerts.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { requestMobileCode, updateMobile } from '../api/mobile.js';
import './mobile-dialog.css';

const FIELDS = ['mobile', 'password', 'code'] as const;

/** A code that was sent: to whom, when, and what goes back with it. */
type Sent = { mobile: string; requestId: string; at: number };

/** Of a mobile that was refused at the last step, and of a password, the fields are those of the first. */
const isOfFirstStep = (error: unknown): boolean =>
  error instanceof ApiError && ('mobile' in error.fields || 'password' in error.fields);

/** Another mobile for the account, in two steps: the number and the password, then the code that came (G22). Mounted while it is open. */
export const MobileDialog = ({ user, onClose }: { user: CurrentUser; onClose: () => void }) => {
  const { t } = useTranslation('profile');
  const { t: ta } = useTranslation('auth');
  const { t: tc } = useTranslation();
  const { digits } = useFormat();
  const id = useId();
  const showMobile = useShowMobile();
  const [step, setStep] = useState<'mobile' | 'code'>('mobile');
  const [mobile, setMobile] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [sent, setSent] = useState<Sent | null>(null);
  const { errors, busy, run, clear, refuse } = useFormErrors(FIELDS);
  const form = useFocusWrong(errors);
  const changed = mobile !== '' || code !== '';
  const guard = useLeaveGuard(changed);

  const requestCode = () =>
    run(async () => {
      try {
        setSent({ mobile, requestId: await requestMobileCode(mobile, password), at: Date.now() });
      } catch (error) {
        if (isOfFirstStep(error)) setStep('mobile');
        throw error;
      }
      setCode('');
      setStep('code');
    });

  const submitMobile = () => {
    const wrong = !isMobile(mobile)
      ? ta('errors.mobileInvalid')
      : mobile === user.mobile
        ? t('mobile.same')
        : undefined;
    if (wrong || password === '') {
      refuse({
        ...(wrong ? { mobile: [wrong] } : {}),
        ...(password === '' ? { password: [ta('errors.passwordRequired')] } : {}),
      });
      return;
    }
    // A code that is on its way already is not asked for twice: the server would refuse.
    if (sent?.mobile === mobile && Date.now() - sent.at < RESEND_MS) {
      clear();
      setStep('code');
    } else void requestCode();
  };

  const submitCode = () => {
    if (code.length < CODE_LENGTH) {
      refuse({ code: [code === '' ? ta('errors.codeRequired') : ta('errors.codeShort')] });
      return;
    }
    void run(async () => {
      if (!sent) return;
      try {
        void showMobile(await updateMobile({ ...sent, code, password }));
      } catch (error) {
        if (isOfFirstStep(error)) setStep('mobile');
        throw error;
      }
      showMessage('success', t('mobile.saved'));
      onClose();
    });
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (step === 'mobile') submitMobile();
    else submitCode();
  };
  const goBack = () => {
    clear();
    setStep('mobile');
  };

  return (
    <>
      <FormDialog
        changed={changed}
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
        <form ref={form} id={id} className="mobile-form" noValidate onSubmit={submit}>
          <p className="soft" aria-live="polite">
            {t(step === 'mobile' ? 'mobile.intro' : 'mobile.introCode')}
          </p>
          {step === 'mobile' ? (
            <>
              <MobileField
                label={t('mobile.new')}
                value={mobile}
                onChange={setMobile}
                errors={errors.fields.mobile}
              />
              <input type="hidden" name="username" autoComplete="username" value={user.username} readOnly />
              <PasswordField
                label={t('mobile.password')}
                name="password"
                autoComplete="current-password"
                value={password}
                onChange={setPassword}
                errors={errors.fields.password}
              />
            </>
          ) : (
            <>
              <Who name={digits(mobile)} changeLabel={ta('change')} onChange={goBack} />
              <CodeField
                name="code"
                value={code}
                onChange={setCode}
                errors={errors.fields.code}
                sentAt={sent?.at ?? 0}
                onResend={() => void requestCode()}
                busy={busy}
              />
            </>
          )}
          <FormAlerts texts={errors.general} />
        </form>
      </FormDialog>
      <ConfirmDialog
        open={guard.asks}
        danger
        title={tc('unsaved.title')}
        text={tc('unsaved.text')}
        confirmLabel={tc('unsaved.discard')}
        cancelLabel={tc('unsaved.stay')}
        onConfirm={guard.leave}
        onCancel={guard.stay}
      />
    </>
  );
};
