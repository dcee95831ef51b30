import { UI_LANGUAGES } from '@hamkhan/contracts/languages';
import { Trans, useTranslation } from 'react-i18next';
import { Link, Navigate, useParams, useSearchParams } from 'react-router';
import { MobileField } from '../../../shared/account/mobile-field.js';
import { useSignedIn } from '../../../shared/api/session.js';
import { Button } from '../../../shared/ui/button.js';
import { SelectField } from '../../../shared/ui/field.js';
import { FormAlerts } from '../../../shared/ui/form-alerts.js';
import { AccountFields } from '../components/account-fields.js';
import { AuthCard } from '../components/auth-card.js';
import { type RegistrationForm, useRegistrationForm } from '../hooks/use-registration-form.js';
import { authPath, redirectTarget } from '../lib/redirect-target.js';

const LoginLink = ({ params }: { params: URLSearchParams }) => {
  const { t } = useTranslation('auth');
  return (
    <span>
      <span className="soft">{t('register.haveAccount')}</span>{' '}
      <Link className="link" to={authPath('/user/login/', params)}>
        {t('submit')}
      </Link>
    </span>
  );
};

const Terms = () => {
  const { t } = useTranslation('auth');
  return (
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
  );
};

const RegistrationFields = ({ form }: { form: RegistrationForm }) => {
  const { t: tc } = useTranslation();
  const { fields, errors } = form;
  return (
    <>
      {form.step === 0 ? (
        <MobileField
          value={fields.values.mobile}
          onChange={fields.setMobile}
          errors={errors.fields.mobile}
          readOnly={form.isMobileGiven}
        />
      ) : (
        <AccountFields form={form} />
      )}
      <SelectField
        label={tc('language')}
        options={UI_LANGUAGES.map((one) => ({ value: one, label: tc(`languages.${one}`) }))}
        value={fields.values.language}
        onChange={form.chooseLanguage}
      />
    </>
  );
};

/** Registration in two steps: the mobile, then the code and the account (accounts-and-library.txt §2, §4). */
export const RegisterPage = () => {
  const { t } = useTranslation('auth');
  const { t: tc } = useTranslation();
  const { campaign } = useParams();
  const [params] = useSearchParams();
  const signedIn = useSignedIn();
  const form = useRegistrationForm(params, signedIn);
  const { step, errors, busy } = form;
  const referralCode = params.get('ref');
  const target = campaign ? `/campaign/${encodeURIComponent(campaign)}/` : (redirectTarget(params) ?? '/');

  if (signedIn && !form.isAtLastStep) return <Navigate to={target} replace />;

  return (
    <AuthCard
      title={t('register.title')}
      intro={t(step === 0 ? 'register.introMobile' : 'register.introAccount')}
      onSubmit={form.submit}
      errors={errors}
      foot={<LoginLink params={params} />}
    >
      {referralCode ? <p className="auth__note">{t('register.referral', { code: referralCode })}</p> : null}
      <RegistrationFields form={form} />
      <FormAlerts texts={errors.general} />
      <Button look="main" type="submit" busy={busy}>
        {t(step === 0 ? 'register.next' : 'register.submit')}
      </Button>
      {step === 1 ? (
        <Button look="plain" onClick={form.goBack}>
          {tc('back')}
        </Button>
      ) : null}
      <Terms />
    </AuthCard>
  );
};
