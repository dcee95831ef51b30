import { EVENTS, keyOf, type EventData, type EventType } from '@hamkhan/contracts/events/registry';
import type { EventEnvelope } from '@hamkhan/contracts/events/envelope';
import type { Model } from 'mongoose';
import { uuidv7 } from '../ids.js';
import type { Tx } from '../mongo/unit-of-work.js';
import { correlationIdFrom, currentContext } from '../request-context.js';
import type { OutboxRow } from './outbox.schema.js';

/** Below `maxMessageBytes` of the topics (deploy/topics.json): an event that the broker rejects would block all later ones. */
export const MAX_EVENT_BYTES = 7 * 1024 * 1024;

export type NewEvent<T extends EventType> = {
  aggregateId: string;
  /** Must grow with each event of the aggregate. */
  aggregateVersion: number;
  data: EventData<T>;
};

/** Stores the events of a service; a relay publishes them after the commit. */
export class Outbox {
  constructor(
    private readonly rows: Model<OutboxRow>,
    private readonly producer: string,
    private readonly topicOf: (topic: string) => string,
  ) {}

  /**
   * Writes an event into the running transaction.
   * @throws ZodError when the data does not match the event's schema; RangeError when it is larger than `MAX_EVENT_BYTES`.
   */
  async add<T extends EventType>(type: T, event: NewEvent<T>, tx: Tx): Promise<void> {
    const definition = EVENTS[type];
    const data = definition.data.parse(event.data) as EventData<T>;
    const context = currentContext();
    const now = new Date();
    const envelope: EventEnvelope = {
      id: uuidv7(),
      type,
      occurredAt: now.toISOString(),
      producer: this.producer,
      aggregateId: event.aggregateId,
      aggregateVersion: event.aggregateVersion,
      correlationId: correlationIdFrom(context?.correlationId),
      actor: context?.actor ?? 'system',
      ...(context?.impersonatedBy ? { impersonatedBy: context.impersonatedBy } : {}),
      data,
    };
    const payload = JSON.stringify(envelope);
    if (Buffer.byteLength(payload) > MAX_EVENT_BYTES)
      throw new RangeError(`${type} exceeds ${MAX_EVENT_BYTES} bytes`);
    await this.rows.create(
      [
        {
          _id: envelope.id,
          topic: this.topicOf(definition.topic),
          key: keyOf(data),
          type,
          payload,
          correlationId: envelope.correlationId,
          createdAt: now,
          publishedAt: null,
        },
      ],
      { session: tx },
    );
  }
}
