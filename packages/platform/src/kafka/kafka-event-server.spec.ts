import { describe, expect, it, jest } from '@jest/globals';
import { Health } from '../observability/health.js';
import { createLogger } from '../observability/logger.js';
import { KafkaEventServer } from './kafka-event-server.js';

type Listener = () => void;
const EVENTS = {
  CONNECT: 'connect',
  DISCONNECT: 'disconnect',
  GROUP_JOIN: 'join',
  REBALANCING: 'rebalancing',
  STOP: 'stop',
  CRASH: 'crash',
};

/** The part of kafkajs' consumer that the server uses. */
class FakeConsumer {
  readonly events = EVENTS;
  readonly listeners = new Map<string, Listener[]>();
  isRunning = false;

  constructor(private readonly isReachable: () => boolean) {}

  on(event: string, listener: Listener): void {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  }
  emit(event: string): void {
    for (const listener of this.listeners.get(event) ?? []) listener();
  }
  connect(): Promise<void> {
    return this.isReachable() ? Promise.resolve() : Promise.reject(new Error('no broker'));
  }
  subscribe(): Promise<void> {
    return Promise.resolve();
  }
  run(): Promise<void> {
    this.isRunning = true;
    this.emit(EVENTS.GROUP_JOIN);
    return Promise.resolve();
  }
  disconnect(): Promise<void> {
    this.isRunning = false;
    return Promise.resolve();
  }
}

class ServerOnFakes extends KafkaEventServer {
  readonly consumers: FakeConsumer[] = [];
  isBrokerUp = true;

  override createClient<T>(): Promise<T> {
    return Promise.resolve({
      consumer: () => {
        const consumer = new FakeConsumer(() => this.isBrokerUp);
        this.consumers.push(consumer);
        return consumer;
      },
      producer: () => new FakeConsumer(() => true),
    } as T);
  }
}

describe('KafkaEventServer', () => {
  it('replaces a crashed consumer until one joins, and stops when the service stops', async () => {
    jest.useFakeTimers();
    const health = new Health();
    const config = { KAFKA_BROKERS: ['broker:1'], KAFKA_PREFIX: '' };
    const server = new ServerOnFakes('name', 'group', config, createLogger('test', 'silent'));
    server.reportTo(health);
    const isReady = async () => (await health.ready()).ok;
    health.setServing(true);
    await server.listen(() => undefined);
    expect(await isReady()).toBe(true);

    server.isBrokerUp = false;
    server.consumers[0]?.emit(EVENTS.CRASH);
    expect(await isReady()).toBe(false);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(server.consumers.length).toBeGreaterThan(3);
    expect(await isReady()).toBe(false);

    server.isBrokerUp = true;
    await jest.advanceTimersByTimeAsync(1_000);
    expect(server.consumers.filter((consumer) => consumer.isRunning)).toHaveLength(2);
    expect(server.consumers.at(-1)?.isRunning).toBe(true);
    expect(await isReady()).toBe(true);

    const created = server.consumers.length;
    server.consumers.at(-1)?.emit(EVENTS.CRASH);
    await server.close();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(server.consumers).toHaveLength(created);
    jest.useRealTimers();
  });
});
