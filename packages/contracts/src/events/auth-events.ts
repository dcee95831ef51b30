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

/** A user was created; has the fields that other services' projections need. */
export const UserRegistered = z.object({
  ...facts,
  /** Id of the user whose referral code was given, never the user's own; both get a gift (C24). */
  invitedBy: z.string().nullish(),
});

/** Public fields of a user changed; has all current values. */
export const UserChanged = z.object(facts);

/** A user and their sign-in data are gone; every service deletes what it has about them. */
export const UserDeleted = z.object({ userId: z.string() });

/** Sessions were revoked; the gateway removes their tokens from its cache. */
export const SessionsEnded = z.object({ userId: z.string(), sessionIds: z.array(z.string()).max(1000) });
