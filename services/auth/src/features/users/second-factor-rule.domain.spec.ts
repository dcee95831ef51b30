import { describe, expect, it } from '@jest/globals';
import { isSecondFactorRequired } from './second-factor-rule.domain.js';

const reader = { isStaff: false, isSuperuser: false };
const staff = { isStaff: true, isSuperuser: false };
const superuser = { isStaff: false, isSuperuser: true };

describe('isSecondFactorRequired', () => {
  it('is true for staff and superusers in production only', () => {
    const inProduction = [reader, staff, superuser].map((user) => isSecondFactorRequired(user, 'production'));
    expect(inProduction).toEqual([false, true, true]);
    expect(isSecondFactorRequired(superuser, 'local')).toBe(false);
  });
});
