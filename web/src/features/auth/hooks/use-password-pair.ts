import { PASSWORD_MIN } from '@hamkhan/contracts/http/auth';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { passwordProblem } from '../lib/password-problem.js';

export type PasswordPairErrors = { password1?: readonly string[]; password2?: readonly string[] };

/** A new password and its repetition, with their error texts (ACC-REGISTER-20 to -22). */
export const usePasswordPair = () => {
  const { t } = useTranslation('auth');
  const { digits } = useFormat();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');

  const validate = (): PasswordPairErrors => {
    const problem = passwordProblem(password);
    if (problem) return { password1: [t(`otherPassword.${problem}`, { min: digits(PASSWORD_MIN) })] };
    if (repeated === '') return { password2: [t('otherPassword.required')] };
    return password === repeated ? {} : { password2: [t('otherPassword.mismatch')] };
  };
  const clear = () => {
    setPassword('');
    setRepeated('');
  };
  return { password, setPassword, repeated, setRepeated, validate, clear };
};
