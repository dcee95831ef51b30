import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router';
import { useSignedIn } from '../../../shared/api/session.js';
import { useTitle } from '../../../shared/lib/use-title.js';
import { Button, ButtonLink } from '../../../shared/ui/button.js';
import { FormAlerts } from '../../../shared/ui/form-alerts.js';
import { Notice } from '../../../shared/ui/notice.js';
import { AuthCard } from '../components/auth-card.js';
import { PasswordResetFields } from '../components/password-reset-fields.js';
import { usePasswordReset } from '../hooks/use-password-reset.js';
import { authPath } from '../lib/redirect-target.js';

const ResetDone = () => {
  const { t } = useTranslation('auth');
  return (
    <div className="auth__done">
      <Notice tone="success" live>
        {t('forgot.done')}
      </Notice>
      <ButtonLink look="main" icon="home" to="/">
        {t('forgot.toHome')}
      </ButtonLink>
    </div>
  );
};

/** Password reset: a captcha, the mobile, then the code and a new password (accounts-and-library.txt §2, §4). */
export const ForgotPasswordPage = () => {
  const { t } = useTranslation('auth');
  const [params] = useSearchParams();
  const signedIn = useSignedIn();
  const reset = usePasswordReset(params, signedIn);
  const { step, captcha, errors, busy } = reset;
  useTitle(t('forgot.title'));

  if (signedIn) return <Navigate to="/" replace />;

  return (
    <AuthCard
      title={t('forgot.title')}
      intro={step === 'done' ? undefined : t(`forgot.intro.${step}`)}
      onSubmit={reset.submit}
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
      <PasswordResetFields reset={reset} />
      <FormAlerts texts={errors.general} />
      {step === 'done' ? (
        <ResetDone />
      ) : (
        <Button look="main" type="submit" busy={busy} disabled={step === 'captcha' && captcha.image === null}>
          {t(step === 'reset' ? 'forgot.submit' : 'next')}
        </Button>
      )}
    </AuthCard>
  );
};
