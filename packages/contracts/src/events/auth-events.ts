import { z } from 'zod';

/** A user exists, or their public facts changed: enough for other services' projections. */
export const UserRegistered = z.object({
  userId: z.string(),
  username: z.string(),
  fullName: z.string(),
  language: z.enum(['fa', 'en']),
  isStaff: z.boolean(),
  isSuperuser: z.boolean(),
  isCreator: z.boolean(),
});

/** Sessions that no longer count; the gateway forgets their tokens. */
export const SessionsEnded = z.object({ userId: z.string(), sessionIds: z.array(z.string()).max(1000) });
