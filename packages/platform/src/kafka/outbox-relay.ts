import type { Model } from 'mongoose';
import { LeaderLease } from '../lease/leader-lease.js';
import type { LeaseRow } from '../lease/lease.schema.js';
import type { Logger } from '../observability/logger.js';
import type { Metrics } from '../observability/metrics.js';
import type { EventProducer } from './event-producer.js';
import type { OutboxRow } from './outbox.schema.js';

const LEASE = { leaseMs: 6_000, renewMs: 2_000 };
/** Polling finds the rows of other processes of the service: often during traffic, less often when idle. */
const POLL_MS = 100;
const IDLE_POLL_MS = 400;
const IDLE_AFTER_MS = 10_000;
const STANDBY_MS = 1_000;
const BATCH = 100;
/** Payload size of a batch, well below the broker's limit of a request. */
const BATCH_BYTES = 4 * 1024 * 1024;
const MAX_BACKOFF_MS = 5_000;

/**
 * Publishes outbox rows in order. A lease in MongoDB keeps one relay per service active, which preserves the order of each key.
 * A row is marked after the broker acknowledged it; a crash in between sends it twice and the inbox drops the duplicate.
 */
export class OutboxRelay {
  private readonly lease: LeaderLease;
  private stopped = true;
  private loop: Promise<void> = Promise.resolve();
  private wake: () => void = () => undefined;
  private failures = 0;
  private isNudged = false;
  private publishedAt = 0;

  constructor(
    private readonly rows: Model<OutboxRow>,
    leases: Model<LeaseRow>,
    private readonly producer: EventProducer,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {
    this.lease = new LeaderLease(leases, 'outbox', LEASE);
  }

  start(): void {
    if (!this.stopped) return;
    this.stopped = false;
    this.loop = this.run();
  }

  /** Polls at once, because a transaction was committed. */
  nudge(): void {
    this.isNudged = true;
    this.wake();
  }

  /** Waits for the current batch and releases the lease. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.wake();
    await this.loop;
    await this.lease.release();
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      this.isNudged = false;
      let pause = Date.now() - this.publishedAt < IDLE_AFTER_MS ? POLL_MS : IDLE_POLL_MS;
      try {
        if (!(await this.lease.acquire())) pause = STANDBY_MS;
        else if ((await this.publishBatch()) > 0) pause = 0;
        this.failures = 0;
      } catch (error) {
        this.failures += 1;
        pause = Math.min(MAX_BACKOFF_MS, 200 * 2 ** this.failures);
        this.logger.warn(
          { err: error, failures: this.failures },
          'outbox relay waits: database or broker unreachable',
        );
      }
      if (pause > 0 && !this.stopped && !this.isNudged) await this.sleep(pause);
    }
  }

  private async publishBatch(): Promise<number> {
    const found = await this.rows.find({ publishedAt: null }).sort({ _id: 1 }).limit(BATCH).lean();
    let bytes = 0;
    const batch = found.filter((row, index) => {
      bytes += Buffer.byteLength(row.payload);
      return index === 0 || bytes < BATCH_BYTES;
    });
    const first = batch[0];
    this.metrics.outboxBacklog.set(found.length);
    this.metrics.outboxOldestSeconds.set(first ? (Date.now() - first.createdAt.getTime()) / 1_000 : 0);
    if (batch.length === 0) return 0;
    await this.producer.send(
      batch.map((row) => ({
        topic: row.topic,
        key: row.key,
        value: row.payload,
        headers: { id: row._id, type: row.type, correlationId: row.correlationId },
      })),
    );
    await this.rows.updateMany(
      { _id: { $in: batch.map((row) => row._id) } },
      { $set: { publishedAt: new Date() } },
    );
    this.publishedAt = Date.now();
    for (const row of batch) this.metrics.eventsPublished.inc({ type: row.type });
    return batch.length;
  }

  private sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      function done(): void {
        clearTimeout(timer);
        resolve();
      }
      this.wake = done;
    });
  }
}
