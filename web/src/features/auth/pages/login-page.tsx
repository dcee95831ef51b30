import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router';
import { useSignedIn } from '../../../shared/api/session.js';
import { Button } from '../../../shared/ui/button.js';
import { FormAlerts } from '../../../shared/ui/form-alerts.js';
import { AuthCard } from '../components/auth-card.js';
import { LoginFields } from '../components/login-fields.js';
import { useLoginForm } from '../hooks/use-login-form.js';
import { authPath, redirectTarget } from '../lib/redirect-target.js';

const INTROS = {
  username: 'introUsername',
  captcha: 'introCaptcha',
  password: 'introPassword',
  code: 'secondFactor.intro',
} as const;

/** Sign-in in two steps: the username, then the password (accounts-and-library.txt §2, §4); staff add a code. */
export const LoginPage = () => {
  const { t } = useTranslation('auth');
  const [params] = useSearchParams();
  const signedIn = useSignedIn();
  const form = useLoginForm(params, signedIn);

  if (signedIn && !form.isAtLastStep) return <Navigate to={redirectTarget(params) ?? '/'} replace />;

  return (
    <AuthCard
      title={t('title')}
      intro={t(INTROS[form.step])}
      onSubmit={form.submit}
      errors={form.errors}
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
      <LoginFields form={form} />
      <FormAlerts texts={form.errors.general} />
      <Button look="main" type="submit" busy={form.busy}>
        {t(form.step === 'password' || form.step === 'code' ? 'submit' : 'next')}
      </Button>
    </AuthCard>
  );
};
