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
