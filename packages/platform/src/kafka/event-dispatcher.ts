import { setTimeout as sleep } from 'node:timers/promises';
import { EVENTS, type EventData, type EventType } from '@hamkhan/contracts/events/registry';
import { EventEnvelope } from '@hamkhan/contracts/events/envelope';
import type { KafkaContext } from '@nestjs/microservices';
import type { Model } from 'mongoose';
import { isDuplicateKey } from '../mongo/mongo.js';
import type { Tx, UnitOfWork } from '../mongo/unit-of-work.js';
import type { Logger } from '../observability/logger.js';
import type { Metrics } from '../observability/metrics.js';
import { isOutage } from '../outage.js';
import { runInContext } from '../request-context.js';
import type { EventProducer } from './event-producer.js';
import type { InboxRow } from './inbox.schema.js';

export type EventHandler<T extends EventType> = (event: EventEnvelope<EventData<T>>, tx: Tx) => Promise<void>;
export type EventHandlers = { [T in EventType]?: EventHandler<T> };

const RETRY_PAUSES_MS = [100, 400, 1_600];
const OUTAGE_PAUSE_MS = 1_000;
const HEARTBEAT_MS = 3_000;

type IncomingMessage = {
  topic: string;
  partition: number;
  offset: string;
  key: string;
  value: Buffer | null;
  heartbeat: () => Promise<void>;
};

/**
 * Passes Kafka messages to event handlers. It validates a message, runs the handler in one transaction with the inbox row,
 * retries failures, and finally parks the message in `<topic>.<group>.dlt`, so that the partition always advances. During an
 * outage of a server it keeps retrying and sends heartbeats; an outage parks nothing. It throws only while stopping.
 */
export class EventDispatcher {
  private stopping = false;

  constructor(
    private readonly group: string,
    private readonly inbox: Model<InboxRow>,
    private readonly unitOfWork: UnitOfWork,
    private readonly producer: EventProducer,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {}

  stop(): void {
    this.stopping = true;
  }

  /**
   * Handles the message of a Nest `@EventPattern` method with the handler of its type; other types are ignored.
   * @param consumer name of the consumer in the inbox: each consumer of a service handles an event once
   */
  dispatch(context: KafkaContext, consumer: string, handlers: EventHandlers): Promise<void> {
    const message = context.getMessage();
    return this.handle(
      {
        topic: context.getTopic(),
        partition: context.getPartition(),
        offset: message.offset,
        key: String(message.key ?? ''),
        value: message.value,
        heartbeat: context.getHeartbeat(),
      },
      consumer,
      handlers,
    );
  }

  async handle(message: IncomingMessage, consumer: string, handlers: EventHandlers): Promise<void> {
    const envelope = parseEnvelope(message.value);
    if (!envelope) return this.park(message, 'unreadable', new Error('the message is not an event envelope'));
    const { type } = envelope;
    if (!isEventType(type) || !handlers[type]) {
      this.metrics.eventsHandled.inc({ type: isEventType(type) ? type : 'unknown', outcome: 'ignored' });
      return;
    }
    const data = EVENTS[type].data.safeParse(envelope.data);
    if (!data.success) return this.park(message, type, data.error);
    const handler = handlers[type] as EventHandler<typeof type>;
    const event = { ...envelope, data: data.data } as EventEnvelope<EventData<typeof type>>;
    // A transaction can wait for its server longer than the session timeout of the consumer group.
    const heartbeats = setInterval(() => {
      message.heartbeat().catch(() => undefined);
    }, HEARTBEAT_MS);
    try {
      const { correlationId, actor, impersonatedBy } = event;
      await runInContext({ correlationId, actor, impersonatedBy }, () =>
        this.handleWithRetries(message, consumer, event, handler),
      );
    } finally {
      clearInterval(heartbeats);
    }
  }

  private async handleWithRetries<T extends EventType>(
    message: IncomingMessage,
    consumer: string,
    event: EventEnvelope<EventData<T>>,
    handler: EventHandler<T>,
  ): Promise<void> {
    for (let attempt = 0; ;) {
      try {
        const outcome = await this.handleOnce(consumer, event, handler);
        this.metrics.eventsHandled.inc({ type: event.type, outcome });
        return;
      } catch (error) {
        if (this.stopping) throw error;
        if (isOutage(error)) {
          this.logger.warn(
            { err: error, eventId: event.id, type: event.type },
            'event waits for an unavailable server',
          );
          await sleep(OUTAGE_PAUSE_MS);
        } else {
          const wait = RETRY_PAUSES_MS[attempt];
          if (wait === undefined) return this.park(message, event.type, error);
          attempt += 1;
          this.metrics.eventsHandled.inc({ type: event.type, outcome: 'retried' });
          await sleep(wait);
        }
        await message.heartbeat();
      }
    }
  }

  private async handleOnce<T extends EventType>(
    consumer: string,
    event: EventEnvelope<EventData<T>>,
    handler: EventHandler<T>,
  ): Promise<'handled' | 'duplicate'> {
    const _id = `${consumer}:${event.id}`;
    if (await this.inbox.exists({ _id })) return 'duplicate';
    try {
      await this.unitOfWork.run(async (tx) => {
        await this.inbox.create([{ _id, type: event.type, handledAt: new Date() }], { session: tx });
        await handler(event, tx);
      });
      return 'handled';
    } catch (error) {
      if (isDuplicateKey(error) && (await this.inbox.exists({ _id }))) return 'duplicate';
      throw error;
    }
  }

  private async park(message: IncomingMessage, type: string, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    this.logger.error(
      { err: error, type, topic: message.topic, partition: message.partition, offset: message.offset },
      'event parked in the dead-letter topic',
    );
    for (;;) {
      try {
        await this.producer.send([
          {
            topic: `${message.topic}.${this.group}.dlt`,
            key: message.key,
            value: message.value,
            headers: {
              'x-reason': reason.slice(0, 1_000),
              'x-topic': message.topic,
              'x-partition': String(message.partition),
              'x-offset': message.offset,
              'x-parked-at': new Date().toISOString(),
            },
          },
        ]);
        break;
      } catch (failure) {
        if (this.stopping) throw failure;
        this.logger.warn({ err: failure }, 'dead-letter topic unreachable');
        await sleep(OUTAGE_PAUSE_MS);
        await message.heartbeat();
      }
    }
    this.metrics.eventsHandled.inc({ type: isEventType(type) ? type : 'unknown', outcome: 'parked' });
  }
}

const isEventType = (type: string): type is EventType => Object.hasOwn(EVENTS, type);

function parseEnvelope(value: Buffer | null): EventEnvelope | null {
  if (!value) return null;
  try {
    const parsed = EventEnvelope.safeParse(JSON.parse(value.toString('utf8')));
    return parsed.success ? { ...parsed.data, data: parsed.data.data } : null;
  } catch {
    return null;
  }
}
