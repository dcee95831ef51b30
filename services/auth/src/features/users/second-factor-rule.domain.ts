import type { AuthConfig } from '../../config.js';
import type { User } from './users.repository.js';

type Roles = Pick<User, 'isStaff' | 'isSuperuser'>;

export const isStaffMember = ({ isStaff, isSuperuser }: Roles): boolean => isStaff || isSuperuser;

/** Whether an account must have a second factor: staff and superusers, where real readers are served. */
export const isSecondFactorRequired = (user: Roles, deployment: AuthConfig['DEPLOYMENT']): boolean =>
  isStaffMember(user) && deployment === 'production';
