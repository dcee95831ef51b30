import { z } from 'zod';
import { Identity } from '../identity.js';
import { UI_LANGUAGES } from '../languages.js';

export const PASSWORD_MIN = 6;
export const MAX_ACTIVE_SESSIONS = 3;

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

export const LogoutResponse = z.object({ status: z.literal('success') });

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
  subscription: z.null(),
  has_active_subscription: z.boolean(),
  user_is_loggedin: z.literal(true),
  loggedinas: z.string().nullable(),
  active_sessions_count: z.number().int(),
});
export type UserStatusResponse = z.infer<typeof UserStatusResponse>;

/** Internal call gateway → auth: a bearer token becomes an identity, or null. */
export const ResolveSessionRequest = z.strictObject({ token: z.string().min(1).max(256) });
export const ResolveSessionResponse = z.object({ identity: Identity.nullable() });
export type ResolveSessionResponse = z.infer<typeof ResolveSessionResponse>;

/** One live session as its owner sees it (G23). `session_key` names it; it is not the token. */
export const SessionSummary = z.object({
  session_key: z.string(),
  /** Browser and system, e.g. `Firefox, Windows`; null where the browser did not say. */
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
/** `success` is false where the key names no session of the caller. */
export const TerminateSessionResponse = z.object({ success: z.boolean(), data: z.null() });
export type TerminateSessionResponse = z.infer<typeof TerminateSessionResponse>;
