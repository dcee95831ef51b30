import { randomUUID } from 'node:crypto';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { Metrics } from '@hamkhan/platform/observability/metrics';
import { isOutage } from '@hamkhan/platform/outage';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Queues, type WorkQueue } from '@hamkhan/platform/queue/queues';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { RenderBacklog } from '../render/render-backlog.service.js';
import { PageTaskRepository } from '../page-tasks/page-task.repository.js';
import { PageRepository } from '../pages/page.repository.js';
import { RunRepository } from '../runs/run.repository.js';
import { QUEUE_NAMES, type QueueName } from './queues.js';

const SWEEP_MS = 1_000;
/** At most this many jobs wait in a queue; more would only make Redis hold what MongoDB knows. */
const MAX_WAITING_JOBS = 200;

/**
 * Keeps as many jobs in each queue as there is work in MongoDB. A job says «take the most wanted piece of work», not
 * which: so priorities can change at any time, a job too many does nothing, and a lost queue is full again in a second.
 */
@Injectable()
export class ScheduleService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly queues: ReadonlyMap<QueueName, WorkQueue>;
  private readonly available;
  /** How much of each queue's work could be taken now. */
  private readonly work: Readonly<Record<QueueName, () => Promise<number>>>;
  private timer: NodeJS.Timeout | null = null;
  private sweeping = false;
  private again = false;
  private stopped = false;

  constructor(
    queues: Queues,
    runs: RunRepository,
    pages: PageRepository,
    backlog: RenderBacklog,
    tasks: PageTaskRepository,
    unitOfWork: UnitOfWork,
    metrics: Metrics,
    @InjectLogger() private readonly logger: Logger,
  ) {
    this.work = {
      'pipeline.inspect': () => runs.countAvailable(MAX_WAITING_JOBS),
      'pipeline.extract': () => pages.countAvailable(['extract'], MAX_WAITING_JOBS),
      'pipeline.translate': () => pages.countAvailable(['translate1', 'translate2'], MAX_WAITING_JOBS),
      'pipeline.page-images': () => backlog.count(MAX_WAITING_JOBS),
      'pipeline.speech': () => tasks.countAvailable({ kind: 'speech' }, MAX_WAITING_JOBS),
    };
    this.queues = new Map(QUEUE_NAMES.map((name) => [name, queues.open(name)]));
    this.available = metrics.gauge('app_pipeline_available', 'Work that could be taken now', ['queue']);
    unitOfWork.onCommit(() => this.nudge());
  }

  onApplicationBootstrap(): void {
    this.nudge();
  }

  onModuleDestroy(): void {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
  }

  /** Something may have become available: look now instead of at the next sweep. */
  nudge(): void {
    if (this.sweeping) {
      this.again = true;
      return;
    }
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    void this.sweep();
  }

  private async sweep(): Promise<void> {
    if (this.stopped) return;
    this.sweeping = true;
    try {
      do {
        this.again = false;
        for (const name of QUEUE_NAMES) await this.fill(name);
      } while (this.again && !this.stopped);
    } catch (error) {
      if (!this.stopped) this.logger[isOutage(error) ? 'warn' : 'error']({ err: error }, 'sweep failed');
    } finally {
      this.sweeping = false;
      if (!this.stopped) this.timer = setTimeout(() => this.nudge(), SWEEP_MS);
    }
  }

  private async fill(name: QueueName): Promise<void> {
    const queue = this.queues.get(name);
    if (!queue) return;
    const available = await this.work[name]();
    this.available.set({ queue: name }, available);
    if (available === 0) return;
    const missing = available - (await queue.waiting());
    for (let i = 0; i < missing; i += 1) await queue.add({}, { jobId: randomUUID() });
  }
}
