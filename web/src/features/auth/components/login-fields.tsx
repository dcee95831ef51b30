import { useTranslation } from 'react-i18next';
import { AccountRow } from '../../../shared/account/account-row.js';
import { PasswordField, TextField } from '../../../shared/ui/field.js';
import type { LoginForm } from '../hooks/use-login-form.js';
import { CaptchaField } from './captcha-field.js';

const UsernameStep = ({ form }: { form: LoginForm }) => {
  const { t } = useTranslation('auth');
  return (
    <TextField
      label={t('username', { email: t('email') })}
      name="username"
      dir="ltr"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus
      value={form.username}
      onChange={form.setUsername}
      errors={form.errors.username}
    />
  );
};

const CaptchaStep = ({ form }: { form: LoginForm }) => {
  const { t } = useTranslation('auth');
  return (
    <>
      <AccountRow name={form.username} changeLabel={t('change')} onChange={form.changeUsername} />
      <CaptchaField
        image={form.captcha.image}
        value={form.captcha.typed}
        onChange={form.captcha.setTyped}
        onRenew={form.renewCaptcha}
        errors={form.errors.captcha}
      />
    </>
  );
};

const PasswordStep = ({ form }: { form: LoginForm }) => {
  const { t } = useTranslation('auth');
  return (
    <>
      <AccountRow name={form.username} changeLabel={t('change')} onChange={form.changeUsername} />
      <input type="hidden" name="username" autoComplete="username" value={form.username} readOnly />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        autoFocus
        value={form.password}
        onChange={form.setPassword}
        errors={[...form.errors.username, ...form.errors.password]}
      />
    </>
  );
};

const CodeStep = ({ form }: { form: LoginForm }) => {
  const { t } = useTranslation('auth');
  return (
    <>
      <AccountRow name={form.username} changeLabel={t('change')} onChange={form.changeUsername} />
      <TextField
        label={t('secondFactor.code')}
        name="code"
        dir="ltr"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={form.code}
        onChange={form.setCode}
        errors={form.errors.code}
      />
    </>
  );
};

const STEPS = { username: UsernameStep, captcha: CaptchaStep, password: PasswordStep, code: CodeStep };

/** The fields of the current step of the sign-in form. */
export const LoginFields = ({ form }: { form: LoginForm }) => {
  const Step = STEPS[form.step];
  return <Step form={form} />;
};
