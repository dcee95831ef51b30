import { useTranslation } from 'react-i18next';
import { AccountRow } from '../../../shared/account/account-row.js';
import { CodeField } from '../../../shared/account/code-field.js';
import { useFormat } from '../../../shared/lib/format.js';
import { normaliseUsername } from '../../../shared/lib/normalise.js';
import { TextField } from '../../../shared/ui/field.js';
import type { PasswordReset } from '../hooks/use-password-reset.js';
import { CaptchaField } from './captcha-field.js';
import { PasswordPair } from './password-pair.js';

const MobileStep = ({ reset }: { reset: PasswordReset }) => {
  const { t } = useTranslation('auth');
  return (
    <TextField
      label={t('register.mobile')}
      name="username"
      dir="ltr"
      inputMode="tel"
      autoComplete="username"
      placeholder="09123456789"
      autoFocus
      value={reset.username}
      onChange={(text) => reset.setUsername(normaliseUsername(text))}
      errors={reset.errors.fields.username}
    />
  );
};

const ResetStep = ({ reset }: { reset: PasswordReset }) => {
  const { t } = useTranslation('auth');
  const { digits } = useFormat();
  return (
    <>
      <AccountRow name={digits(reset.username)} changeLabel={t('change')} onChange={reset.goBack} />
      <CodeField
        name="verification_code"
        value={reset.code}
        onChange={reset.setCode}
        errors={reset.errors.fields.verification_code}
        sentAt={reset.sentCode.sent?.at ?? 0}
        onResend={reset.resendCode}
        busy={reset.busy}
      />
      <PasswordPair pair={reset.passwords} errors={reset.errors.fields} />
    </>
  );
};

/** The fields of the current step of the password reset form. */
export const PasswordResetFields = ({ reset }: { reset: PasswordReset }) => {
  if (reset.step === 'mobile') return <MobileStep reset={reset} />;
  if (reset.step === 'reset') return <ResetStep reset={reset} />;
  return reset.step === 'captcha' ? (
    <CaptchaField
      image={reset.captcha.image}
      value={reset.captcha.typed}
      onChange={reset.captcha.setTyped}
      onRenew={reset.renewCaptcha}
      errors={reset.errors.fields.captchaInput}
    />
  ) : null;
};
