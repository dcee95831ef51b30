import { PASSWORD_MIN, PASSWORD_PATTERN } from '@hamkhan/contracts/http/auth';

export type PasswordProblem = 'required' | 'short' | 'characters';

/** Why the server would refuse a new password; null if it is acceptable (decisions.md G01, G78). */
export const passwordProblem = (password: string): PasswordProblem | null => {
  if (password === '') return 'required';
  if (!PASSWORD_PATTERN.test(password)) return 'characters';
  return password.length < PASSWORD_MIN ? 'short' : null;
};
