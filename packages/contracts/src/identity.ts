import { z } from 'zod';

/** The identity of the caller, signed by the gateway for the services (C28). */
export const Identity = z.object({
  /** User id, hex ObjectId. */
  userId: z.string(),
  sessionId: z.string(),
  username: z.string(),
  isStaff: z.boolean(),
  isSuperuser: z.boolean(),
  isCreator: z.boolean(),
  hasActiveSubscription: z.boolean(),
  /** This session is beyond the three oldest live ones (C06): content, upload, AI and finance calls are refused. */
  overSessionLimit: z.boolean(),
  /** The second factor that this account must have is off: most calls are refused. */
  secondFactorMissing: z.boolean().optional(),
  language: z.enum(['fa', 'en']),
  /** Set while an admin acts as this user: the admin's id (C36). */
  impersonatedBy: z.string().nullable(),
});
export type Identity = z.infer<typeof Identity>;

/** Header that carries the signed identity from the gateway to the services; stripped from clients. */
export const IDENTITY_HEADER = 'x-hamkhan-identity';
/** Header that carries one id through browser, gateway, services, events and jobs. */
export const CORRELATION_HEADER = 'x-correlation-id';
/** Header with the one address of the browser, as the gateway determined it; a client's own is not passed on. */
export const CLIENT_ADDRESS_HEADER = 'x-forwarded-for';
