import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { pageId } from '../pages/page.domain.js';
import type { QueueName } from '../work-queue/queues.js';
import { RowLease } from '../work-queue/row-lease.js';
import { WorkSignal } from '../work-queue/work-signal.js';
import { PAGE_TASK, type PageTaskKind, type PageTaskRow } from './page-task.schema.js';

/** A task that a worker has claimed. */
export type LeasedPageTask = PageTaskRow & { leaseToken: string };
type PagePlace = { documentId: string; pageNumber: number };

export type PageTaskFilter = { kind: PageTaskKind; firstPagesOnly?: boolean };

const QUEUES: Readonly<Record<PageTaskKind, QueueName>> = {
  'page-image': 'pipeline.page-images',
  speech: 'pipeline.speech',
};

@Injectable()
export class PageTaskRepository {
  private readonly leases: RowLease<PageTaskRow>;

  constructor(
    @InjectModel(PAGE_TASK) private readonly tasks: Model<PageTaskRow>,
    private readonly signal: WorkSignal,
  ) {
    this.leases = new RowLease(tasks, { attempts: { $add: ['$attempts', 1] } });
  }

  /** Creates tasks for the first `total` pages, in the transaction that creates the pages. */
  async createAll(kind: PageTaskKind, documentId: string, total: number, tx: Tx): Promise<void> {
    const rows = Array.from({ length: total }, (_, pageNumber) => newTask(kind, { documentId, pageNumber }));
    await this.tasks.insertMany(rows, { session: tx });
    this.signal.afterCommit(QUEUES[kind], tx);
  }

  /**
   * Requests one task. A task in progress is repeated, because its input may have changed.
   * @param isAwaited whether a reader sees that the task is in progress
   */
  async request(kind: PageTaskKind, page: PagePlace, isAwaited: boolean, tx: Tx): Promise<void> {
    const { _id, ...fields } = newTask(kind, page);
    const update = isAwaited
      ? { $set: { ...fields, isAwaited } }
      : { $set: fields, $setOnInsert: { isAwaited } };
    await this.tasks.updateOne({ _id }, update, { upsert: true, session: tx });
    this.signal.afterCommit(QUEUES[kind], tx);
  }

  /** Claims the next task and up to `count` - 1 of the pages after it; returns none if nothing is available. */
  async claim(filter: PageTaskFilter, count = 1): Promise<LeasedPageTask[]> {
    const first = await this.leases.claim(matching(filter), { pageNumber: 1, _id: 1 });
    if (!first?.leaseToken) return [];
    const { leaseToken, documentId, pageNumber } = first;
    // A task that failed before is repeated alone.
    if (first.attempts === 0 && count > 1) {
      const following = { $gt: pageNumber, $lt: pageNumber + count };
      await this.leases.extend(leaseToken, {
        kind: filter.kind,
        documentId,
        pageNumber: following,
        attempts: 0,
      });
    }
    return this.tasks.find({ leaseToken }).sort({ pageNumber: 1 }).lean<LeasedPageTask[]>();
  }

  renew(leaseToken: string): Promise<boolean> {
    return this.leases.renew(leaseToken);
  }

  /** Releases the rest of a batch; `failed` counts an attempt. */
  async release(leaseToken: string, delayMs: number, failed: boolean): Promise<void> {
    await this.leases.release(leaseToken, delayMs, { update: { $inc: { attempts: failed ? 1 : 0 } } });
  }

  /** Records that a reader now awaits the result. False if the lease was lost. */
  async markAwaited({ _id, leaseToken }: LeasedPageTask, tx: Tx): Promise<boolean> {
    const { matchedCount } = await this.tasks.updateOne(
      { _id, leaseToken },
      { $set: { isAwaited: true } },
      { session: tx },
    );
    return matchedCount > 0;
  }

  /** Deletes a finished task. False if the lease was lost. */
  async finish({ _id, leaseToken }: LeasedPageTask, tx: Tx): Promise<boolean> {
    const { deletedCount } = await this.tasks.deleteOne({ _id, leaseToken }, { session: tx });
    return deletedCount > 0;
  }

  /** Deletes the rest of a batch, which can't be done. */
  async discard(leaseToken: string): Promise<void> {
    await this.tasks.deleteMany({ leaseToken });
  }

  async removeAll(documentId: string, tx: Tx): Promise<void> {
    await this.tasks.deleteMany({ documentId }, { session: tx });
  }

  countAvailable(filter: PageTaskFilter, limit: number): Promise<number> {
    return this.tasks.countDocuments({ ...matching(filter), ...this.leases.available() }).limit(limit);
  }
}

const newTask = (kind: PageTaskKind, { documentId, pageNumber }: PagePlace): PageTaskRow => ({
  _id: `${kind}:${pageId(documentId, pageNumber)}`,
  kind,
  documentId,
  pageNumber,
  availableAt: new Date(),
  leaseToken: null,
  attempts: 0,
});

const matching = ({ kind, firstPagesOnly = false }: PageTaskFilter) => ({
  kind,
  ...(firstPagesOnly ? { pageNumber: 0 } : {}),
});
