import type { ErrorCode } from './errors.js';

/** A rate limit. Its window begins with the first call (C08). */
export type RateLimit = {
  /** Name of the counter. */
  readonly name: string;
  /** Who is counted. */
  readonly per: 'address' | 'user' | 'mobile' | 'account' | 'username and address' | 'all callers';
  readonly max: number;
  readonly windowMs: number;
  readonly error: ErrorCode;
  /** Environment variable that sets `max`; without one it is fixed. */
  readonly setting?: string;
  /** Environment variable that sets the window, in units of `unitMs`; without one it is fixed. */
  readonly windowSetting?: { readonly name: string; readonly unitMs: number };
};

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Failed logins of one username from one address. */
export const LOGIN_FAILURES = {
  name: 'login',
  per: 'username and address',
  max: 10,
  windowMs: 15 * MINUTE_MS,
  error: 'AUTH.TOO_MANY_LOGINS',
  setting: 'LOGIN_FAILURES_MAX',
  windowSetting: { name: 'LOGIN_FAILURES_WINDOW_MINUTES', unitMs: MINUTE_MS },
} as const satisfies RateLimit;

/** Logins from one address, successful or not. A campus or a mobile carrier may share one address. */
export const LOGINS_PER_ADDRESS = {
  name: 'login-address',
  per: 'address',
  max: 600,
  windowMs: HOUR_MS,
  error: 'AUTH.TOO_MANY_LOGINS',
  setting: 'LOGINS_PER_HOUR_PER_ADDRESS',
} as const satisfies RateLimit;

/**
 * Failed logins of one account from addresses that it has never signed in from, all together. Above it each attempt uses up a
 * solved captcha.
 */
export const ACCOUNT_FAILURES = {
  name: 'login-account',
  per: 'account',
  max: 20,
  windowMs: HOUR_MS,
  error: 'AUTH.TOO_MANY_LOGINS',
  setting: 'LOGIN_FAILURES_PER_ACCOUNT',
} as const satisfies RateLimit;

/** Failed logins of one account with a solved captcha. Above it unknown addresses wait; a new password by SMS ends the wait. */
export const ACCOUNT_FAILURES_WITH_CAPTCHA = {
  name: 'login-account-captcha',
  per: 'account',
  max: 40,
  windowMs: HOUR_MS,
  error: 'AUTH.ACCOUNT_LOCKED',
  setting: 'LOGIN_FAILURES_PER_ACCOUNT_WITH_CAPTCHA',
} as const satisfies RateLimit;

export const USERNAME_CHECKS_PER_MINUTE = {
  name: 'check-minute',
  per: 'address',
  max: 30,
  windowMs: MINUTE_MS,
  error: 'AUTH.TOO_MANY_REQUESTS',
  setting: 'USERNAME_CHECKS_PER_MINUTE',
} as const satisfies RateLimit;

export const USERNAME_CHECKS_PER_DAY = {
  name: 'check-day',
  per: 'address',
  max: 200,
  windowMs: DAY_MS,
  error: 'AUTH.TOO_MANY_REQUESTS',
  setting: 'USERNAME_CHECKS_PER_DAY',
} as const satisfies RateLimit;

/** Registrations from one address: each one hashes a password. */
export const REGISTRATIONS = {
  name: 'register',
  per: 'address',
  max: 60,
  windowMs: HOUR_MS,
  error: 'AUTH.TOO_MANY_REQUESTS',
} as const satisfies RateLimit;

export const CODES_PER_ADDRESS = {
  name: 'code-address',
  per: 'address',
  max: 20,
  windowMs: HOUR_MS,
  error: 'AUTH.TOO_MANY_CODES',
  setting: 'CODES_PER_HOUR_PER_ADDRESS',
} as const satisfies RateLimit;

/** Pause between two codes. */
export const CODE_PAUSE = {
  name: 'code-pause',
  per: 'mobile',
  max: 1,
  windowMs: 60 * SECOND_MS,
  error: 'AUTH.TOO_MANY_CODES',
  windowSetting: { name: 'CODE_RESEND_SECONDS', unitMs: SECOND_MS },
} as const satisfies RateLimit;

export const CODES_PER_HOUR = {
  name: 'code-hour',
  per: 'mobile',
  max: 5,
  windowMs: HOUR_MS,
  error: 'AUTH.TOO_MANY_CODES',
  setting: 'CODES_PER_HOUR',
} as const satisfies RateLimit;

export const CODES_PER_DAY = {
  name: 'code-day',
  per: 'mobile',
  max: 10,
  windowMs: DAY_MS,
  error: 'AUTH.TOO_MANY_CODES',
  setting: 'CODES_PER_DAY',
} as const satisfies RateLimit;

/** Codes that a guest requests for a mobile without a captcha; the rest of `CODES_PER_HOUR` uses up a solved captcha each. */
export const CODES_WITHOUT_CAPTCHA = {
  name: 'code-free',
  per: 'mobile',
  max: 3,
  windowMs: HOUR_MS,
  error: 'AUTH.TOO_MANY_CODES',
  setting: 'CODES_PER_HOUR_WITHOUT_CAPTCHA',
} as const satisfies RateLimit;

/** Codes of a day for all mobiles together: each one costs money. */
export const CODES_IN_ALL = {
  name: 'code-all',
  per: 'all callers',
  max: 5_000,
  windowMs: DAY_MS,
  error: 'AUTH.SMS_NOT_SENT',
  setting: 'CODES_PER_DAY_IN_ALL',
} as const satisfies RateLimit;

/** The limits of each call that sends a code. */
export const CODE_LIMITS = [
  CODES_PER_ADDRESS,
  CODE_PAUSE,
  CODES_PER_HOUR,
  CODES_PER_DAY,
  CODES_IN_ALL,
] as const;

export const CAPTCHAS = {
  name: 'captcha',
  per: 'address',
  max: 30,
  windowMs: MINUTE_MS,
  error: 'AUTH.TOO_MANY_REQUESTS',
  setting: 'CAPTCHAS_PER_MINUTE',
} as const satisfies RateLimit;

/** Wrong current passwords. */
export const PASSWORD_GUESSES = {
  name: 'old-password',
  per: 'user',
  max: 10,
  windowMs: 15 * MINUTE_MS,
  error: 'AUTH.TOO_MANY_REQUESTS',
  setting: 'LOGIN_FAILURES_MAX',
  windowSetting: { name: 'LOGIN_FAILURES_WINDOW_MINUTES', unitMs: MINUTE_MS },
} as const satisfies RateLimit;

/** Wrong codes of a second factor, from whichever address. */
export const SECOND_FACTOR_GUESSES = {
  name: 'second-factor',
  per: 'account',
  max: 10,
  windowMs: HOUR_MS,
  error: 'AUTH.TOO_MANY_LOGINS',
  setting: 'SECOND_FACTOR_GUESSES_PER_HOUR',
} as const satisfies RateLimit;

export const AVATAR_UPLOADS = {
  name: 'avatar',
  per: 'user',
  max: 20,
  windowMs: HOUR_MS,
  error: 'AUTH.TOO_MANY_REQUESTS',
} as const satisfies RateLimit;

/** Uploaded documents, also those that turn out to be refused or known. */
export const UPLOADS = {
  name: 'uploads',
  per: 'user',
  max: 60,
  windowMs: HOUR_MS,
  error: 'DOCUMENTS.TOO_MANY_UPLOADS',
  setting: 'UPLOADS_PER_HOUR',
} as const satisfies RateLimit;

/** Saved edits, on the user's own documents too: each is published as an event and sent to readers. */
export const EDITS = {
  name: 'edits',
  per: 'user',
  max: 600,
  windowMs: HOUR_MS,
  error: 'EDITING.TOO_MANY',
  setting: 'EDITS_PER_HOUR',
} as const satisfies RateLimit;

/** New suggestions on documents of others. */
export const SUGGESTIONS = {
  name: 'suggestions',
  per: 'user',
  max: 60,
  windowMs: HOUR_MS,
  error: 'SUGGESTIONS.TOO_MANY',
  setting: 'SUGGESTIONS_PER_HOUR',
} as const satisfies RateLimit;

/** Searches in documents by guests of one address. */
export const GUEST_SEARCHES = {
  name: 'search-address',
  per: 'address',
  max: 120,
  windowMs: MINUTE_MS,
  error: 'AUTH.TOO_MANY_REQUESTS',
  setting: 'GUEST_SEARCHES_PER_MINUTE',
} as const satisfies RateLimit;

/** Exports of all data of a user. */
export const EXPORTS = {
  name: 'exports',
  per: 'user',
  max: 3,
  windowMs: DAY_MS,
  error: 'AUTH.TOO_MANY_REQUESTS',
} as const satisfies RateLimit;

/** Issue reports (C32). */
export const REPORTS = {
  name: 'reports',
  per: 'user',
  max: 100,
  windowMs: DAY_MS,
  error: 'AUTH.TOO_MANY_REQUESTS',
} as const satisfies RateLimit;
