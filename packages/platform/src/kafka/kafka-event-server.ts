import { ServerKafka } from '@nestjs/microservices';
import kafkajs from 'kafkajs';
import type { KafkaConfig } from '../config.js';
import type { Health } from '../observability/health.js';
import type { Logger } from '../observability/logger.js';
import { createKafka, prefixed } from './kafka-client.js';

const MAX_OUTSIDE_GROUP_MS = 60_000;
const RESTART_DELAY_MS = 500;

/**
 * Nest's Kafka transport with settings that survive broker restarts and with the consumer's state in the health checks.
 * kafkajs stops a consumer for good after errors it considers final (a missing coordinator while the broker starts is one),
 * so after every crash this class creates new consumers until one joins the group.
 */
export class KafkaEventServer extends ServerKafka {
  private outsideGroupSince: number | null = Date.now();
  private restartTimer: NodeJS.Timeout | null = null;
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
        // A restarted broker waits this long for missing members before it assigns partitions.
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

  /** Makes the process not ready while its consumer is outside its group, and not live after a minute outside. */
  reportTo(health: Health): void {
    health.addReady('kafka consumer', () => {
      if (this.outsideGroupSince !== null) throw new Error('not joined to its group');
    });
    health.addLive('kafka consumer', () => {
      if (this.outsideGroupSince !== null && Date.now() - this.outsideGroupSince > MAX_OUTSIDE_GROUP_MS) {
        throw new Error('out of its group for over a minute');
      }
    });
  }

  /** Handlers declare topics without the prefix that test runs use; it is added here. */
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
      this.outsideGroupSince = null;
    });
    const markOutside = (): void => {
      this.outsideGroupSince ??= Date.now();
    };
    consumer.on(consumer.events.CRASH, () => {
      markOutside();
      this.scheduleRestart();
    });
    consumer.on(consumer.events.STOP, markOutside);
    consumer.on(consumer.events.DISCONNECT, markOutside);
  }

  override async close(): Promise<void> {
    this.isClosing = true;
    if (this.restartTimer) clearTimeout(this.restartTimer);
    await super.close();
  }

  private scheduleRestart(): void {
    if (this.isClosing || this.restartTimer) return;
    this.restartTimer = setTimeout(() => {
      this.restartTimer = null;
      void this.restart();
    }, RESTART_DELAY_MS);
  }

  private async restart(): Promise<void> {
    const client = this.client as kafkajs.Kafka | null;
    if (!client) return;
    const consumer = client.consumer({ ...this.options.consumer, groupId: this.groupId });
    this.consumer = consumer;
    this.registerConsumerEventListeners();
    try {
      await consumer.connect();
      await this.bindEvents(consumer);
    } catch (error) {
      this.log.warn({ err: error }, 'kafka unreachable, restarting the consumer');
      await consumer.disconnect().catch(() => undefined);
      this.scheduleRestart();
    }
    if (this.isClosing) await consumer.disconnect();
  }
}
