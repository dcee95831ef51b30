import { ServerKafka } from '@nestjs/microservices';
import kafkajs from 'kafkajs';
import type { KafkaConfig } from '../config.js';
import type { Health } from '../observability/health.js';
import type { Logger } from '../observability/logger.js';
import { createKafka, prefixed } from './kafka-client.js';

const MAX_DEAD_MS = 60_000;
const REVIVE_MS = 500;

/**
 * Nest's Kafka transport with the settings that survive restarts, and with the live consumer's state in the health checks.
 * kafkajs gives a consumer up for good after errors it takes for final (no coordinator while the broker starts is one), so
 * every crash ends in a new consumer here, until one joins.
 */
export class KafkaEventServer extends ServerKafka {
  private deadSince: number | null = Date.now();
  private revival: NodeJS.Timeout | null = null;
  private isClosing = false;

  constructor(
    name: string,
    group: string,
    private readonly config: KafkaConfig,
    private readonly log: Logger,
  ) {
    super({
      client: { clientId: name, brokers: config.KAFKA_BROKERS },
      postfixId: '',
      parser: { keepBinary: true },
      consumer: {
        groupId: prefixed(config, group),
        // A restarted broker waits this long for members that are gone before it lets the others work.
        sessionTimeout: 10_000,
        heartbeatInterval: 3_000,
        rebalanceTimeout: 60_000,
        maxWaitTimeInMs: 200,
        allowAutoTopicCreation: false,
        retry: {
          initialRetryTime: 200,
          maxRetryTime: 2_000,
          retries: 8,
          restartOnFailure: () => Promise.resolve(false),
        },
      },
      producer: { createPartitioner: kafkajs.Partitioners.DefaultPartitioner },
      subscribe: { fromBeginning: true },
      run: { partitionsConsumedConcurrently: 3 },
    });
  }

  /** Makes the process count as ready only while its consumer is in its group, and as dead after a minute outside. */
  reportTo(health: Health): void {
    health.addReady('kafka consumer', () => {
      if (this.deadSince !== null) throw new Error('not joined to its group');
    });
    health.addLive('kafka consumer', () => {
      if (this.deadSince !== null && Date.now() - this.deadSince > MAX_DEAD_MS) {
        throw new Error('out of its group for over a minute');
      }
    });
  }

  /** Topics are declared by their plain names; the prefix of tests is put before them here. */
  override addHandler(...[pattern, ...rest]: Parameters<ServerKafka['addHandler']>): void {
    super.addHandler(typeof pattern === 'string' ? prefixed(this.config, pattern) : pattern, ...rest);
  }

  override createClient<T>(): Promise<T> {
    return Promise.resolve(createKafka(this.clientId, this.config, this.log) as T);
  }

  override registerConsumerEventListeners(): void {
    super.registerConsumerEventListeners();
    const { consumer } = this;
    if (!consumer) return;
    consumer.on(consumer.events.GROUP_JOIN, () => {
      this.deadSince = null;
    });
    const dead = (): void => {
      this.deadSince ??= Date.now();
    };
    consumer.on(consumer.events.CRASH, () => {
      dead();
      this.reviveLater();
    });
    consumer.on(consumer.events.STOP, dead);
    consumer.on(consumer.events.DISCONNECT, dead);
  }

  override async close(): Promise<void> {
    this.isClosing = true;
    if (this.revival) clearTimeout(this.revival);
    await super.close();
  }

  private reviveLater(): void {
    if (this.isClosing || this.revival) return;
    this.revival = setTimeout(() => {
      this.revival = null;
      void this.revive();
    }, REVIVE_MS);
  }

  private async revive(): Promise<void> {
    const client = this.client as kafkajs.Kafka | null;
    if (!client) return;
    const consumer = client.consumer({ ...this.options.consumer, groupId: this.groupId });
    this.consumer = consumer;
    this.registerConsumerEventListeners();
    try {
      await consumer.connect();
      await this.bindEvents(consumer);
    } catch (error) {
      this.log.warn({ err: error }, 'kafka not reached, the consumer tries again');
      await consumer.disconnect().catch(() => undefined);
      this.reviveLater();
    }
    if (this.isClosing) await consumer.disconnect();
  }
}
