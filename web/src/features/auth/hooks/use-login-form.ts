import { PASSWORD_MIN } from '@hamkhan/contracts/http/auth';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { checkUsername, signIn } from '../../../shared/api/session.js';
import { useFormat } from '../../../shared/lib/format.js';
import { isMobile } from '../../../shared/lib/mobile.js';
import { normaliseUsername } from '../../../shared/lib/normalise.js';
import { isCaptchaRequired } from '../api/captcha.js';
import { type SignInErrors, signInErrors } from '../api/sign-in-errors.js';
import { authPath } from '../lib/redirect-target.js';
import { useCaptcha } from './use-captcha.js';
import { useStepHistory } from './use-step-history.js';

export type LoginStep = 'username' | 'captcha' | 'password';
type RefusedStep = Exclude<LoginStep, 'captcha'>;

const NO_ERRORS: SignInErrors = { username: [], password: [], captcha: [], general: [] };

/** Runs the requests of the form and holds their errors. */
const useSignInRequests = () => {
  const { t } = useTranslation('auth');
  const [errors, setErrors] = useState(NO_ERRORS);
  const [busy, setBusy] = useState(false);

  const showError = (error: unknown) => setErrors(signInErrors(error, t));
  const refuse = (fields: Partial<SignInErrors>) => setErrors({ ...NO_ERRORS, ...fields });
  const clear = () => setErrors(NO_ERRORS);
  const run = async (work: () => Promise<void>, onError: (error: unknown) => unknown = showError) => {
    clear();
    setBusy(true);
    try {
      await work();
    } catch (error) {
      await onError(error);
    } finally {
      setBusy(false);
    }
  };
  return { errors, busy, run, showError, refuse, clear };
};

/** The state of the sign-in form and the submit of each step. A `mobile` in the URL starts with the password. */
export const useLoginForm = (params: URLSearchParams, signedIn: boolean) => {
  const { t } = useTranslation('auth');
  const { digits } = useFormat();
  const navigate = useNavigate();
  const mobile = normaliseUsername(params.get('mobile') ?? '');
  const [step, setStep] = useState<LoginStep>(mobile ? 'password' : 'username');
  const [refusedStep, setRefusedStep] = useState<RefusedStep>('username');
  const [username, setUsername] = useState(mobile);
  const [password, setPassword] = useState('');
  const captcha = useCaptcha();
  const { errors, busy, run, showError, refuse, clear } = useSignInRequests();
  const { isAtLastStep, goForward, goBack } = useStepHistory(() => {
    setStep('username');
    clear();
  }, signedIn);

  const checkAccount = async (name: string) => {
    const { valid } = await checkUsername(name);
    if (valid) {
      setStep('password');
      goForward();
    } else if (isMobile(name)) await navigate(authPath('/user/register/', params, { mobile: name }));
    else {
      setStep('username');
      refuse({ username: [t('errors.usernameNotFound')] });
    }
  };

  /** After many username checks, or many failed sign-ins of an account, the server requires a captcha (decisions.md C08). */
  const showCaptcha = async (refused: RefusedStep) => {
    setRefusedStep(refused);
    try {
      if (!(await captcha.renew())) setStep('captcha');
    } catch (error) {
      showError(error);
    }
  };

  const submitUsername = () => {
    const name = normaliseUsername(username);
    setUsername(name);
    if (name === '') refuse({ username: [t('errors.usernameRequired')] });
    else
      void run(
        () => checkAccount(name),
        (error) => (isCaptchaRequired(error) ? showCaptcha('username') : showError(error)),
      );
  };

  const submitCaptcha = () => {
    if (captcha.isEmpty) refuse({ captcha: [t('errors.required')] });
    else
      void run(async () => {
        const wrong = await captcha.submit();
        if (wrong !== null) return refuse({ captcha: [wrong] });
        const name = normaliseUsername(username);
        if (refusedStep === 'username') return checkAccount(name);
        setStep('password');
        await signIn(name, password);
      });
  };

  const submitPassword = () => {
    if (password === '') refuse({ password: [t('errors.passwordRequired')] });
    else if (password.length < PASSWORD_MIN)
      refuse({ password: [t('errors.passwordShort', { min: digits(PASSWORD_MIN) })] });
    else
      void run(
        () => signIn(normaliseUsername(username), password),
        (error) => (isCaptchaRequired(error) ? showCaptcha('password') : showError(error)),
      );
  };

  const submits = { username: submitUsername, captcha: submitCaptcha, password: submitPassword };
  return {
    ...{ step, username, setUsername, password, setPassword, captcha, errors, busy, isAtLastStep },
    submit: () => {
      if (!busy) submits[step]();
    },
    renewCaptcha: () => void run(async () => void (await captcha.renew())),
    changeUsername: () => {
      setPassword('');
      goBack();
    },
  };
};

export type LoginForm = ReturnType<typeof useLoginForm>;
