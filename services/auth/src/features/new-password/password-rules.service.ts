import { STAFF_PASSWORD_MIN } from '@hamkhan/contracts/http/auth';
import { fieldError } from '@hamkhan/platform/http/field-error';
import { Injectable } from '@nestjs/common';
import { normaliseIdentifier } from '../users/identifier.domain.js';
import type { User } from '../users/users.repository.js';
import { CommonPasswords } from './common-passwords.js';
import { hasNameInside } from './name-in-password.domain.js';

/** What the rules need to know of the account of a new password. */
export type PasswordOwner = Pick<User, 'username' | 'mobile' | 'email' | 'isStaff' | 'isSuperuser'>;

/** Rules of a new password beyond its characters and the minimum for readers, which the request schemas check. */
@Injectable()
export class PasswordRules {
  constructor(private readonly common: CommonPasswords) {}

  /** @throws an error of the form field `field`: PASSWORD_SHORT for staff, PASSWORD_HAS_NAME, PASSWORD_COMMON. */
  async assertAcceptable(password: string, owner: PasswordOwner, field: string): Promise<void> {
    if ((owner.isStaff || owner.isSuperuser) && password.length < STAFF_PASSWORD_MIN) {
      throw fieldError(field, 'PASSWORD_SHORT', { params: { min: STAFF_PASSWORD_MIN } });
    }
    const names = [owner.username, owner.mobile, owner.email].filter((name) => name !== null);
    if (hasNameInside(password, names.map(normaliseIdentifier))) throw fieldError(field, 'PASSWORD_HAS_NAME');
    if (await this.common.has(password)) throw fieldError(field, 'PASSWORD_COMMON');
  }
}
