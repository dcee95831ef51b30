import Bull, { type Job, type Queue } from 'bull';
import { Redis } from 'ioredis';
import type { RedisConfig } from '../config.js';
import type { Health } from '../observability/health.js';
import type { Logger } from '../observability/logger.js';
import type { Metrics } from '../observability/metrics.js';
import { correlationIdFrom, runInContext } from '../request-context.js';

export type JobHandler = (data: unknown, signal: AbortSignal) => Promise<void>;

export type JobOptions = {
  /** Adding a job has no effect while one with the same id waits or runs. */
  jobId: string;
  /** 1 is the highest; jobs of equal priority run in order of arrival. */
  priority?: number;
  delayMs?: number;
};

/** A job queue in Redis. Redis is a schedule, not the source of truth: the scheduler can add every lost job again. */
export class WorkQueue {
  private readonly running = new Set<AbortController>();

  constructor(
    readonly name: string,
    private readonly queue: Queue,
    private readonly metrics: Metrics,
  ) {}

  async add(data: object, options: JobOptions): Promise<void> {
    await this.queue.add(data, {
      jobId: options.jobId,
      priority: options.priority,
      delay: options.delayMs,
      attempts: 1,
      removeOnComplete: true,
      removeOnFail: true,
    });
  }

  /** Starts processing up to `concurrency` jobs in parallel. The handler must be idempotent. */
  process(concurrency: number, handler: JobHandler): void {
    void this.queue.process(concurrency, async (job: Job<unknown>) => {
      const controller = new AbortController();
      this.running.add(controller);
      const stop = this.metrics.jobSeconds.startTimer({ queue: this.name });
      try {
        await runInContext({ correlationId: correlationIdFrom(undefined), actor: 'system' }, () =>
          handler(job.data, controller.signal),
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

  /** The number of waiting and delayed jobs. */
  async waiting(): Promise<number> {
    const counts = await this.queue.getJobCounts();
    return counts.waiting + counts.delayed;
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

  async close(graceMs: number): Promise<void> {
    await Promise.all([...this.all.values()].map((queue) => queue.close(graceMs)));
    this.connections?.shared.disconnect();
    this.connections?.subscriber.disconnect();
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
