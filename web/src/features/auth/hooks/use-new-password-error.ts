import { PASSWORD_MIN } from '@hamkhan/contracts/http/auth';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { passwordFault } from '../lib/password-error.js';

/** Says in words what is wrong with a password someone chooses; null where nothing is. */
export const useNewPasswordError = () => {
  const { t } = useTranslation('auth');
  const { digits } = useFormat();
  return (password: string): string | null => {
    const fault = passwordFault(password);
    return fault && t(`newPassword.${fault}`, { min: digits(PASSWORD_MIN) });
  };
};
