import { CODE_LENGTH } from '@hamkhan/contracts/http/auth';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSentCode } from '../../../shared/account/use-sent-code.js';
import { normaliseUsername } from '../../../shared/lib/normalise.js';
import { useFormErrors } from '../../../shared/ui/use-form-errors.js';
import { isCaptchaRequired } from '../api/captcha.js';
import { requestResetCode, resetPassword } from '../api/password.js';
import { useCaptcha } from './use-captcha.js';
import { usePasswordPair } from './use-password-pair.js';
import { useStepHistory } from './use-step-history.js';

const FIELDS = ['captchaInput', 'username', 'verification_code', 'password1', 'password2'] as const;

type ResetStep = 'captcha' | 'mobile' | 'reset' | 'done';

/** The state of the password reset form and the submit of each step; the last, `done`, has none. */
export const usePasswordReset = (params: URLSearchParams, signedIn: boolean) => {
  const { t } = useTranslation('auth');
  const [step, setStep] = useState<ResetStep>('captcha');
  const captcha = useCaptcha();
  const [username, setUsername] = useState(normaliseUsername(params.get('mobile') ?? ''));
  const sentCode = useSentCode(requestResetCode);
  const [code, setCode] = useState('');
  const passwords = usePasswordPair();
  const { errors, busy, run, clear, refuse } = useFormErrors(FIELDS);
  const { goForward, goBack } = useStepHistory(() => {
    clear();
    setStep('mobile');
  }, step === 'done');

  const renewCaptcha = async () => {
    if (await captcha.renew()) setStep('mobile');
  };
  const fetchFirstCaptcha = useEffectEvent(() => {
    if (!signedIn) void run(renewCaptcha);
  });
  useEffect(() => fetchFirstCaptcha(), []);

  const submitCaptcha = () => {
    if (captcha.isEmpty) refuse({ captchaInput: [t('errors.required')] });
    else
      void run(async () => {
        const wrong = await captcha.submit();
        if (wrong === null) setStep('mobile');
        else refuse({ captchaInput: [wrong] });
      });
  };

  const requestCode = () =>
    run(async () => {
      try {
        await sentCode.send(normaliseUsername(username));
        setStep('reset');
        goForward();
      } catch (error) {
        if (!isCaptchaRequired(error)) throw error;
        setStep('captcha');
        await renewCaptcha();
      }
    });

  const submitMobile = () => {
    const name = normaliseUsername(username);
    setUsername(name);
    if (name === '') refuse({ username: [t('errors.required')] });
    else void requestCode();
  };

  const submitReset = () => {
    const invalid = {
      ...(code.length < CODE_LENGTH ? { verification_code: [t('errors.codeShort')] } : {}),
      ...passwords.validate(),
    };
    if (Object.keys(invalid).length > 0) refuse(invalid);
    else
      void run(async () => {
        if (!sentCode.sent) return;
        const { password, repeated } = passwords;
        await resetPassword({ username, code, requestId: sentCode.sent.requestId, password, repeated });
        passwords.clear();
        setStep('done');
      });
  };

  const submits = { captcha: submitCaptcha, mobile: submitMobile, reset: submitReset, done: undefined };
  return {
    ...{ step, captcha, username, setUsername, sentCode, code, setCode, passwords, errors, busy, goBack },
    submit: submits[step],
    renewCaptcha: () => void run(renewCaptcha),
    resendCode: () => void requestCode(),
  };
};

export type PasswordReset = ReturnType<typeof usePasswordReset>;
