import { PASSWORD_MIN } from '@hamkhan/contracts/http/auth';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { checkUsername, signIn, signInWithCode } from '../../../shared/api/session.js';
import { useFormat } from '../../../shared/lib/format.js';
import { isMobile } from '../../../shared/lib/mobile.js';
import { normaliseUsername } from '../../../shared/lib/normalise.js';
import { isCaptchaRequired } from '../api/captcha.js';
import { isCodeRequired, type SignInErrors, signInErrors } from '../api/sign-in-errors.js';
import { authPath } from '../lib/redirect-target.js';
import { useCaptcha } from './use-captcha.js';
import { useStepHistory } from './use-step-history.js';

export type LoginStep = 'username' | 'captcha' | 'password' | 'code';
type RefusedStep = Exclude<LoginStep, 'captcha'>;

const NO_ERRORS: SignInErrors = { username: [], password: [], captcha: [], code: [], general: [] };

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

type Entries = { username: string; password: string; code: string; isCaptchaEmpty: boolean };

/** What is wrong with the field of a step before it is sent, or null. */
const useEntryErrors = () => {
  const { t } = useTranslation('auth');
  const { digits } = useFormat();
  return (step: LoginStep, entries: Entries): Partial<SignInErrors> | null => {
    if (step === 'captcha') return entries.isCaptchaEmpty ? { captcha: [t('errors.required')] } : null;
    if (step === 'code') return entries.code.trim() === '' ? { code: [t('errors.codeRequired')] } : null;
    if (step === 'username')
      return normaliseUsername(entries.username) === '' ? { username: [t('errors.usernameRequired')] } : null;
    if (entries.password === '') return { password: [t('errors.passwordRequired')] };
    if (entries.password.length < PASSWORD_MIN)
      return { password: [t('errors.passwordShort', { min: digits(PASSWORD_MIN) })] };
    return null;
  };
};

/** The state of the sign-in form and the submit of each step. A `mobile` in the URL starts with the password. */
export const useLoginForm = (params: URLSearchParams, signedIn: boolean) => {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const mobile = normaliseUsername(params.get('mobile') ?? '');
  const [step, setStep] = useState<LoginStep>(mobile ? 'password' : 'username');
  const [refusedStep, setRefusedStep] = useState<RefusedStep>('username');
  const [username, setUsername] = useState(mobile);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const captcha = useCaptcha();
  const entryErrors = useEntryErrors();
  const { errors, busy, run, showError, refuse, clear } = useSignInRequests();
  const { isAtLastStep, goForward, goBack } = useStepHistory(() => {
    setStep('username');
    setCode('');
    clear();
  }, signedIn);

  const checkAccount = async () => {
    const name = normaliseUsername(username);
    setUsername(name);
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

  /** Signs in, or asks staff for the code of their authenticator. */
  const enter = async () => {
    const name = normaliseUsername(username);
    if (code !== '') return signInWithCode(name, password, code);
    try {
      await signIn(name, password);
    } catch (error) {
      if (!isCodeRequired(error)) throw error;
      setStep('code');
    }
  };

  const passCaptcha = async () => {
    const wrong = await captcha.submit();
    if (wrong !== null) return refuse({ captcha: [wrong] });
    if (refusedStep === 'username') return checkAccount();
    setStep(refusedStep);
    await enter();
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

  const works = { username: checkAccount, captcha: passCaptcha, password: enter, code: enter };
  const submit = () => {
    if (busy) return;
    const wrong = entryErrors(step, { username, password, code, isCaptchaEmpty: captcha.isEmpty });
    if (wrong) refuse(wrong);
    else
      void run(works[step], (error) =>
        step !== 'captcha' && isCaptchaRequired(error) ? showCaptcha(step) : showError(error),
      );
  };

  return {
    ...{ step, username, setUsername, password, setPassword, code, setCode },
    ...{ captcha, errors, busy, isAtLastStep, submit },
    renewCaptcha: () => void run(async () => void (await captcha.renew())),
    changeUsername: () => {
      setPassword('');
      goBack();
    },
  };
};

export type LoginForm = ReturnType<typeof useLoginForm>;
