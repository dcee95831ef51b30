import { useTranslation } from 'react-i18next';
import { typedMobile } from '../lib/mobile.js';
import { TextField } from '../ui/field.js';

/** A field for a mobile number; digits become English ones, other characters are removed (ACC-REGISTER-14, ACC-REGISTER-15). */
export const MobileField = ({
  label,
  value,
  onChange,
  errors,
  readOnly = false,
}: {
  /** Defaults to "Mobile number". */
  label?: string;
  value: string;
  onChange: (value: string) => void;
  errors: readonly string[] | undefined;
  readOnly?: boolean;
}) => {
  const { t } = useTranslation('auth');
  return (
    <TextField
      label={label ?? t('register.mobile')}
      name="mobile"
      type="tel"
      dir="ltr"
      inputMode="numeric"
      autoComplete="tel-national"
      placeholder="09123456789"
      readOnly={readOnly}
      autoFocus
      value={value}
      onChange={(text) => onChange(typedMobile(text))}
      errors={errors}
    />
  );
};
