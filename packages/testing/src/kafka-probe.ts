import {
  EVENTS,
  keyOf,
  type EventData,
  type EventType,
  type Topic,
} from '@hamkhan/contracts/events/registry';
import { EventEnvelope } from '@hamkhan/contracts/events/envelope';
import { uuidv7 } from '@hamkhan/platform/ids';
import { EventProducer } from '@hamkhan/platform/kafka/event-producer';
import { createKafka, prefixed } from '@hamkhan/platform/kafka/kafka-client';
import { createLogger } from '@hamkhan/platform/observability/logger';
import type { TestStack } from './test-stack.js';
import { waitFor } from './wait-for.js';

const logger = createLogger('kafka-probe', 'silent');

/** Publishes events for tests and reads the events of services. */
export class KafkaProbe {
  private readonly kafka;
  private readonly producer: EventProducer;

  constructor(private readonly stack: Pick<TestStack, 'name' | 'kafkaConfig'>) {
    this.kafka = createKafka('kafka-probe', stack.kafkaConfig, logger);
    this.producer = new EventProducer(this.kafka);
  }

  /** An event as another service would publish it. Publish it again to simulate a duplicate delivery. */
  event<T extends EventType>(
    type: T,
    data: EventData<T>,
    aggregateVersion: number,
    id: string = uuidv7(),
  ): EventEnvelope<EventData<T>> & { type: T } {
    return {
      id,
      type,
      occurredAt: new Date().toISOString(),
      producer: 'kafka-probe',
      aggregateId: keyOf(data),
      aggregateVersion,
      correlationId: `probe-${id}`,
      actor: 'system',
      data,
    };
  }

  /** Publishes events in the given order, each on its own topic under its own key. */
  async publish(...events: (EventEnvelope & { type: EventType })[]): Promise<void> {
    await this.producer.send(
      events.map((event) => ({
        topic: prefixed(this.stack.kafkaConfig, EVENTS[event.type].topic),
        key: keyOf(event.data as { documentId: string } | { userId: string }),
        value: JSON.stringify(event),
        headers: { id: event.id, type: event.type },
      })),
    );
  }

  /** Publishes bytes as they are, e.g. poison. */
  async publishRaw(topic: Topic, key: string, value: string | Buffer | null): Promise<void> {
    await this.producer.send([{ topic: prefixed(this.stack.kafkaConfig, topic), key, value, headers: {} }]);
  }

  /**
   * Reads a topic from its beginning until `enough` returns true for the messages read. `topic` is plain; for a dead-letter topic give
   * `deadLetters(topic, group)`. @throws after the deadline.
   */
  async read(
    topic: string,
    enough: (messages: ReadMessage[]) => boolean,
    deadlineMs = 20_000,
  ): Promise<ReadMessage[]> {
    const messages: ReadMessage[] = [];
    const consumer = this.kafka.consumer({
      groupId: `${this.stack.name}-probe-${uuidv7()}`,
      allowAutoTopicCreation: false,
    });
    await consumer.connect();
    try {
      await consumer.subscribe({ topic: prefixed(this.stack.kafkaConfig, topic), fromBeginning: true });
      await consumer.run({
        eachMessage: ({ message }) => {
          const value = message.value?.toString('utf8') ?? null;
          const headers = Object.entries(message.headers ?? {}).map(([name, text]) => [name, String(text)]);
          messages.push({
            key: String(message.key ?? ''),
            value,
            event: parseEvent(value),
            headers: Object.fromEntries(headers) as Record<string, string>,
          });
          return Promise.resolve();
        },
      });
      await waitFor(`messages on ${topic}`, () => enough(messages), deadlineMs);
    } finally {
      await consumer.disconnect();
    }
    return messages;
  }

  /** Name, without prefix, of the dead-letter topic of `group`. */
  deadLetters(topic: Topic, group: string): string {
    return `${topic}.${prefixed(this.stack.kafkaConfig, group)}.dlt`;
  }

  async close(): Promise<void> {
    await this.producer.close();
  }
}

export type ReadMessage = {
  key: string;
  value: string | null;
  event: EventEnvelope | null;
  headers: Record<string, string>;
};

function parseEvent(value: string | null): EventEnvelope | null {
  try {
    const parsed = EventEnvelope.safeParse(JSON.parse(value ?? ''));
    return parsed.success ? { ...parsed.data, data: parsed.data.data } : null;
  } catch {
    return null;
  }
}
