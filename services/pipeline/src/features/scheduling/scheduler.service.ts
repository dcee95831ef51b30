import { LeaderLease } from '@hamkhan/platform/lease/leader-lease';
import { LEASES, type LeaseRow } from '@hamkhan/platform/lease/lease.schema';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { Metrics } from '@hamkhan/platform/observability/metrics';
import { isOutage } from '@hamkhan/platform/outage';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Queues, type WorkQueue } from '@hamkhan/platform/queue/queues';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { DailyBudget } from '../cost/daily-budget.service.js';
import { PageTaskRepository } from '../page-tasks/page-task.repository.js';
import { PageWorkRepository } from '../pages/page-work.repository.js';
import { PageImageBacklog } from '../page-tasks/page-image-backlog.service.js';
import { RunRepository } from '../runs/run.repository.js';
import { isQueueName, QUEUE_NAMES, type QueueName } from '../work-queue/queues.js';
import { WORK_CHANNEL } from '../work-queue/work-signal.js';

const SWEEP_MS = 1_000;
/** Renewed with every sweep; if the leader dies, another process takes over within four seconds. */
const LEASE = { leaseMs: 3_000, renewMs: 900 };
/** Maximum number of waiting jobs in a queue. More would only duplicate in Redis what MongoDB knows. */
const MAX_WAITING_JOBS = 200;

/**
 * Keeps as many jobs in each queue as there is available work in MongoDB (ADR 0003). One elected process does so: at once for a
 * queue that a work signal names, and for all queues every second, which covers lost signals, expired leases and a flushed Redis. The same
 * process wakes pages that wait for a new day.
 */
@Injectable()
export class SchedulerService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly lease: LeaderLease;
  private readonly openQueues: ReadonlyMap<QueueName, WorkQueue>;
  private readonly gauge;
  /** Counts the available work of each queue, up to the maximum number of jobs. */
  private readonly countAvailable: Readonly<Record<QueueName, () => Promise<number>>>;
  private readonly pending = new Set<QueueName>();
  private sweeping: Promise<void> | null = null;
  private timer: NodeJS.Timeout | undefined;
  private isLeader = false;
  private isStopped = false;

  constructor(
    private readonly queues: Queues,
    runs: RunRepository,
    pages: PageWorkRepository,
    backlog: PageImageBacklog,
    tasks: PageTaskRepository,
    private readonly dailyBudget: DailyBudget,
    metrics: Metrics,
    @InjectModel(LEASES) leases: Model<LeaseRow>,
    @InjectLogger() private readonly logger: Logger,
  ) {
    this.countAvailable = {
      'pipeline.inspect': () => runs.countAvailable(MAX_WAITING_JOBS),
      'pipeline.extract': () => pages.countAvailable(['extract'], MAX_WAITING_JOBS),
      'pipeline.translate': () => pages.countAvailable(['translate1', 'translate2'], MAX_WAITING_JOBS),
      'pipeline.page-images': () => backlog.count(MAX_WAITING_JOBS),
      'pipeline.speech': () => tasks.countAvailable({ kind: 'speech' }, MAX_WAITING_JOBS),
    };
    this.lease = new LeaderLease(leases, 'scheduler', LEASE);
    this.openQueues = new Map(QUEUE_NAMES.map((name) => [name, queues.open(name)]));
    this.gauge = metrics.gauge('app_pipeline_available', 'Work that a worker can claim now', ['queue']);
  }

  onApplicationBootstrap(): void {
    this.queues
      .subscribe(WORK_CHANNEL, (name) => {
        if (this.isLeader && isQueueName(name)) this.sweep([name]);
      })
      .catch((error: unknown) => this.logger.warn({ err: error }, 'the scheduler receives no work signals'));
    this.timer = setInterval(() => this.sweep(QUEUE_NAMES), SWEEP_MS);
    this.sweep(QUEUE_NAMES);
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
    await this.sweeping;
    await this.lease.release();
  }

  /** Sweeps these queues now, or right after the sweep that is running. */
  private sweep(names: readonly QueueName[]): void {
    for (const name of names) this.pending.add(name);
    this.sweeping ??= this.sweepPending().finally(() => {
      this.sweeping = null;
    });
  }

  private async sweepPending(): Promise<void> {
    while (this.pending.size > 0 && !this.isStopped) {
      const names = [...this.pending];
      this.pending.clear();
      try {
        if (!(await this.lease.acquire())) return this.stepDown();
        this.isLeader = true;
        await this.dailyBudget.wakeOnNewDay();
        for (const name of names) await this.fill(name);
      } catch (error) {
        if (!this.isStopped)
          this.logger[isOutage(error) ? 'warn' : 'error']({ err: error }, 'a sweep failed');
      }
    }
  }

  /** The gauge of a former leader would keep its last value. */
  private stepDown(): void {
    if (this.isLeader) this.gauge.reset();
    this.isLeader = false;
  }

  private async fill(name: QueueName): Promise<void> {
    const queue = this.openQueues.get(name);
    if (!queue) return;
    const available = await this.countAvailable[name]();
    this.gauge.set({ queue: name }, available);
    if (available === 0) return;
    const missing = available - (await queue.waiting());
    if (missing > 0) await queue.add(missing);
  }
}
