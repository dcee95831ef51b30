import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../../shared/ui/field.js';
import type { PasswordPairErrors, usePasswordPair } from '../hooks/use-password-pair.js';

/** Two fields: a new password and its repetition. */
export const PasswordPair = ({
  pair,
  errors,
}: {
  pair: ReturnType<typeof usePasswordPair>;
  errors: PasswordPairErrors;
}) => {
  const { t } = useTranslation('auth');
  return (
    <>
      <PasswordField
        label={t('otherPassword.label')}
        name="password1"
        autoComplete="new-password"
        value={pair.password}
        onChange={pair.setPassword}
        errors={errors.password1}
      />
      <PasswordField
        label={t('otherPassword.repeat')}
        name="password2"
        autoComplete="new-password"
        value={pair.repeated}
        onChange={pair.setRepeated}
        errors={errors.password2}
      />
    </>
  );
};
