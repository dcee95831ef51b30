import { createRequire } from 'node:module';
import kafkajs, { type KafkaConfig as KafkaJsConfig, type SASLOptions } from 'kafkajs';
import type { KafkaConfig } from '../config.js';
import type { Logger } from '../observability/logger.js';

type RequestQueue = {
  prototype: {
    throttledUntil: number;
    pending: unknown[];
    throttleCheckTimeoutId: unknown;
    scheduleCheckPendingRequests(): void;
  };
};

/**
 * Skips kafkajs' timer when no request is pending and none is throttled. kafkajs 2.2.4 re-arms it with a negative delay then;
 * Node 24 warns and turns the delay into 1 ms, an endless loop.
 */
function guardRequestQueue(): void {
  const require = createRequire(import.meta.url);
  const { prototype } = require('kafkajs/src/network/requestQueue') as RequestQueue;
  const original = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue['prototype']) {
    if (this.pending.length > 0 || this.throttledUntil > Date.now()) original.call(this);
  };
}
guardRequestQueue();

const levelNames: Record<number, 'error' | 'warn' | 'info' | 'debug'> = {
  1: 'error',
  2: 'warn',
  4: 'info',
  5: 'debug',
};

function saslOf({
  KAFKA_USERNAME: username,
  KAFKA_PASSWORD: password = '',
  KAFKA_SASL_MECHANISM: mechanism = 'plain',
}: KafkaConfig): SASLOptions | undefined {
  return username ? { mechanism, username, password } : undefined;
}

/** Options of every Kafka client. kafkajs logs reconnects as errors; they need no action, so we log them as warnings. */
export function kafkaClientOptions(name: string, config: KafkaConfig, logger: Logger): KafkaJsConfig {
  return {
    clientId: name,
    brokers: config.KAFKA_BROKERS,
    ssl: config.KAFKA_TLS ?? false,
    sasl: saslOf(config),
    connectionTimeout: 3_000,
    requestTimeout: 30_000,
    retry: { initialRetryTime: 200, maxRetryTime: 5_000, retries: 8 },
    logLevel: 2,
    logCreator: () => (entry) => {
      const level = levelNames[entry.level] === 'error' ? 'warn' : (levelNames[entry.level] ?? 'debug');
      const { message, error } = entry.log as { message: string; error?: unknown };
      logger[level]({ kafka: entry.namespace, reason: error }, message);
    },
  };
}

export const createKafka = (name: string, config: KafkaConfig, logger: Logger): kafkajs.Kafka =>
  new kafkajs.Kafka(kafkaClientOptions(name, config, logger));

export const prefixed = (config: KafkaConfig, name: string): string => `${config.KAFKA_PREFIX}${name}`;
