import { PASSWORD_MIN } from '@hamkhan/contracts/http/auth';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/lib/format.js';
import { passwordFault } from '../lib/password-error.js';

/** A new password and its repetition, and what is wrong with them, in words (ACC-REGISTER-20 to -22). */
export const usePasswordPair = () => {
  const { t } = useTranslation('auth');
  const { digits } = useFormat();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');

  const faults = (): { password1?: readonly string[]; password2?: readonly string[] } => {
    const fault = passwordFault(password);
    if (fault) return { password1: [t(`otherPassword.${fault}`, { min: digits(PASSWORD_MIN) })] };
    if (repeated === '') return { password2: [t('otherPassword.required')] };
    return password === repeated ? {} : { password2: [t('otherPassword.mismatch')] };
  };
  const empty = () => {
    setPassword('');
    setRepeated('');
  };
  return { password, setPassword, repeated, setRepeated, faults, empty };
};
