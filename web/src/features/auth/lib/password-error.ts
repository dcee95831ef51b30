import { PASSWORD_MIN, PASSWORD_PATTERN } from '@hamkhan/contracts/http/auth';

export type PasswordFault = 'required' | 'short' | 'characters';

/** What is wrong with a password someone chooses, before it is sent (decisions.md G01, G78). */
export const passwordFault = (password: string): PasswordFault | null => {
  if (password === '') return 'required';
  if (!PASSWORD_PATTERN.test(password)) return 'characters';
  return password.length < PASSWORD_MIN ? 'short' : null;
};
