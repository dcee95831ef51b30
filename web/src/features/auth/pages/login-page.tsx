import { PASSWORD_MIN } from '@hamkhan/contracts/http/auth';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { checkUsername, signIn, useSignedIn } from '../../../shared/api/session.js';
import { useFormat } from '../../../shared/lib/format.js';
import { isMobile } from '../../../shared/lib/mobile.js';
import { normaliseUsername } from '../../../shared/lib/normalise.js';
import { Button } from '../../../shared/ui/button.js';
import { PasswordField, TextField } from '../../../shared/ui/field.js';
import { FormAlerts } from '../../../shared/ui/form-alerts.js';
import { type SignInErrors, signInErrors } from '../api/sign-in-errors.js';
import { AuthCard, Who } from '../components/auth-card.js';
import { authPath, wayBack } from '../lib/way-back.js';

const NONE: SignInErrors = { username: [], password: [], general: [] };

/** Signing in, in two steps: who you are, then the password (accounts-and-library.txt §2, §4). */
export const LoginPage = () => {
  const { t } = useTranslation('auth');
  const { digits } = useFormat();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const signedIn = useSignedIn();
  const mobile = normaliseUsername(params.get('mobile') ?? '');
  const target = wayBack(params) ?? '/';

  const [step, setStep] = useState<'username' | 'password'>(mobile ? 'password' : 'username');
  const [username, setUsername] = useState(mobile);
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<SignInErrors>(NONE);
  const [busy, setBusy] = useState(false);

  if (signedIn) return <Navigate to={target} replace />;

  const run = async (work: () => Promise<void>) => {
    setErrors(NONE);
    setBusy(true);
    try {
      await work();
    } catch (error) {
      setErrors(signInErrors(error, t));
    } finally {
      setBusy(false);
    }
  };

  const submitUsername = () => {
    const name = normaliseUsername(username);
    setUsername(name);
    if (!name) {
      setErrors({ ...NONE, username: [t('errors.usernameRequired')] });
      return;
    }
    void run(async () => {
      const { valid } = await checkUsername(name);
      if (valid) setStep('password');
      else if (isMobile(name)) await navigate(authPath('/user/register/', params, { mobile: name }));
      else setErrors({ ...NONE, username: [t('errors.usernameNotFound')] });
    });
  };

  const submitPassword = () => {
    if (!password) {
      setErrors({ ...NONE, password: [t('errors.passwordRequired')] });
      return;
    }
    if (password.length < PASSWORD_MIN) {
      setErrors({ ...NONE, password: [t('errors.passwordShort', { min: digits(PASSWORD_MIN) })] });
      return;
    }
    void run(async () => {
      await signIn(normaliseUsername(username), password);
      await navigate(target, { replace: true });
    });
  };

  const submit = () => {
    if (busy) return;
    if (step === 'username') submitUsername();
    else submitPassword();
  };

  const change = () => {
    setStep('username');
    setPassword('');
    setErrors(NONE);
  };

  return (
    <AuthCard
      title={t('title')}
      intro={t(step === 'username' ? 'introUsername' : 'introPassword')}
      onSubmit={submit}
      errors={errors}
      foot={
        <>
          <span>
            <span className="soft">{t('noAccount')}</span>{' '}
            <Link className="link" to={authPath('/user/register/', params)}>
              {t('join')}
            </Link>
          </span>
          <Link className="link" to={authPath('/user/forgot/password/', params)}>
            {t('forgotten')}
          </Link>
        </>
      }
    >
      {step === 'username' ? (
        <TextField
          key="username"
          label={t('username', { email: t('email') })}
          name="username"
          dir="ltr"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={username}
          onChange={setUsername}
          errors={errors.username}
        />
      ) : (
        <>
          <Who name={username} changeLabel={t('change')} onChange={change} />
          <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
          <PasswordField
            key="password"
            label={t('password')}
            name="password"
            autoComplete="current-password"
            autoFocus
            value={password}
            onChange={setPassword}
            errors={[...errors.username, ...errors.password]}
          />
        </>
      )}
      <FormAlerts texts={errors.general} />
      <Button look="main" type="submit" busy={busy}>
        {t(step === 'username' ? 'next' : 'submit')}
      </Button>
    </AuthCard>
  );
};
