import { CODE_LENGTH } from '@hamkhan/contracts/http/auth';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSentCode } from '../../../shared/account/use-sent-code.js';
import { ApiError } from '../../../shared/api/api-error.js';
import { type CurrentUser, useShowMobile } from '../../../shared/api/session.js';
import { isMobile } from '../../../shared/lib/mobile.js';
import { useFormErrors } from '../../../shared/ui/use-form-errors.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { requestMobileCode, updateMobile } from '../api/mobile.js';

const FIELDS = ['mobile', 'password', 'code'] as const;

/** Whether an error concerns a field of the first step. */
const isMobileStepError = (error: unknown): boolean =>
  error instanceof ApiError && ('mobile' in error.fields || 'password' in error.fields);

/** The state of the form that changes the mobile of an account, and the submit of its two steps. */
export const useMobileChange = (user: CurrentUser, onSaved: () => void) => {
  const { t } = useTranslation('profile');
  const { t: ta } = useTranslation('auth');
  const showMobile = useShowMobile();
  const [step, setStep] = useState<'mobile' | 'code'>('mobile');
  const [mobile, setMobile] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const sentCode = useSentCode((to) => requestMobileCode(to, password));
  const { errors, busy, run, clear, refuse } = useFormErrors(FIELDS);

  const withMobileStepErrors = async <T>(request: () => Promise<T>): Promise<T> => {
    try {
      return await request();
    } catch (error) {
      if (isMobileStepError(error)) setStep('mobile');
      throw error;
    }
  };

  const requestCode = () =>
    run(async () => {
      await withMobileStepErrors(() => sentCode.send(mobile));
      setCode('');
      setStep('code');
    });

  const mobileError = () => {
    if (!isMobile(mobile)) return ta('errors.mobileInvalid');
    return mobile === user.mobile ? t('mobile.same') : null;
  };

  const submitMobile = () => {
    const wrong = mobileError();
    if (wrong !== null || password === '')
      refuse({
        ...(wrong === null ? {} : { mobile: [wrong] }),
        ...(password === '' ? { password: [ta('errors.passwordRequired')] } : {}),
      });
    else if (sentCode.isRecent(mobile)) {
      clear();
      setStep('code');
    } else void requestCode();
  };

  const submitCode = () => {
    if (code.length < CODE_LENGTH)
      refuse({ code: [code === '' ? ta('errors.codeRequired') : ta('errors.codeShort')] });
    else
      void run(async () => {
        const { sent } = sentCode;
        if (!sent) return;
        void showMobile(await withMobileStepErrors(() => updateMobile({ ...sent, code, password })));
        showMessage('success', t('mobile.saved'));
        onSaved();
      });
  };

  return {
    ...{ step, mobile, setMobile, password, setPassword, code, setCode, sentCode, errors, busy },
    isChanged: mobile !== '' || code !== '',
    submit: step === 'mobile' ? submitMobile : submitCode,
    resendCode: () => void requestCode(),
    goBack: () => {
      clear();
      setStep('mobile');
    },
  };
};

export type MobileChange = ReturnType<typeof useMobileChange>;
