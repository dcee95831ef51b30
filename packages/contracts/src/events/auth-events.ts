import { z } from 'zod';

const facts = {
  userId: z.string(),
  username: z.string(),
  fullName: z.string(),
  language: z.enum(['fa', 'en']),
  isStaff: z.boolean(),
  isSuperuser: z.boolean(),
  isCreator: z.boolean(),
};

/** A user exists: enough for other services' projections. */
export const UserRegistered = z.object({
  ...facts,
  /** User id of the one whose referral code was given, never the user's own; both get a gift (C24). */
  invitedBy: z.string().nullish(),
});

/** Public facts of a user changed; all of them as they are now. */
export const UserChanged = z.object(facts);

/** Sessions that no longer count; the gateway forgets their tokens. */
export const SessionsEnded = z.object({ userId: z.string(), sessionIds: z.array(z.string()).max(1000) });
