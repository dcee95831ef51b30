import kafkajs, { type Kafka, type Producer } from 'kafkajs';

/** A serialised message. */
export type WireMessage = {
  topic: string;
  key: string;
  value: string | Buffer | null;
  headers: Record<string, string>;
};

/** Sends messages to Kafka. Only the outbox relay and the dead-letter writer use it; services write to the outbox. */
export class EventProducer {
  private readonly producer: Producer;
  private connecting: Promise<void> | null = null;

  constructor(kafka: Kafka) {
    this.producer = kafka.producer({
      createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
      allowAutoTopicCreation: false,
      retry: { retries: 3, initialRetryTime: 200, maxRetryTime: 2_000 },
    });
    this.producer.on(this.producer.events.DISCONNECT, () => {
      this.connecting = null;
    });
  }

  /** Sends a batch in order and waits for the acknowledgement of all in-sync replicas. @throws when the broker is unreachable. */
  async send(messages: readonly WireMessage[]): Promise<void> {
    this.connecting ??= this.producer.connect();
    try {
      await this.connecting;
    } catch (error) {
      this.connecting = null;
      throw error;
    }
    const byTopic = new Map<string, Omit<WireMessage, 'topic'>[]>();
    for (const { topic, ...message } of messages) {
      const bucket = byTopic.get(topic) ?? [];
      bucket.push(message);
      byTopic.set(topic, bucket);
    }
    await this.producer.sendBatch({
      acks: -1,
      topicMessages: [...byTopic].map(([topic, batch]) => ({ topic, messages: batch })),
    });
  }

  async close(): Promise<void> {
    if (this.connecting) await this.producer.disconnect();
  }
}
