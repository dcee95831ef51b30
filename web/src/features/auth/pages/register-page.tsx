import { UI_LANGUAGES, type UiLanguage } from '@hamkhan/contracts/languages';
import { useEffect, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { CodeField, RESEND_MS } from '../../../shared/account/code-field.js';
import { MobileField } from '../../../shared/account/mobile-field.js';
import { Who } from '../../../shared/account/who.js';
import { changeLanguage } from '../../../shared/i18n/change-language.js';
import { ApiError } from '../../../shared/api/api-error.js';
import { signIn, useSignedIn } from '../../../shared/api/session.js';
import { useFormat } from '../../../shared/lib/format.js';
import { isMobile, typedMobile } from '../../../shared/lib/mobile.js';
import { useFormErrors } from '../../../shared/lib/use-form-errors.js';
import { getLanguage } from '../../../shared/storage/settings.js';
import { Button } from '../../../shared/ui/button.js';
import { PasswordField, SelectField, TextField } from '../../../shared/ui/field.js';
import { FormAlerts } from '../../../shared/ui/form-alerts.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { isKnownMobile, register, requestRegistrationCode } from '../api/registration.js';
import { AuthCard } from '../components/auth-card.js';
import { useNewPasswordError } from '../hooks/use-new-password-error.js';
import { isAhead, useStepBack } from '../hooks/use-step-back.js';
import { dropDraft, keepDraft, keptDraft, type RegistrationDraft } from '../lib/registration-draft.js';
import { authPath, wayBack } from '../lib/way-back.js';

const FIELDS = ['mobile', 'code', 'password1', 'password2', 'first_name', 'last_name'] as const;

/** Joining, in two steps: the mobile, then the code that came and who you are (accounts-and-library.txt §2, §4). */
export const RegisterPage = () => {
  const { t } = useTranslation('auth');
  const { t: tc } = useTranslation();
  const { t: ts } = useTranslation('shell');
  const { digits } = useFormat();
  const navigate = useNavigate();
  const location = useLocation();
  const { campaign } = useParams();
  const [params] = useSearchParams();
  const signedIn = useSignedIn();
  const given = typedMobile(params.get('mobile') ?? '');
  const referralCode = params.get('ref');
  const target = campaign ? `/campaign/${encodeURIComponent(campaign)}/` : (wayBack(params) ?? '/');

  const [draft] = useState(() => keptDraft(given));
  const [mobile, setMobile] = useState(given || (draft?.mobile ?? ''));
  const [sent, setSent] = useState<RegistrationDraft['sent']>(draft?.sent ?? null);
  // A reload keeps the step; a new visit starts with the first.
  const [step, setStep] = useState<0 | 1>(isAhead(location.state) && sent?.mobile === mobile ? 1 : 0);
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [firstName, setFirstName] = useState(draft?.firstName ?? '');
  const [lastName, setLastName] = useState(draft?.lastName ?? '');
  const [language, setLanguage] = useState<UiLanguage>(getLanguage);
  const passwordError = useNewPasswordError();
  const { errors, busy, run, clear, refuse } = useFormErrors(FIELDS, (error) =>
    error instanceof ApiError && error.code === 'CLIENT.TIMEOUT' ? t('register.timeout') : undefined,
  );

  useEffect(() => {
    if (mobile + firstName + lastName === '') dropDraft();
    else keepDraft({ mobile, sent, firstName, lastName });
  }, [mobile, sent, firstName, lastName]);

  const { ahead, forward, back } = useStepBack(() => {
    clear();
    setStep(0);
  }, signedIn);

  if (signedIn && !ahead) return <Navigate to={target} replace />;

  const goToLogin = () => navigate(authPath('/user/login/', params, { mobile }), { replace: true });
  const leadToAccount = async () => {
    dropDraft();
    showMessage('info', t('register.exists'));
    await goToLogin();
  };

  const requestCode = () =>
    run(async () => {
      try {
        setSent({ mobile, requestId: await requestRegistrationCode(mobile), at: Date.now() });
        setStep(1);
        forward();
      } catch (error) {
        if (!isKnownMobile(error)) throw error;
        await leadToAccount();
      }
    });

  const submitMobile = () => {
    if (!isMobile(mobile)) {
      refuse({ mobile: [t('errors.mobileInvalid')] });
      return;
    }
    // A code that is on its way already is not asked for twice: the server would refuse.
    if (sent?.mobile === mobile && Date.now() - sent.at < RESEND_MS) {
      clear();
      setStep(1);
      forward();
    } else void requestCode();
  };

  const submitAccount = () => {
    const required = (value: string) => (value.trim() === '' ? [t('errors.required')] : undefined);
    const fault = passwordError(password);
    const found = {
      code: code === '' ? [t('errors.codeRequired')] : undefined,
      password1: fault ? [fault] : undefined,
      first_name: required(firstName),
      last_name: required(lastName),
    };
    if (Object.values(found).some((one) => one !== undefined)) {
      refuse(Object.fromEntries(Object.entries(found).filter(([, one]) => one !== undefined)));
      return;
    }
    void run(async () => {
      if (!sent) return;
      try {
        await register({
          mobile: sent.mobile,
          code,
          requestId: sent.requestId,
          firstName,
          lastName,
          password,
          language,
          referralCode,
        });
      } catch (error) {
        if (!isKnownMobile(error)) throw error;
        await leadToAccount();
        return;
      }
      dropDraft();
      try {
        await signIn(sent.mobile, password);
      } catch {
        showMessage('success', t('register.done'));
        await goToLogin();
      }
    });
  };

  const chooseLanguage = (next: UiLanguage) => {
    setLanguage(next);
    changeLanguage(next, ts('profile.languageChanged'));
  };

  return (
    <AuthCard
      title={t('register.title')}
      intro={t(step === 0 ? 'register.introMobile' : 'register.introAccount')}
      onSubmit={step === 0 ? submitMobile : submitAccount}
      errors={errors}
      foot={
        <span>
          <span className="soft">{t('register.haveAccount')}</span>{' '}
          <Link className="link" to={authPath('/user/login/', params)}>
            {t('submit')}
          </Link>
        </span>
      }
    >
      {referralCode ? <p className="auth__note">{t('register.referral', { code: referralCode })}</p> : null}
      {step === 0 ? (
        <MobileField
          value={mobile}
          onChange={setMobile}
          errors={errors.fields.mobile}
          readOnly={given !== ''}
        />
      ) : (
        <>
          <Who name={digits(mobile)} changeLabel={t('change')} onChange={given === '' ? back : undefined} />
          <CodeField
            name="code"
            value={code}
            onChange={setCode}
            errors={errors.fields.code}
            sentAt={sent?.at ?? 0}
            onResend={() => void requestCode()}
            busy={busy}
          />
          <input type="hidden" name="username" autoComplete="username" value={mobile} readOnly />
          <PasswordField
            label={t('password')}
            name="password1"
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
            errors={[...(errors.fields.password1 ?? []), ...(errors.fields.password2 ?? [])]}
          />
          <div className="auth__pair">
            <TextField
              label={t('firstName')}
              name="first_name"
              autoComplete="given-name"
              value={firstName}
              onChange={setFirstName}
              errors={errors.fields.first_name}
            />
            <TextField
              label={t('lastName')}
              name="last_name"
              autoComplete="family-name"
              value={lastName}
              onChange={setLastName}
              errors={errors.fields.last_name}
            />
          </div>
        </>
      )}
      <SelectField
        label={tc('language')}
        options={UI_LANGUAGES.map((one) => ({ value: one, label: tc(`languages.${one}`) }))}
        value={language}
        onChange={chooseLanguage}
      />
      <FormAlerts texts={errors.general} />
      <Button look="main" type="submit" busy={busy}>
        {t(step === 0 ? 'register.next' : 'register.submit')}
      </Button>
      {step === 1 ? (
        <Button look="plain" onClick={back}>
          {tc('back')}
        </Button>
      ) : null}
      <p className="auth__note">
        <Trans
          t={t}
          i18nKey="register.terms"
          components={{
            terms: <Link className="link" to="/page/terms-of-use/" />,
            privacy: <Link className="link" to="/page/privacy/" />,
          }}
        />
      </p>
    </AuthCard>
  );
};
