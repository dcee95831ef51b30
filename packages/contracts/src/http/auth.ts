import { z } from 'zod';
import { toAsciiDigits } from '../digits.js';
import { Identity } from '../identity.js';
import { UI_LANGUAGES } from '../languages.js';
import { SuccessResponse } from './common.js';
import { Subscription } from './finance.js';

export const PASSWORD_MIN = 6;
/** Minimum for a new password of staff and superusers. */
export const STAFF_PASSWORD_MIN = 12;
export const MAX_ACTIVE_SESSIONS = 3;
/** Number of digits in a verification code (G57). */
export const CODE_LENGTH = 6;
export const MAX_AVATAR_BYTES = 5 * 1024 * 1024;
const NAME_MAX = 60;

/** Eleven digits that begin with 09 (ACC-REGISTER-13). */
export const MOBILE_PATTERN = /^09\d{9}$/;
/** Letters, digits and punctuation of ASCII, no space (G78). */
export const PASSWORD_PATTERN = /^[\x21-\x7e]*$/;

/** Spaces and invisible characters, which are removed from numbers and codes. */
export const compact = (text: string): string => toAsciiDigits(text).replace(/[\s\p{Cf}]/gu, '');

/** An Iranian mobile number, also with Persian digits, spaces or +98. */
export const Mobile = z
  .string()
  .min(1, 'REQUIRED')
  .max(60, 'MOBILE_INVALID')
  .transform((text) => compact(text).replace(/^(?:\+98|0098)(?=9\d{9}$)/, '0'))
  .pipe(z.string().regex(MOBILE_PATTERN, 'MOBILE_INVALID'));

export const VerificationCode = z
  .string()
  .min(1, 'REQUIRED')
  .max(60, 'CODE_WRONG')
  .transform(compact)
  .pipe(z.string().regex(new RegExp(`^\\d{${CODE_LENGTH}}$`), 'CODE_WRONG'));

const RequestId = z.string().min(1).max(64);

/** Direction marks and invisible characters, except the joiners that Persian names need. */
const HIDDEN_MARKS = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** A normalised first or last name: Persian letters, single spaces, no invisible characters but joiners. */
export const PersonName = z
  .string()
  .max(500, 'INVALID')
  .transform((text) =>
    text
      .normalize('NFC')
      .replace(HIDDEN_MARKS, ' ')
      .replace(/[يى]/g, 'ی')
      .replace(/ك/g, 'ک')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  .pipe(z.string().min(1, 'REQUIRED').max(NAME_MAX));

/** A new password (G01, G78). */
export const NewPassword = z
  .string('PASSWORD_REQUIRED')
  .min(1, { error: 'PASSWORD_REQUIRED', abort: true })
  .min(PASSWORD_MIN, { error: 'PASSWORD_SHORT', abort: true })
  .max(128)
  .regex(PASSWORD_PATTERN, 'PASSWORD_CHARACTERS');

const repeated = { path: ['password2'], error: 'PASSWORD_MISMATCH' };
const isRepeated = (form: { password1: string; password2: string }): boolean =>
  form.password1 === form.password2;

/** An IANA time zone, e.g. `Asia/Tehran`. */
const TimeZone = z.string().max(64).refine(isTimeZone, 'INVALID');
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const CheckUsernameRequest = z.strictObject({ username: z.string().trim().min(1).max(254) });
export type CheckUsernameRequest = z.infer<typeof CheckUsernameRequest>;
export const CheckUsernameResponse = z.object({ valid: z.boolean() });

export const LoginRequest = z.strictObject({
  username: z.string().trim().min(1).max(254),
  password: z.string().min(PASSWORD_MIN).max(128),
});
export type LoginRequest = z.infer<typeof LoginRequest>;
export const LoginResponse = z.object({ token: z.string() });
export type LoginResponse = z.infer<typeof LoginResponse>;

/** `user/csrf/`; the csrftoken cookie comes with it. */
export const CsrfResponse = SuccessResponse;

export const LogoutResponse = SuccessResponse;

/** `user/register/verify/` and the other calls that send a code: `request_id` goes back with the code. */
export const RegisterVerifyRequest = z.strictObject({ mobile: Mobile });
export const CodeSentResponse = z.object({ status: z.literal('success'), request_id: z.string() });
export type CodeSentResponse = z.infer<typeof CodeSentResponse>;

/** `user/register/` (accounts-and-library.txt §3, G26, G27). */
export const RegisterRequest = z
  .strictObject({
    mobile: Mobile,
    username: Mobile,
    code: VerificationCode,
    request_id: RequestId,
    first_name: PersonName,
    last_name: PersonName,
    password: z.string().max(128).optional(),
    password1: NewPassword,
    password2: z.string('PASSWORD_REQUIRED').max(128),
    language: z.enum(UI_LANGUAGES),
    timezone: TimeZone,
    account_type: z.literal('reader').default('reader'),
    referral_code: z.string().trim().max(64).optional(),
  })
  .refine((form) => form.username === form.mobile, { path: ['username'], error: 'INVALID' })
  .refine((form) => form.password === undefined || form.password === form.password1, {
    path: ['password1'],
    error: 'PASSWORD_MISMATCH',
  })
  .refine(isRepeated, repeated);
export type RegisterRequest = z.infer<typeof RegisterRequest>;
export const RegisterResponse = z.object({ status: z.literal('success'), id: z.string() });
export type RegisterResponse = z.infer<typeof RegisterResponse>;

/** `captcha/init/`: solved already (`verfied`, spelled so by the specification), or a JPEG in base64. */
export const CaptchaInitResponse = z.object({ verfied: z.boolean(), image: z.string().nullable() });
export type CaptchaInitResponse = z.infer<typeof CaptchaInitResponse>;
export const CaptchaValidateRequest = z.strictObject({ captchaInput: z.string().min(1).max(60) });
export const CaptchaValidateResponse = z.object({ isValid: z.boolean() });
export type CaptchaValidateResponse = z.infer<typeof CaptchaValidateResponse>;

/** `captcha/audio/`: the captcha as speech. `take` only prevents the browser from playing a cached one. */
export const CaptchaAudioQuery = z.strictObject({
  language: z.enum(UI_LANGUAGES).optional(),
  take: z.string().max(40).optional(),
});

export const ForgetPasswordRequest = z.strictObject({ username: z.string().trim().min(1).max(254) });
export const ResetPasswordRequest = z
  .strictObject({
    username: z.string().trim().min(1).max(254),
    verification_code: VerificationCode,
    request_id: RequestId,
    password1: NewPassword,
    password2: z.string('PASSWORD_REQUIRED').max(128),
  })
  .refine(isRepeated, repeated);
export type ResetPasswordRequest = z.infer<typeof ResetPasswordRequest>;
/** `user/change-password/` (G21). */
export const ChangePasswordRequest = z
  .strictObject({
    old_password: z.string('PASSWORD_REQUIRED').min(1, 'PASSWORD_REQUIRED').max(128),
    password1: NewPassword,
    password2: z.string('PASSWORD_REQUIRED').max(128),
  })
  .refine(isRepeated, repeated);
export type ChangePasswordRequest = z.infer<typeof ChangePasswordRequest>;
export const PasswordChangedResponse = z.object({ success: z.literal(true) });
export type PasswordChangedResponse = z.infer<typeof PasswordChangedResponse>;

export const ProfileRequest = z.strictObject({
  first_name: PersonName,
  last_name: PersonName,
  language: z.enum(UI_LANGUAGES),
});
export type ProfileRequest = z.infer<typeof ProfileRequest>;
export const ProfileResponse = z.object({
  first_name: z.string(),
  last_name: z.string(),
  language: z.enum(UI_LANGUAGES),
  referral_code: z.string(),
});
export type ProfileResponse = z.infer<typeof ProfileResponse>;
export const ProfileUpdatedResponse = ProfileResponse.extend({ status: z.literal('success') });
export type ProfileUpdatedResponse = z.infer<typeof ProfileUpdatedResponse>;
/** `user/avatar/{id}/`: the random name of a profile picture. */
export const AvatarParams = z.object({ id: z.uuid() });
/** Address of the new picture. */
export const AvatarResponse = z.object({ status: z.literal('success'), avatar: z.string() });
export type AvatarResponse = z.infer<typeof AvatarResponse>;

/** The caller's password; required if the sign-in was some time ago. */
const OwnPassword = z.string().max(128).optional();

/** `user/mobile/…` (G22). */
export const MobileVerifyRequest = z.strictObject({ mobile: Mobile, password: OwnPassword });
export type MobileVerifyRequest = z.infer<typeof MobileVerifyRequest>;
export const MobileConfirmRequest = z.strictObject({
  mobile: Mobile,
  code: VerificationCode,
  request_id: RequestId,
});
export type MobileConfirmRequest = z.infer<typeof MobileConfirmRequest>;
export const MobileUpdateRequest = MobileConfirmRequest.extend({ password: OwnPassword });
export type MobileUpdateRequest = z.infer<typeof MobileUpdateRequest>;
export const MobileConfirmResponse = z.object({ success: z.literal(true) });
export type MobileConfirmResponse = z.infer<typeof MobileConfirmResponse>;

/** `user/loginas/` (G20): gives a superuser a new token to act as this user. */
export const LoginAsRequest = z.strictObject({ user_id: z.string().regex(/^[0-9a-f]{24}$/) });
export const LoginAsResponse = z.object({ token: z.string() });
export type LoginAsResponse = z.infer<typeof LoginAsResponse>;
export const LoginAsLogoutResponse = SuccessResponse;
export type LoginAsLogoutResponse = z.infer<typeof LoginAsLogoutResponse>;
/** `user/loginas/audit/`: who acted as whom, newest first; for superusers. */
export const LoginAsAuditResponse = z.object({
  status: z.literal('success'),
  entries: z.array(
    z.object({
      action: z.enum(['loginas.started', 'loginas.ended', 'loginas.refused']),
      actor_id: z.string(),
      user_id: z.string(),
      ip: z.string(),
      created_date: z.string(),
    }),
  ),
});
export type LoginAsAuditResponse = z.infer<typeof LoginAsAuditResponse>;

/** `user/status/`: the signed-in user (accounts-and-library.txt §3, RDR §3). */
export const UserStatusResponse = z.object({
  id: z.string(),
  username: z.string(),
  mobile: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  avatar: z.string().nullable(),
  language: z.enum(UI_LANGUAGES),
  referral_code: z.string(),
  balance: z.number().int(),
  is_creator: z.boolean(),
  is_staff: z.boolean(),
  subscription: Subscription.nullable(),
  has_active_subscription: z.boolean(),
  user_is_loggedin: z.literal(true),
  loggedinas: z.string().nullable(),
  active_sessions_count: z.number().int(),
  /** Staff only: the account must switch a second factor on before it can do anything else. */
  second_factor_missing: z.boolean().optional(),
});
export type UserStatusResponse = z.infer<typeof UserStatusResponse>;

/** Internal call gateway → auth: a bearer token becomes an identity, or null. */
export const ResolveSessionRequest = z.strictObject({ token: z.string().min(1).max(256) });
export const ResolveSessionResponse = z.object({ identity: Identity.nullable() });
export type ResolveSessionResponse = z.infer<typeof ResolveSessionResponse>;

/** One active session as its owner sees it (G23). `session_key` identifies it and is not the token. */
export const SessionSummary = z.object({
  session_key: z.string(),
  /** Browser and system, e.g. `Firefox, Windows`; null if the browser did not send them. */
  device: z.string().nullable(),
  ip: z.string(),
  created_date: z.string(),
  last_activity: z.string(),
  is_current: z.boolean(),
});
export type SessionSummary = z.infer<typeof SessionSummary>;

export const CheckSessionsResponse = z.object({
  data: z.object({
    /** Oldest first: the first three work, later ones don't (C06). */
    sessions: z.array(SessionSummary),
    active_sessions_count: z.number().int(),
    max_sessions: z.number().int(),
  }),
});
export type CheckSessionsResponse = z.infer<typeof CheckSessionsResponse>;

export const TerminateSessionRequest = z.strictObject({ session_key: z.string().min(1).max(64) });
export type TerminateSessionRequest = z.infer<typeof TerminateSessionRequest>;
/** `success` is false if the key is not that of a session of the caller. */
export const TerminateSessionResponse = z.object({ success: z.boolean(), data: z.null() });
export type TerminateSessionResponse = z.infer<typeof TerminateSessionResponse>;
