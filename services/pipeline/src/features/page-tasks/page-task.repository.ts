import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { pageId, readerRank } from '../pages/page.domain.js';
import { byRank, FairClaims, NORMAL_RANK } from '../work-queue/fair-claims.js';
import { RowLease } from '../work-queue/row-lease.js';
import { WorkSignal } from '../work-queue/work-signal.js';
import {
  PAGE_TASK,
  PAGE_TASK_KINDS,
  TASK_CLAIMS,
  type PageTaskKind,
  type PageTaskRow,
} from './page-task.schema.js';
import { COVER_RANK, imageRank, imageWindow, speechRank } from './task-rank.domain.js';

/** A task that a worker has claimed. */
export type LeasedPageTask = PageTaskRow & { leaseToken: string };
type PagePlace = Pick<PageTaskRow, 'documentId' | 'ownerId' | 'pageNumber'>;

export type PageTaskFilter = {
  kind: PageTaskKind;
  /** Owners of whom only tasks are taken that a reader waits for. */
  urgentOnlyOf?: readonly string[];
};

@Injectable()
export class PageTaskRepository {
  private readonly leases: RowLease<PageTaskRow>;
  private readonly claims: ReadonlyMap<PageTaskKind, FairClaims<PageTaskRow>>;

  constructor(
    @InjectModel(PAGE_TASK) private readonly tasks: Model<PageTaskRow>,
    private readonly signal: WorkSignal,
  ) {
    this.leases = new RowLease(tasks, { attempts: { $add: ['$attempts', 1] } });
    const rules = byRank<PageTaskRow>(TASK_CLAIMS);
    this.claims = new Map(PAGE_TASK_KINDS.map((kind) => [kind, new FairClaims(this.leases, rules)]));
  }

  /** Creates image tasks for the first `total` pages, in the transaction that creates the pages. */
  async createImages(
    document: Pick<PagePlace, 'documentId' | 'ownerId'>,
    total: number,
    tx: Tx,
  ): Promise<void> {
    const rows = Array.from({ length: total }, (_, pageNumber) =>
      newTask('page-image', { ...document, pageNumber }, imageRank(pageNumber)),
    );
    await this.tasks.insertMany(rows, { session: tx });
    this.signal.afterCommit('pipeline.page-images', tx);
  }

  /**
   * Requests the speech of a page. A task in progress is repeated, because its input may have changed.
   * @param isAwaited whether a reader sees that the task is in progress
   */
  async requestSpeech(page: PagePlace, isAwaited: boolean, tx: Tx): Promise<void> {
    const { _id, rank, ...fields } = newTask('speech', page, speechRank(page.pageNumber, isAwaited));
    // Speech that a reader has requested keeps its priority.
    const priority = { rank, isAwaited };
    const update = isAwaited
      ? { $set: { ...fields, ...priority } }
      : { $set: fields, $setOnInsert: priority };
    await this.tasks.updateOne({ _id }, update, { upsert: true, session: tx });
    this.signal.afterCommit('pipeline.speech', tx);
  }

  /** Ranks the images of the pages from the reader's position first. Those of an earlier position get their normal rank back. */
  async moveReader(documentId: string, reader: number, tx: Tx): Promise<void> {
    const { from, to } = imageWindow(reader);
    const rankBy = (rank: Record<string, unknown>) =>
      [[{ $set: { rank } }], { session: tx, updatePipeline: true }] as const;
    const images = { documentId, kind: 'page-image' as const };
    const normalRank = { $cond: [{ $eq: ['$pageNumber', 0] }, COVER_RANK, '$pageNumber'] };
    await this.tasks.updateMany({ ...images, rank: { $lt: COVER_RANK } }, ...rankBy(normalRank));
    await this.tasks.updateMany(
      { ...images, pageNumber: { $gte: from, $lte: to } },
      ...rankBy({ $add: [readerRank(-reader), '$pageNumber'] }),
    );
  }

  /** Claims the next task, in turn by owner, and up to `count` - 1 of the pages after it; returns none if nothing is available. */
  async claim({ kind, urgentOnlyOf = [] }: PageTaskFilter, count = 1): Promise<LeasedPageTask[]> {
    const first = await this.claims.get(kind)?.claim({ kind }, urgentOnlyOf);
    if (!first?.leaseToken) return [];
    const { leaseToken, documentId, pageNumber } = first;
    // A task that failed before is repeated alone.
    if (first.attempts === 0 && count > 1) {
      const following = { $gt: pageNumber, $lt: pageNumber + count };
      const isLeftOut = urgentOnlyOf.includes(first.ownerId);
      await this.leases.extend(leaseToken, {
        kind,
        documentId,
        pageNumber: following,
        attempts: 0,
        ...(isLeftOut ? { rank: { $lt: NORMAL_RANK } } : {}),
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

  /** Counts the tasks that can be claimed now, up to `limit`. */
  async countAvailable({ kind, urgentOnlyOf = [] }: PageTaskFilter, limit: number): Promise<number> {
    const available = { kind, ...this.leases.available() };
    if (urgentOnlyOf.length === 0) return this.tasks.countDocuments(available).limit(limit);
    const urgent = await this.tasks.countDocuments({ ...available, rank: { $lt: NORMAL_RANK } }).limit(limit);
    if (urgent === limit) return urgent;
    const ownerId = { $nin: [...urgentOnlyOf] };
    const normal = { ...available, ownerId, rank: { $gte: NORMAL_RANK } };
    return urgent + (await this.tasks.countDocuments(normal).limit(limit - urgent));
  }

  /** Completes the tasks of an earlier version, which had no owner. Tasks of unknown documents are deleted. */
  async addOwners(ownerOf: (documentId: string) => Promise<string | null>): Promise<void> {
    const withoutOwner = { ownerId: { $exists: false } };
    for (const documentId of await this.tasks.distinct('documentId', withoutOwner)) {
      const ownerId = await ownerOf(documentId);
      if (ownerId === null) await this.tasks.deleteMany({ ...withoutOwner, documentId });
      else
        await this.tasks.updateMany(
          { ...withoutOwner, documentId },
          [{ $set: { ownerId, rank: '$pageNumber' } }],
          { updatePipeline: true },
        );
    }
  }
}

const newTask = (
  kind: PageTaskKind,
  { documentId, ownerId, pageNumber }: PagePlace,
  rank: number,
): PageTaskRow => ({
  _id: `${kind}:${pageId(documentId, pageNumber)}`,
  kind,
  documentId,
  ownerId,
  pageNumber,
  rank,
  availableAt: new Date(),
  leaseToken: null,
  attempts: 0,
});
