import { PASSWORD_MIN } from '@hamkhan/contracts/http/auth';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { Who } from '../../../shared/account/who.js';
import { checkUsername, signIn, useSignedIn } from '../../../shared/api/session.js';
import { useFormat } from '../../../shared/lib/format.js';
import { isMobile } from '../../../shared/lib/mobile.js';
import { normaliseUsername } from '../../../shared/lib/normalise.js';
import { Button } from '../../../shared/ui/button.js';
import { PasswordField, TextField } from '../../../shared/ui/field.js';
import { FormAlerts } from '../../../shared/ui/form-alerts.js';
import { wantsCaptcha } from '../api/captcha.js';
import { type SignInErrors, signInErrors } from '../api/sign-in-errors.js';
import { AuthCard } from '../components/auth-card.js';
import { CaptchaField } from '../components/captcha-field.js';
import { useCaptcha } from '../hooks/use-captcha.js';
import { useStepBack } from '../hooks/use-step-back.js';
import { authPath, wayBack } from '../lib/way-back.js';

const NONE: SignInErrors = { username: [], password: [], captcha: [], general: [] };
const INTROS = { username: 'introUsername', captcha: 'introCaptcha', password: 'introPassword' } as const;

/** Signing in, in two steps: who you are, then the password (accounts-and-library.txt §2, §4). */
export const LoginPage = () => {
  const { t } = useTranslation('auth');
  const { digits } = useFormat();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const signedIn = useSignedIn();
  const mobile = normaliseUsername(params.get('mobile') ?? '');
  const target = wayBack(params) ?? '/';

  const [step, setStep] = useState<'username' | 'captcha' | 'password'>(mobile ? 'password' : 'username');
  const [username, setUsername] = useState(mobile);
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<SignInErrors>(NONE);
  const [busy, setBusy] = useState(false);
  const captcha = useCaptcha();
  const { ahead, forward, back } = useStepBack(() => {
    setStep('username');
    setErrors(NONE);
  }, signedIn);

  if (signedIn && !ahead) return <Navigate to={target} replace />;

  /** An address that has checked many names shows first that a person is at it (decisions.md C08). */
  const askCaptcha = async () => {
    try {
      if (!(await captcha.renew())) setStep('captcha');
    } catch (error) {
      setErrors(signInErrors(error, t));
    }
  };

  const run = async (work: () => Promise<void>) => {
    setErrors(NONE);
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (wantsCaptcha(error) && step === 'username') await askCaptcha();
      else setErrors(signInErrors(error, t));
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
    void run(() => check(name));
  };

  const check = async (name: string) => {
    const { valid } = await checkUsername(name);
    if (valid) {
      setStep('password');
      forward();
    } else if (isMobile(name)) await navigate(authPath('/user/register/', params, { mobile: name }));
    else {
      setStep('username');
      setErrors({ ...NONE, username: [t('errors.usernameNotFound')] });
    }
  };

  const submitCaptcha = () => {
    if (captcha.isEmpty) {
      setErrors({ ...NONE, captcha: [t('errors.required')] });
      return;
    }
    void run(async () => {
      const wrong = await captcha.answer();
      if (wrong === null) await check(normaliseUsername(username));
      else setErrors({ ...NONE, captcha: [wrong] });
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
    void run(() => signIn(normaliseUsername(username), password));
  };

  const submit = () => {
    if (busy) return;
    if (step === 'username') submitUsername();
    else if (step === 'captcha') submitCaptcha();
    else submitPassword();
  };

  const change = () => {
    setPassword('');
    back();
  };

  return (
    <AuthCard
      title={t('title')}
      intro={t(INTROS[step])}
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
      ) : step === 'captcha' ? (
        <>
          <Who name={username} changeLabel={t('change')} onChange={change} />
          <CaptchaField
            image={captcha.image}
            value={captcha.typed}
            onChange={captcha.setTyped}
            onRenew={() => void run(async () => void (await captcha.renew()))}
            errors={errors.captcha}
          />
        </>
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
        {t(step === 'password' ? 'submit' : 'next')}
      </Button>
    </AuthCard>
  );
};
