import { randomUUID } from 'node:crypto';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { pageId } from '../pages/page.domain.js';
import { LEASE_MS } from '../pages/page.repository.js';
import { PAGE_TASK, type PageTaskKind, type PageTaskRow } from './page-task.schema.js';

/** A task somebody has a lease on. */
export type LeasedPageTask = PageTaskRow & { leaseToken: string };
type PagePlace = { documentId: string; pageNumber: number };

/** Which tasks are wanted: of a kind, where asked for only those of first pages. */
export type PageTaskFilter = { kind: PageTaskKind; firstPagesOnly?: boolean };

@Injectable()
export class PageTaskRepository {
  constructor(@InjectModel(PAGE_TASK) private readonly tasks: Model<PageTaskRow>) {}

  /** Tasks for the first `total` pages: once, in the transaction that creates the pages. */
  async createAll(kind: PageTaskKind, documentId: string, total: number, tx: Tx): Promise<void> {
    const rows = Array.from({ length: total }, (_, pageNumber) => newTask(kind, { documentId, pageNumber }));
    await this.tasks.insertMany(rows, { session: tx });
  }

  /**
   * Asks for one task, also while it is being done: what is under way is then done again.
   * @param isAwaited somebody was told that it is being done
   */
  async request(kind: PageTaskKind, page: PagePlace, isAwaited: boolean, tx: Tx): Promise<void> {
    const { _id, ...fields } = newTask(kind, page);
    const awaited = isAwaited
      ? { $set: { ...fields, isAwaited } }
      : { $set: fields, $setOnInsert: { isAwaited } };
    await this.tasks.updateOne({ _id }, awaited, { upsert: true, session: tx });
  }

  /** Takes the next task and up to `count` - 1 of pages that follow it; none when nothing waits. A holder that fell silent counts a try. */
  async claim(filter: PageTaskFilter, count = 1): Promise<LeasedPageTask[]> {
    const leaseToken = randomUUID();
    const lease = { leaseToken, availableAt: new Date(Date.now() + LEASE_MS) };
    const first = await this.tasks
      .findOneAndUpdate(
        available(filter),
        [
          {
            $set: {
              ...lease,
              attempts: { $cond: [{ $ne: ['$leaseToken', null] }, { $add: ['$attempts', 1] }, '$attempts'] },
            },
          },
        ],
        { sort: { pageNumber: 1, _id: 1 }, returnDocument: 'after', updatePipeline: true },
      )
      .lean();
    if (!first) return [];
    // A page that failed is tried again alone.
    if (first.attempts === 0 && count > 1) {
      const { documentId, pageNumber } = first;
      const following = { documentId, pageNumber: { $gt: pageNumber, $lt: pageNumber + count } };
      const untouched = { leaseToken: null, attempts: 0 };
      await this.tasks.updateMany(
        { kind: filter.kind, ...following, ...untouched, availableAt: { $lte: new Date() } },
        { $set: lease },
      );
    }
    const held = await this.tasks.find({ leaseToken }).sort({ pageNumber: 1 }).lean();
    return held as LeasedPageTask[];
  }

  async renew(leaseToken: string): Promise<boolean> {
    const { matchedCount } = await this.tasks.updateMany(
      { leaseToken },
      { $set: { availableAt: new Date(Date.now() + LEASE_MS) } },
    );
    return matchedCount > 0;
  }

  /** Gives back what is left of a batch; `failed` counts the try. */
  async release(leaseToken: string, delayMs: number, failed: boolean): Promise<void> {
    await this.tasks.updateMany(
      { leaseToken },
      {
        $inc: { attempts: failed ? 1 : 0 },
        $set: { leaseToken: null, availableAt: new Date(Date.now() + delayMs) },
      },
    );
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

  /** Done with one page. False when the lease was lost. */
  async finish({ _id, leaseToken }: LeasedPageTask, tx: Tx): Promise<boolean> {
    const { deletedCount } = await this.tasks.deleteOne({ _id, leaseToken }, { session: tx });
    return deletedCount > 0;
  }

  /** Done with all that is left of a batch: it can't be done. */
  async discard(leaseToken: string): Promise<void> {
    await this.tasks.deleteMany({ leaseToken });
  }

  async removeAll(documentId: string, tx: Tx): Promise<void> {
    await this.tasks.deleteMany({ documentId }, { session: tx });
  }

  countAvailable(filter: PageTaskFilter, limit: number): Promise<number> {
    return this.tasks.countDocuments(available(filter)).limit(limit);
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

const available = ({ kind, firstPagesOnly = false }: PageTaskFilter) => ({
  kind,
  ...(firstPagesOnly ? { pageNumber: 0 } : {}),
  availableAt: { $lte: new Date() },
});
