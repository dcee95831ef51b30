import { PASSWORD_MIN } from '@hamkhan/contracts/http/auth';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { passwordProblem } from '../lib/password-problem.js';

/** Returns a function that gives the error text for a new password; null if it is acceptable. */
export const usePasswordError = () => {
  const { t } = useTranslation('auth');
  const { digits } = useFormat();
  return (password: string): string | null => {
    const problem = passwordProblem(password);
    return problem && t(`newPassword.${problem}`, { min: digits(PASSWORD_MIN) });
  };
};
