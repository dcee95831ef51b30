import { useTranslation } from 'react-i18next';
import { AccountRow } from '../../../shared/account/account-row.js';
import { CodeField } from '../../../shared/account/code-field.js';
import { useFormat } from '../../../shared/lib/format.js';
import { PasswordField, TextField } from '../../../shared/ui/field.js';
import type { RegistrationForm } from '../hooks/use-registration-form.js';

/** The second step of registration: the code, the password and the name. */
export const AccountFields = ({ form }: { form: RegistrationForm }) => {
  const { t } = useTranslation('auth');
  const { digits } = useFormat();
  const { fields, errors, busy } = form;
  const { mobile, code, password, firstName, lastName } = fields.values;
  return (
    <>
      <AccountRow
        name={digits(mobile)}
        changeLabel={t('change')}
        onChange={form.isMobileGiven ? undefined : form.goBack}
      />
      <CodeField
        name="code"
        value={code}
        onChange={fields.setCode}
        errors={errors.fields.code}
        sentAt={fields.sentCode.sent?.at ?? 0}
        onResend={form.resendCode}
        busy={busy}
      />
      <input type="hidden" name="username" autoComplete="username" value={mobile} readOnly />
      <PasswordField
        label={t('password')}
        name="password1"
        autoComplete="new-password"
        value={password}
        onChange={fields.setPassword}
        errors={[...(errors.fields.password1 ?? []), ...(errors.fields.password2 ?? [])]}
      />
      <div className="auth__pair">
        <TextField
          label={t('firstName')}
          name="first_name"
          autoComplete="given-name"
          value={firstName}
          onChange={fields.setFirstName}
          errors={errors.fields.first_name}
        />
        <TextField
          label={t('lastName')}
          name="last_name"
          autoComplete="family-name"
          value={lastName}
          onChange={fields.setLastName}
          errors={errors.fields.last_name}
        />
      </div>
    </>
  );
};
