import { CODE_LENGTH } from '@hamkhan/contracts/http/auth';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router';
import { CodeField } from '../../../shared/account/code-field.js';
import { Who } from '../../../shared/account/who.js';
import { useSignedIn } from '../../../shared/api/session.js';
import { useFormat } from '../../../shared/lib/format.js';
import { normaliseUsername } from '../../../shared/lib/normalise.js';
import { useFormErrors } from '../../../shared/lib/use-form-errors.js';
import { useTitle } from '../../../shared/lib/use-title.js';
import { Button, ButtonLink } from '../../../shared/ui/button.js';
import { TextField } from '../../../shared/ui/field.js';
import { FormAlerts } from '../../../shared/ui/form-alerts.js';
import { Notice } from '../../../shared/ui/notice.js';
import { wantsCaptcha } from '../api/captcha.js';
import { requestResetCode, resetPassword } from '../api/password.js';
import { AuthCard } from '../components/auth-card.js';
import { CaptchaField } from '../components/captcha-field.js';
import { PasswordPair } from '../components/password-pair.js';
import { useCaptcha } from '../hooks/use-captcha.js';
import { usePasswordPair } from '../hooks/use-password-pair.js';
import { useStepBack } from '../hooks/use-step-back.js';
import { authPath } from '../lib/way-back.js';

const FIELDS = ['captchaInput', 'username', 'verification_code', 'password1', 'password2'] as const;
type Step = 'captcha' | 'mobile' | 'reset' | 'done';

/** A forgotten password: a captcha, the mobile, then code and new password (accounts-and-library.txt §2, §4). */
export const ForgotPasswordPage = () => {
  const { t } = useTranslation('auth');
  const { digits } = useFormat();
  const [params] = useSearchParams();
  const signedIn = useSignedIn();
  const [step, setStep] = useState<Step>('captcha');
  const captcha = useCaptcha();
  const [username, setUsername] = useState(normaliseUsername(params.get('mobile') ?? ''));
  const [sent, setSent] = useState<{ requestId: string; at: number } | null>(null);
  const [code, setCode] = useState('');
  const pair = usePasswordPair();
  const { errors, busy, run, clear, refuse } = useFormErrors(FIELDS);
  const { forward, back } = useStepBack(() => {
    clear();
    setStep('mobile');
  }, step === 'done');
  useTitle(t('forgot.title'));

  const renew = async () => {
    if (await captcha.renew()) setStep('mobile');
  };
  const fetchFirst = useEffectEvent(() => {
    if (!signedIn) void run(renew);
  });
  useEffect(() => fetchFirst(), []);

  if (signedIn) return <Navigate to="/" replace />;

  const submitCaptcha = () => {
    if (captcha.isEmpty) {
      refuse({ captchaInput: [t('errors.required')] });
      return;
    }
    void run(async () => {
      const wrong = await captcha.answer();
      if (wrong === null) setStep('mobile');
      else refuse({ captchaInput: [wrong] });
    });
  };

  const requestCode = () =>
    run(async () => {
      try {
        const requestId = await requestResetCode(normaliseUsername(username));
        setSent({ requestId, at: Date.now() });
        setStep('reset');
        forward();
      } catch (error) {
        if (!wantsCaptcha(error)) throw error;
        setStep('captcha');
        await renew();
      }
    });

  const submitMobile = () => {
    const name = normaliseUsername(username);
    setUsername(name);
    if (name === '') refuse({ username: [t('errors.required')] });
    else void requestCode();
  };

  const submitReset = () => {
    const faults = pair.faults();
    const codeFault = code.length < CODE_LENGTH ? { verification_code: [t('errors.codeShort')] } : {};
    if (Object.keys({ ...faults, ...codeFault }).length > 0) {
      refuse({ ...codeFault, ...faults });
      return;
    }
    void run(async () => {
      if (!sent) return;
      const { password, repeated } = pair;
      await resetPassword({ username, code, requestId: sent.requestId, password, repeated });
      pair.empty();
      setStep('done');
    });
  };

  const submits: Record<Step, (() => void) | undefined> = {
    captcha: submitCaptcha,
    mobile: submitMobile,
    reset: submitReset,
    done: undefined,
  };

  return (
    <AuthCard
      title={t('forgot.title')}
      intro={step === 'done' ? undefined : t(`forgot.intro.${step}`)}
      onSubmit={submits[step]}
      errors={errors}
      foot={
        <>
          <Link className="link" to={authPath('/user/login/', params)}>
            {t('forgot.login')}
          </Link>
          <Link className="link" to="/">
            {t('forgot.home')}
          </Link>
        </>
      }
    >
      {step === 'captcha' ? (
        <CaptchaField
          image={captcha.image}
          value={captcha.typed}
          onChange={captcha.setTyped}
          onRenew={() => void run(renew)}
          errors={errors.fields.captchaInput}
        />
      ) : null}
      {step === 'mobile' ? (
        <TextField
          label={t('register.mobile')}
          name="username"
          dir="ltr"
          inputMode="tel"
          autoComplete="username"
          placeholder="09123456789"
          autoFocus
          value={username}
          onChange={(text) => setUsername(normaliseUsername(text))}
          errors={errors.fields.username}
        />
      ) : null}
      {step === 'reset' ? (
        <>
          <Who name={digits(username)} changeLabel={t('change')} onChange={back} />
          <CodeField
            name="verification_code"
            value={code}
            onChange={setCode}
            errors={errors.fields.verification_code}
            sentAt={sent?.at ?? 0}
            onResend={() => void requestCode()}
            busy={busy}
          />
          <PasswordPair pair={pair} errors={errors.fields} />
        </>
      ) : null}
      <FormAlerts texts={errors.general} />
      {step === 'done' ? (
        <div className="auth__done">
          <Notice tone="success" live>
            {t('forgot.done')}
          </Notice>
          <ButtonLink look="main" icon="home" to="/">
            {t('forgot.toHome')}
          </ButtonLink>
        </div>
      ) : (
        <Button look="main" type="submit" busy={busy} disabled={step === 'captcha' && captcha.image === null}>
          {t(step === 'reset' ? 'forgot.submit' : 'next')}
        </Button>
      )}
    </AuthCard>
  );
};
