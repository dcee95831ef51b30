import { randomUUID } from 'node:crypto';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { pageId } from '../pages/page.domain.js';
import { LEASE_MS } from '../pages/page.repository.js';
import { PICTURE_TASK, type PictureTaskRow } from './picture-task.schema.js';

/** A task somebody has a lease on. */
export type LeasedPictureTask = PictureTaskRow & { leaseToken: string };

const wanted = (coversOnly: boolean) => ({
  ...(coversOnly ? { pageNumber: 0 } : {}),
  availableAt: { $lte: new Date() },
});

@Injectable()
export class PictureTaskRepository {
  constructor(@InjectModel(PICTURE_TASK) private readonly tasks: Model<PictureTaskRow>) {}

  /** Once for a document: in the transaction that creates its pages. */
  async createAll(documentId: string, total: number, tx: Tx): Promise<void> {
    const availableAt = new Date();
    const rows = Array.from({ length: total }, (_, pageNumber) => {
      const _id = pageId(documentId, pageNumber);
      return { _id, documentId, pageNumber, availableAt, leaseToken: null, attempts: 0 };
    });
    await this.tasks.insertMany(rows, { session: tx });
  }

  /** Takes the next page and up to `count` - 1 that follow it; none when nothing waits. A holder that fell silent counts a try. */
  async claim(coversOnly: boolean, count: number): Promise<LeasedPictureTask[]> {
    const leaseToken = randomUUID();
    const lease = { leaseToken, availableAt: new Date(Date.now() + LEASE_MS) };
    const first = await this.tasks
      .findOneAndUpdate(
        wanted(coversOnly),
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
    if (first.attempts === 0 && !coversOnly) {
      const { documentId, pageNumber } = first;
      const following = { documentId, pageNumber: { $gt: pageNumber, $lt: pageNumber + count } };
      await this.tasks.updateMany({ ...following, ...untouched() }, { $set: lease });
    }
    const held = await this.tasks.find({ leaseToken }).sort({ pageNumber: 1 }).lean();
    return held as LeasedPictureTask[];
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

  /** Done with one page. False when the lease was lost. */
  async finish({ _id, leaseToken }: LeasedPictureTask, tx: Tx): Promise<boolean> {
    const { deletedCount } = await this.tasks.deleteOne({ _id, leaseToken }, { session: tx });
    return deletedCount > 0;
  }

  /** Done with all that is left of a batch: it can't be drawn. */
  async giveUp(leaseToken: string): Promise<void> {
    await this.tasks.deleteMany({ leaseToken });
  }

  async removeAll(documentId: string, tx: Tx): Promise<void> {
    await this.tasks.deleteMany({ documentId }, { session: tx });
  }

  countAvailable(coversOnly: boolean, limit: number): Promise<number> {
    return this.tasks.countDocuments(wanted(coversOnly)).limit(limit);
  }
}

/** Failed pages are tried again alone. */
const untouched = () => ({ availableAt: { $lte: new Date() }, leaseToken: null, attempts: 0 });
