import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter } from 'mongoose';
import { byRank, FairClaims } from '../work-queue/fair-claims.js';
import { RowLease } from '../work-queue/row-lease.js';
import { WorkSignal } from '../work-queue/work-signal.js';
import { atStart, newPage } from './new-page.domain.js';
import { queueOf, rankOf, rankStep, WIDEST_WINDOW } from './page.domain.js';
import { PAGE, PAGE_CLAIMS, type PageRow, type PageStage } from './page.schema.js';

/** A page that a worker has claimed. */
export type LeasedPage = PageRow & { leaseToken: string };

/** The number of the event to publish for a write (aggregateVersion). */
export type Saved = { version: number };

/** The stages in which there is work to do. */
const OPEN_STAGES: PageStage[] = ['extract', 'translate1', 'translate2'];
const TRANSLATION_STAGES: PageStage[] = ['translate1', 'translate2'];

/** The work state of pages: creation, claims and leases, stages, and the order in which workers claim them. */
@Injectable()
export class PageWorkRepository {
  private readonly leases: RowLease<PageRow>;
  /** The turns of each set of stages that is claimed together. */
  private readonly claims = new Map<string, FairClaims<PageRow>>();

  constructor(
    @InjectModel(PAGE) private readonly pages: Model<PageRow>,
    private readonly signal: WorkSignal,
  ) {
    this.leases = new RowLease(pages, { crashes: { $add: ['$crashes', 1] }, alone: true });
  }

  /** Creates the pages of a document, ready to be extracted. Pages that exist stay unchanged. */
  async createAll(documentId: string, ownerId: string, total: number, tx: Tx): Promise<void> {
    const operations = Array.from({ length: total }, (_, pageNumber) => {
      const { _id, ...row } = newPage(documentId, ownerId, pageNumber);
      return { updateOne: { filter: { _id }, update: { $setOnInsert: row }, upsert: true } };
    });
    if (operations.length > 0) await this.pages.bulkWrite(operations, { session: tx });
    this.signal.afterCommit('pipeline.extract', tx);
  }

  /**
   * Claims the most wanted page of these stages, in turn by owner, or returns null. A page whose worker died counts a crash and is
   * processed alone.
   */
  claim(stages: readonly PageStage[]): Promise<LeasedPage | null> {
    const name = stages.join(' ');
    const claims = this.claims.get(name) ?? new FairClaims(this.leases, byRank<PageRow>(PAGE_CLAIMS));
    this.claims.set(name, claims);
    return claims.claim({ stage: { $in: [...stages] } }) as Promise<LeasedPage | null>;
  }

  /** Claims up to `count` pages after a claimed one under the same lease. Returns the whole batch. */
  async claimFollowing(first: LeasedPage, count: number): Promise<LeasedPage[]> {
    const { documentId, pageNumber, stage, leaseToken } = first;
    const following = { $gt: pageNumber, $lte: pageNumber + count };
    await this.leases.extend(leaseToken, { documentId, pageNumber: following, stage, alone: false });
    return this.pages.find({ documentId, leaseToken }).sort({ pageNumber: 1 }).lean<LeasedPage[]>();
  }

  renew(leaseToken: string): Promise<boolean> {
    return this.leases.renew(leaseToken);
  }

  /** Releases unchanged pages of one lease, to be claimed again after `delayMs`; with `alone` each in its own batch. */
  async release(
    pages: readonly LeasedPage[],
    delayMs: number,
    { alone = false }: { alone?: boolean } = {},
  ): Promise<void> {
    const [first] = pages;
    if (!first) return;
    const filter = { _id: { $in: pages.map(({ _id }) => _id) } };
    const update = alone ? { $set: { alone: true } } : {};
    await this.leases.release(first.leaseToken, delayMs, { filter, update });
    this.signal.in(delayMs, queueOf(first.stage));
  }

  /** Counts a failed attempt and releases the page. False if the lease was lost. */
  recordFailure(page: LeasedPage, delayMs: number): Promise<boolean> {
    return this.leases.release(page.leaseToken, delayMs, {
      filter: { _id: page._id },
      update: { $inc: { attempts: 1 }, $set: { alone: true } },
    });
  }

  /** Releases a page that waits for the text of the next page. */
  async hold(page: LeasedPage, delayMs: number): Promise<void> {
    await this.leases.release(page.leaseToken, delayMs, {
      filter: { _id: page._id },
      update: { $set: { heldSince: page.heldSince ?? new Date() } },
    });
    this.signal.in(delayMs, 'pipeline.translate');
  }

  /** Postpones the pages of a document that no reader awaits, and the claimed one. */
  async defer(page: LeasedPage, delayMs: number): Promise<void> {
    const unawaited: QueryFilter<PageRow> = {
      $or: [{ stage: 'translate1', rank: { $gt: 0 } }, { stage: 'translate2' }],
    };
    await this.pages.updateMany(
      { documentId: page.documentId, leaseToken: null, ...this.leases.available(), ...unawaited },
      { $set: { availableAt: new Date(Date.now() + delayMs) } },
    );
    await this.release([page], delayMs);
  }

  /** Ends `defer` early. */
  async endDeferral(documentId: string): Promise<void> {
    const now = new Date();
    await this.pages.updateMany(
      {
        documentId,
        stage: { $in: TRANSLATION_STAGES },
        leaseToken: null,
        reason: null,
        attempts: 0,
        availableAt: { $gt: now },
      },
      { $set: { availableAt: now } },
    );
    this.signal.in(0, 'pipeline.translate');
  }

  /** The owner of a page; null if the page does not exist. */
  async ownerOf(documentId: string, pageNumber: number, tx: Tx): Promise<string | null> {
    const row = await this.pages
      .findOne({ documentId, pageNumber })
      .select({ ownerId: 1 })
      .session(tx)
      .lean();
    return row?.ownerId ?? null;
  }

  /** Takes the next event number of a claimed page. Null if the lease was lost. */
  nextVersion(page: LeasedPage, tx: Tx): Promise<Saved | null> {
    return this.update(page, {}, tx);
  }

  /** Takes the next event number of a page without a lease, for its image or speech. Null if the page does not exist. */
  async nextVersionOf(id: string, tx: Tx): Promise<number | null> {
    const row = await this.pages
      .findOneAndUpdate({ _id: id }, { $inc: { version: 1 } }, { returnDocument: 'after', session: tx })
      .select({ version: 1 })
      .lean();
    return row?.version ?? null;
  }

  /** Changes a claimed page without ending its lease. Null if the lease was lost. */
  update(page: LeasedPage, changes: Partial<PageRow>, tx: Tx): Promise<Saved | null> {
    return this.write(page, changes, {}, tx);
  }

  /**
   * Stores the result of a stage, moves the page to the next one and ends the lease. Null if the lease was lost.
   * @param increments usage fields to increase
   */
  async advance(
    page: LeasedPage,
    stage: PageStage,
    result: Partial<PageRow>,
    tx: Tx,
    increments: Record<string, number> = {},
  ): Promise<(Saved & Pick<PageRow, 'rejoin'>) | null> {
    const isOpen = OPEN_STAGES.includes(stage);
    const next = isOpen ? atStart(stage) : { stage, availableAt: null, leaseToken: null };
    if (isOpen) this.signal.afterCommit(queueOf(stage), tx);
    return this.write(page, { ...result, ...next }, { rank: rankStep(page.stage, stage), ...increments }, tx);
  }

  /** Ends the work on a page that can't be processed. Null if the lease was lost. */
  fail(page: LeasedPage, reason: string, tx: Tx): Promise<Saved | null> {
    return this.advance(page, 'failed', { reason }, tx);
  }

  /**
   * Releases a page that waits for a person. It becomes available when `wake` is called with this reason, or after `retryMs`.
   * Null if the lease was lost.
   */
  wait(page: LeasedPage, reason: string, retryMs: number | null, tx: Tx): Promise<Saved | null> {
    const availableAt = retryMs === null ? null : new Date(Date.now() + retryMs);
    return this.write(page, { reason, availableAt, leaseToken: null }, {}, tx);
  }

  /** Makes pages that wait for `reason` available; of one owner or document if given. Returns how many. */
  async wake(reason: string, of: { ownerId?: string; documentId?: string } = {}): Promise<number> {
    const { modifiedCount } = await this.pages.updateMany(
      { reason, availableAt: null, stage: { $in: TRANSLATION_STAGES }, ...of },
      { $set: { reason: null, availableAt: new Date(), attempts: 0, crashes: 0 } },
    );
    if (modifiedCount > 0) this.signal.in(0, 'pipeline.translate');
    return modifiedCount;
  }

  /** Translates pages again from level 1. Returns how many. */
  async retranslate(documentId: string, pageNumbers: readonly number[]): Promise<number> {
    let count = 0;
    for (const stage of ['translate2', 'done'] as const) {
      const { modifiedCount } = await this.pages.updateMany(
        { documentId, pageNumber: { $in: [...pageNumbers] }, stage },
        this.backToDraft(stage),
      );
      count += modifiedCount;
    }
    if (count > 0) this.signal.in(0, 'pipeline.translate');
    return count;
  }

  /** Translates one page again from level 1, as part of a transaction. */
  async retranslatePage({ _id, stage }: Pick<PageRow, '_id' | 'stage'>, tx: Tx): Promise<void> {
    await this.pages.updateOne({ _id }, this.backToDraft(stage), { session: tx });
    this.signal.afterCommit('pipeline.translate', tx);
  }

  /** Extracts a page again, alone and before others. */
  async reextract(documentId: string, pageNumber: number, tx: Tx): Promise<void> {
    const rank = rankOf(pageNumber, 'extract', pageNumber);
    await this.pages.updateOne(
      { documentId, pageNumber, stage: { $ne: 'canceled' } },
      { $set: { ...atStart('extract'), alone: true, joined: null, rejoin: null, rank } },
      { session: tx },
    );
    this.signal.afterCommit('pipeline.extract', tx);
  }

  /** Cancels the unfinished pages of a document. */
  async cancelAll(documentId: string, tx: Tx): Promise<void> {
    await this.pages.updateMany(
      { documentId, stage: { $in: OPEN_STAGES } },
      { $set: { stage: 'canceled', availableAt: null, leaseToken: null } },
      { session: tx },
    );
  }

  async removeAll(documentId: string, tx: Tx): Promise<void> {
    await this.pages.deleteMany({ documentId }, { session: tx });
  }

  /** Ranks the pages from the reader's position first. Pages of an earlier position get their normal rank back. */
  async moveReader(documentId: string, reader: number, tx: Tx): Promise<void> {
    const moved = await this.pages
      .find({
        documentId,
        stage: { $in: OPEN_STAGES },
        $or: [{ rank: { $lt: 0 } }, { pageNumber: { $gte: reader, $lt: reader + WIDEST_WINDOW } }],
      })
      .select({ pageNumber: 1, stage: 1 })
      .session(tx)
      .lean();
    if (moved.length === 0) return;
    await this.pages.bulkWrite(
      moved.map(({ _id, pageNumber, stage }) => ({
        updateOne: { filter: { _id, stage }, update: { $set: { rank: rankOf(pageNumber, stage, reader) } } },
      })),
      { session: tx },
    );
  }

  /** Counts the pages of these stages that can be claimed now, up to `limit`. */
  countAvailable(stages: readonly PageStage[], limit: number): Promise<number> {
    return this.pages
      .countDocuments({ stage: { $in: [...stages] }, ...this.leases.available() })
      .limit(limit);
  }

  private backToDraft(from: PageStage) {
    return { $set: atStart('translate1'), $inc: { rank: rankStep(from, 'translate1') } };
  }

  private async write(
    page: LeasedPage,
    changes: Partial<PageRow>,
    increments: Record<string, number>,
    tx: Tx,
  ): Promise<(Saved & Pick<PageRow, 'rejoin'>) | null> {
    const row = await this.pages
      .findOneAndUpdate(
        { _id: page._id, leaseToken: page.leaseToken },
        { $set: changes, $inc: { version: 1, ...increments } },
        { returnDocument: 'after', session: tx },
      )
      .select({ version: 1, rejoin: 1 })
      .lean();
    return row ? { version: row.version, rejoin: row.rejoin } : null;
  }
}
