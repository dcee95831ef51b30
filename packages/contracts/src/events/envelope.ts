import { z } from 'zod';

/** What every Kafka message carries (CloudEvents-like). Consumers ignore unknown fields. */
export const EventEnvelope = z.object({
  /** uuid v7; with the name of the consumer the key of an inbox row. */
  id: z.uuid(),
  type: z.string(),
  occurredAt: z.iso.datetime(),
  producer: z.string(),
  aggregateId: z.string(),
  /** Grows with each event of the aggregate; a consumer drops what is not newer than what it has. */
  aggregateVersion: z.number().int().nonnegative(),
  correlationId: z.string(),
  /** User id, or `system`. */
  actor: z.string(),
  /** The administrator who acted as the actor (C36). */
  impersonatedBy: z.string().nullish(),
  data: z.unknown(),
});
export type EventEnvelope<Data = unknown> = Omit<z.infer<typeof EventEnvelope>, 'data'> & { data: Data };
