import { z } from 'zod';

/** The gateway answered 401, 403 or 429; equal responses within a second are one event with their count. */
export const RequestRefused = z.object({
  ip: z.string(),
  /** Null for a guest or an unknown token. */
  userId: z.string().nullable(),
  /** The administrator who acted as the user. */
  impersonatedBy: z.string().nullable(),
  method: z.string(),
  /** Path of the route with its parameter names, without their values. */
  route: z.string(),
  status: z.number().int(),
  count: z.number().int().positive(),
});

/** A request to documents that belongs in the security log was successful. */
export const RequestAudited = z.object({
  action: z.enum(['original.downloaded', 'export.downloaded', 'staff.acted', 'loginas.acted']),
  userId: z.string(),
  /** The administrator who acted as the user. */
  impersonatedBy: z.string().nullable(),
  sessionId: z.string(),
  ip: z.string(),
  method: z.string(),
  /** The path without its query. */
  path: z.string(),
});
