import { z } from 'zod';

/** What the security log records. */
export const SECURITY_ACTIONS = [
  'account.registered',
  'account.deletion-requested',
  /** The user signed in while their account waited for its deletion. */
  'account.deletion-canceled',
  'account.deleted',
  'login.succeeded',
  'login.failed',
  /** A limit on failed logins refused the attempt. */
  'login.limited',
  'logout',
  /** The user ended another of their sessions. */
  'session.ended',
  'code.sent',
  'code.failed',
  'password.changed',
  'password.reset',
  'password.failed',
  'mobile.changed',
  'second-factor.enabled',
  'second-factor.disabled',
  'second-factor.failed',
  'recovery-code.used',
  'roles.changed',
  'loginas.started',
  'loginas.ended',
  'loginas.refused',
  /** An administrator changed something as the user. */
  'loginas.acted',
  /** The gateway answered 401, 403 or 429. */
  'request.refused',
  'original.downloaded',
  'export.downloaded',
  /** Staff changed something. */
  'staff.acted',
] as const;
export const SecurityAction = z.enum(SECURITY_ACTIONS);
export type SecurityAction = z.infer<typeof SecurityAction>;

const ObjectId = z.string().regex(/^[0-9a-f]{24}$/);

/** Entries in one response. */
export const SECURITY_LOG_PAGE = 100;

/** `user/security-log/`, for staff. `before` is the id of the last entry of the page before. */
export const SecurityLogQuery = z.strictObject({
  user_id: ObjectId.optional(),
  actor_id: ObjectId.optional(),
  ip: z.union([z.ipv4(), z.ipv6()]).optional(),
  action: SecurityAction.optional(),
  before: ObjectId.optional(),
});
export type SecurityLogQuery = z.infer<typeof SecurityLogQuery>;

export const SecurityLogResponse = z.object({
  status: z.literal('success'),
  /** Newest first. */
  entries: z.array(
    z.object({
      id: z.string(),
      action: SecurityAction,
      created_date: z.string(),
      user_id: z.string().nullable(),
      actor_id: z.string().nullable(),
      session_id: z.string().nullable(),
      ip: z.string().nullable(),
      device: z.string().nullable(),
      /** How many equal events the entry stands for. */
      count: z.number().int(),
      details: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
});
export type SecurityLogResponse = z.infer<typeof SecurityLogResponse>;
