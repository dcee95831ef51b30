import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { useFocusWrong } from '../../../shared/lib/use-focus-wrong.js';
import { Button } from '../../../shared/ui/button.js';
import { PasswordField, TextField } from '../../../shared/ui/field.js';
import { FormAlerts } from '../../../shared/ui/form-alerts.js';
import { useFormErrors } from '../../../shared/ui/use-form-errors.js';

const FIELDS = ['password', 'code'] as const;

/** Says that the second factor is on, and switches it off with the password and a code. */
export const SecondFactorOff = ({
  codesLeft,
  disable,
}: {
  codesLeft: number;
  disable: (password: string, code: string) => Promise<void>;
}) => {
  const { t } = useTranslation('profile');
  const { t: ta } = useTranslation('auth');
  const { digits } = useFormat();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { errors, busy, run, refuse } = useFormErrors(FIELDS);
  const form = useFocusWrong(errors);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password === '' || code.trim() === '')
      refuse({
        ...(password === '' ? { password: [ta('errors.passwordRequired')] } : {}),
        ...(code.trim() === '' ? { code: [ta('errors.codeRequired')] } : {}),
      });
    else void run(() => disable(password, code));
  };

  return (
    <form ref={form} className="second-factor__form" onSubmit={submit} noValidate>
      <p>{t('secondFactor.isOn', { left: digits(codesLeft) })}</p>
      <PasswordField
        label={t('mobile.password')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        errors={errors.fields.password}
      />
      <TextField
        label={ta('secondFactor.code')}
        name="code"
        dir="ltr"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        value={code}
        onChange={setCode}
        errors={errors.fields.code}
      />
      <FormAlerts texts={errors.general} />
      <div>
        <Button look="danger" type="submit" busy={busy}>
          {t('secondFactor.switchOff')}
        </Button>
      </div>
    </form>
  );
};
