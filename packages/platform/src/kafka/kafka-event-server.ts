import { ServerKafka } from '@nestjs/microservices';
import kafkajs from 'kafkajs';
import type { KafkaConfig } from '../config.js';
import type { Health } from '../observability/health.js';
import type { Logger } from '../observability/logger.js';
import { createKafka, prefixed } from './kafka-client.js';

const MAX_DEAD_MS = 60_000;

/** Nest's Kafka transport with the settings that survive restarts, and with the live consumer's state in the health checks. */
export class KafkaEventServer extends ServerKafka {
  private deadSince: number | null = Date.now();

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
        sessionTimeout: 30_000,
        heartbeatInterval: 3_000,
        rebalanceTimeout: 60_000,
        maxWaitTimeInMs: 200,
        allowAutoTopicCreation: false,
        retry: {
          initialRetryTime: 200,
          maxRetryTime: 5_000,
          retries: 8,
          restartOnFailure: () => Promise.resolve(true),
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
    consumer.on(consumer.events.CRASH, dead);
    consumer.on(consumer.events.STOP, dead);
    consumer.on(consumer.events.DISCONNECT, dead);
  }
}
