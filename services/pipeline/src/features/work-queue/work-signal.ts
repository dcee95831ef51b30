import { UnitOfWork, type Tx } from '@hamkhan/platform/mongo/unit-of-work';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Queues } from '@hamkhan/platform/queue/queues';
import { Injectable } from '@nestjs/common';
import type { QueueName } from './queues.js';

/** Redis channel; a message is the name of a queue. */
export const WORK_CHANNEL = 'pipeline.work';
/** Notifications within this time become one message. */
const COALESCE_MS = 10;
/** The scheduler finds later work by itself. */
const MAX_DELAY_MS = 1_000;

/** Tells the scheduler, in whichever process it runs, that work has become available. A lost signal costs one sweep interval. */
@Injectable()
export class WorkSignal {
  private readonly scheduled = new Set<QueueName>();

  constructor(
    private readonly queues: Queues,
    private readonly unitOfWork: UnitOfWork,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Work of a queue is available once `tx` is committed. */
  afterCommit(queue: QueueName, tx: Tx): void {
    this.unitOfWork.afterCommit(tx, () => this.in(0, queue));
  }

  /** Work of a queue is available after `delayMs`. */
  in(delayMs: number, queue: QueueName): void {
    if (delayMs > MAX_DELAY_MS) return;
    if (delayMs > 0) {
      setTimeout(() => this.in(0, queue), delayMs).unref();
      return;
    }
    if (this.scheduled.has(queue)) return;
    this.scheduled.add(queue);
    setTimeout(() => this.send(queue), COALESCE_MS).unref();
  }

  private send(queue: QueueName): void {
    this.scheduled.delete(queue);
    this.queues.publish(WORK_CHANNEL, queue).catch((error: unknown) => {
      this.logger.debug({ err: error, queue }, 'a work signal was not sent; the next sweep finds the work');
    });
  }
}
