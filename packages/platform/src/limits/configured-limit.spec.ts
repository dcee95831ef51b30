import { AVATAR_UPLOADS, CODE_PAUSE, CODES_PER_DAY, LOGIN_FAILURES } from '@hamkhan/contracts/rate-limits';
import { describe, expect, it } from '@jest/globals';
import { configuredLimit } from './configured-limit.js';

describe('configuredLimit', () => {
  it('takes number and window from the environment', () => {
    const config = { LOGIN_FAILURES_MAX: 3, LOGIN_FAILURES_WINDOW_MINUTES: 2 };
    expect(configuredLimit(LOGIN_FAILURES, config)).toEqual({
      ...LOGIN_FAILURES,
      max: 3,
      windowMs: 120_000,
    });
  });

  it('keeps values that have no setting', () => {
    expect(configuredLimit(AVATAR_UPLOADS, {})).toEqual(AVATAR_UPLOADS);
    expect(configuredLimit(CODES_PER_DAY, { CODES_PER_DAY: 4 })).toEqual({ ...CODES_PER_DAY, max: 4 });
    expect(configuredLimit(CODE_PAUSE, { CODE_RESEND_SECONDS: 1 })).toEqual({
      ...CODE_PAUSE,
      windowMs: 1_000,
    });
  });
});
