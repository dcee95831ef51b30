import { randomUUID } from 'node:crypto';
import Bull, { type Queue } from 'bull';
import { Redis } from 'ioredis';
import type { RedisConfig } from '../config.js';
import type { Health } from '../observability/health.js';
import type { Logger } from '../observability/logger.js';
import type { Metrics } from '../observability/metrics.js';
import { correlationIdFrom, runInContext } from '../request-context.js';

export type JobHandler = (signal: AbortSignal) => Promise<void>;

/** A job queue in Redis. Redis is a schedule, not the source of truth: the scheduler can add every lost job again. */
export class WorkQueue {
  private readonly running = new Set<AbortController>();

  constructor(
    readonly name: string,
    private readonly queue: Queue,
    private readonly metrics: Metrics,
  ) {}

  /** Adds jobs without data in one round trip. Their ids are random, because a lost Redis would restart bull's own counter. */
  async add(count: number): Promise<void> {
    const opts = () => ({ jobId: randomUUID(), attempts: 1, removeOnComplete: true, removeOnFail: true });
    await this.queue.addBulk(Array.from({ length: count }, () => ({ data: {}, opts: opts() })));
  }

  /** Starts processing up to `concurrency` jobs in parallel. The handler must be idempotent. */
  process(concurrency: number, handler: JobHandler): void {
    void this.queue.process(concurrency, async () => {
      const controller = new AbortController();
      this.running.add(controller);
      const stop = this.metrics.jobSeconds.startTimer({ queue: this.name });
      try {
        await runInContext({ correlationId: correlationIdFrom(undefined), actor: 'system' }, () =>
          handler(controller.signal),
        );
        stop({ outcome: 'done' });
      } catch (error) {
        stop({ outcome: 'failed' });
        throw error;
      } finally {
        this.running.delete(controller);
      }
    });
  }

  /** The number of jobs that wait for a worker. */
  waiting(): Promise<number> {
    return this.queue.getWaitingCount();
  }

  /** Stops taking jobs, waits `graceMs` for running ones, then aborts them. */
  async close(graceMs: number): Promise<void> {
    await this.queue.pause(true, true).catch(() => undefined);
    const deadline = Date.now() + graceMs;
    while (this.running.size > 0 && Date.now() < deadline) await new Promise((r) => setTimeout(r, 50));
    for (const controller of this.running) controller.abort(new Error('the worker is stopping'));
    while (this.running.size > 0 && Date.now() < deadline + 5_000)
      await new Promise((r) => setTimeout(r, 50));
    await this.queue.close(true);
  }
}

/**
 * Opens the queues of a process. They share two connections; each has one more for blocking reads. A process without queues
 * has no connection and is ready without Redis.
 */
export class Queues {
  private connections: { shared: Redis; subscriber: Redis } | null = null;
  private listener: Redis | null = null;
  private readonly all = new Map<string, WorkQueue>();

  constructor(
    private readonly config: RedisConfig,
    private readonly health: Health,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {}

  /** Opens a queue, or returns it when this process has opened it already. */
  open(name: string): WorkQueue {
    const known = this.all.get(name);
    if (known) return known;
    const { shared, subscriber } = (this.connections ??= this.connectShared());
    const bull = new Bull(name, {
      prefix: `{${this.config.QUEUE_PREFIX}}`,
      createClient: (type) => {
        if (type === 'client') return shared;
        if (type === 'subscriber') return subscriber;
        return this.connect();
      },
      settings: { lockDuration: 10_000, lockRenewTime: 3_000, stalledInterval: 5_000, maxStalledCount: 20 },
    });
    bull.on('error', (error) => this.logger.warn({ err: error, queue: name }, 'queue error'));
    bull.on('stalled', () =>
      this.logger.warn({ queue: name }, 'a job stalled, another worker takes it over'),
    );
    bull.on('failed', (_job, error) => this.logger.warn({ err: error, queue: name }, 'a job failed'));
    const queue = new WorkQueue(name, bull, this.metrics);
    this.all.set(name, queue);
    return queue;
  }

  /** Sends a message to all processes that listen. It is not stored: a process that is down misses it. */
  async publish(channel: string, message: string): Promise<void> {
    const { shared } = (this.connections ??= this.connectShared());
    await shared.publish(this.channelName(channel), message);
  }

  /** Listens for messages of all processes, this one included. */
  async subscribe(channel: string, handle: (message: string) => void): Promise<void> {
    const name = this.channelName(channel);
    this.listener ??= this.connect();
    this.listener.on('message', (from, message) => {
      if (from === name) handle(message);
    });
    await this.listener.subscribe(name);
  }

  async close(graceMs: number): Promise<void> {
    this.listener?.disconnect();
    await Promise.all([...this.all.values()].map((queue) => queue.close(graceMs)));
    this.connections?.shared.disconnect();
    this.connections?.subscriber.disconnect();
  }

  private channelName(channel: string): string {
    return `{${this.config.QUEUE_PREFIX}}:${channel}`;
  }

  private connectShared(): { shared: Redis; subscriber: Redis } {
    const connections = { shared: this.connect(), subscriber: this.connect() };
    // Each queue adds an error listener to both connections; from eleven on Node would warn about a leak.
    for (const connection of Object.values(connections)) connection.setMaxListeners(0);
    this.health.addReady('redis', async () => {
      await connections.shared.ping();
    });
    return connections;
  }

  private connect(): Redis {
    const connection = new Redis(this.config.REDIS_URL, {
      maxRetriesPerRequest: null,
      enableReadyCheck: false,
      retryStrategy: (attempt) => Math.min(attempt * 200, 2_000),
    });
    connection.on('error', (error: Error) => this.logger.warn({ err: error }, 'redis unreachable'));
    return connection;
  }
}
