import type { UiLanguage } from '@hamkhan/contracts/languages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../../shared/api/api-error.js';
import { signIn } from '../../../shared/api/session.js';
import { changeLanguage } from '../../../shared/frame/change-language.js';
import { isMobile, typedMobile } from '../../../shared/lib/mobile.js';
import { useFormErrors } from '../../../shared/ui/use-form-errors.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { isKnownMobile, register } from '../api/registration.js';
import { authPath } from '../lib/redirect-target.js';
import { removeDraft } from '../lib/registration-draft.js';
import { usePasswordError } from './use-password-error.js';
import { useRegistrationFields } from './use-registration-fields.js';
import { isLastStep, useStepHistory } from './use-step-history.js';

const FIELDS = ['mobile', 'code', 'password1', 'password2', 'first_name', 'last_name'] as const;

type FieldValues = ReturnType<typeof useRegistrationFields>['values'];

/** Returns a function that gives the errors of the second step by field. */
const useAccountErrors = () => {
  const { t } = useTranslation('auth');
  const passwordError = usePasswordError();
  return ({ code, password, firstName, lastName }: FieldValues): Record<string, readonly string[]> => {
    const wrongPassword = passwordError(password);
    return {
      ...(code === '' ? { code: [t('errors.codeRequired')] } : {}),
      ...(wrongPassword === null ? {} : { password1: [wrongPassword] }),
      ...(firstName.trim() === '' ? { first_name: [t('errors.required')] } : {}),
      ...(lastName.trim() === '' ? { last_name: [t('errors.required')] } : {}),
    };
  };
};

/** The state of the registration form and the submit of its two steps: 0 asks for the mobile, 1 for code and account. */
export const useRegistrationForm = (params: URLSearchParams, signedIn: boolean) => {
  const { t } = useTranslation('auth');
  const { t: ts } = useTranslation('shell');
  const navigate = useNavigate();
  const location = useLocation();
  const givenMobile = typedMobile(params.get('mobile') ?? '');
  const fields = useRegistrationFields(givenMobile);
  const { values, sentCode } = fields;
  const { mobile, password } = values;
  // A reload keeps the step; a new visit starts with the first.
  const [step, setStep] = useState<0 | 1>(
    isLastStep(location.state) && sentCode.sent?.mobile === mobile ? 1 : 0,
  );
  const accountErrors = useAccountErrors();
  const { errors, busy, run, clear, refuse } = useFormErrors(FIELDS, (error) =>
    error instanceof ApiError && error.code === 'CLIENT.TIMEOUT' ? t('register.timeout') : undefined,
  );
  const { isAtLastStep, goForward, goBack } = useStepHistory(() => {
    clear();
    setStep(0);
  }, signedIn);

  const showAccountStep = () => {
    setStep(1);
    goForward();
  };
  const goToLogin = () => navigate(authPath('/user/login/', params, { mobile }), { replace: true });

  /** Runs a request; a mobile that already has an account leads to sign-in. True if the request succeeded. */
  const unlessRegistered = async (request: () => Promise<unknown>): Promise<boolean> => {
    try {
      await request();
      return true;
    } catch (error) {
      if (!isKnownMobile(error)) throw error;
      removeDraft();
      showMessage('info', t('register.exists'));
      await goToLogin();
      return false;
    }
  };

  const requestCode = () =>
    run(async () => {
      if (await unlessRegistered(() => sentCode.send(mobile))) showAccountStep();
    });

  const submitMobile = () => {
    if (!isMobile(mobile)) refuse({ mobile: [t('errors.mobileInvalid')] });
    else if (sentCode.isRecent(mobile)) {
      clear();
      showAccountStep();
    } else void requestCode();
  };

  const createAccount = async () => {
    const { sent } = sentCode;
    if (!sent) return;
    const account = { ...values, ...sent, referralCode: params.get('ref') };
    if (!(await unlessRegistered(() => register(account)))) return;
    removeDraft();
    try {
      await signIn(sent.mobile, password);
    } catch {
      showMessage('success', t('register.done'));
      await goToLogin();
    }
  };

  const submitAccount = () => {
    const invalid = accountErrors(values);
    if (Object.keys(invalid).length > 0) refuse(invalid);
    else void run(createAccount);
  };

  return {
    ...{ fields, step, errors, busy, isAtLastStep, goBack },
    isMobileGiven: givenMobile !== '',
    submit: step === 0 ? submitMobile : submitAccount,
    resendCode: () => void requestCode(),
    chooseLanguage: (language: UiLanguage) => {
      fields.setLanguage(language);
      changeLanguage(language, ts('profile.languageChanged'));
    },
  };
};

export type RegistrationForm = ReturnType<typeof useRegistrationForm>;
