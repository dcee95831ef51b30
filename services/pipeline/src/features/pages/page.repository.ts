import { randomUUID } from 'node:crypto';
import type { PageContent, TranslatedContent } from '@hamkhan/contracts/content';
import { noUsage, type TokenUsage } from '@hamkhan/llm/chat/token-usage';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { pageId, rankOf, rankStep, WIDEST_WINDOW } from './page.domain.js';
import { PAGE, type PageRow, type PageSides, type PageStage } from './page.schema.js';
import { usageIncrements } from './usage.domain.js';

/** How long a worker may be silent before its page is given to another. */
export const LEASE_MS = 10_000;

type Saved = { version: number };
export type PageText = { pageNumber: number; content: PageContent };

/** What level 1 made of a page. */
export type Draft = {
  content: TranslatedContent;
  joinedTranslations: Record<string, string>;
  usage: TokenUsage;
  joined: PageSides;
  pageSummary?: string;
  /** The glossary it was made with. */
  glossaryRevision: number;
};

/** What a page needs to know of the pages beside it. */
export type Neighbour = Pick<PageRow, 'pageNumber' | 'stage' | 'content' | 'level1' | 'level2'>;

/** A page somebody has a lease on. */
export type LeasedPage = PageRow & { leaseToken: string };

@Injectable()
export class PageRepository {
  constructor(@InjectModel(PAGE) private readonly pages: Model<PageRow>) {}

  /** Creates the pages of a document that are not there yet, ready to be extracted. */
  async createAll(documentId: string, ownerId: string, total: number, tx: Tx): Promise<void> {
    const availableAt = new Date();
    const operations = Array.from({ length: total }, (_, pageNumber) => {
      const _id = pageId(documentId, pageNumber);
      return {
        updateOne: {
          filter: { _id },
          update: {
            $setOnInsert: {
              documentId,
              ownerId,
              pageNumber,
              stage: 'extract' as const,
              rank: rankOf(pageNumber, 'extract', null),
              availableAt,
              leaseToken: null,
              attempts: 0,
              crashes: 0,
              alone: false,
              reason: null,
              version: 0,
              content: null,
              level1: null,
              level2: null,
              edited2: null,
              usage1: noUsage(),
              usage2: noUsage(),
              heldSince: null,
              joined: null,
              rejoin: null,
              joinedTranslations: null,
              pageSummary: null,
              glossaryRevision: 0,
              setAside: 0,
            },
          },
          upsert: true,
        },
      };
    });
    if (operations.length > 0) await this.pages.bulkWrite(operations, { session: tx });
  }

  /** Takes the most wanted page of these stages, or null. A page whose holder fell silent counts a crash. */
  async claim(stages: readonly PageStage[]): Promise<LeasedPage | null> {
    const now = new Date();
    const row = await this.pages
      .findOneAndUpdate(
        { stage: { $in: [...stages] }, availableAt: { $lte: now } },
        [
          {
            $set: {
              crashes: { $cond: [{ $ne: ['$leaseToken', null] }, { $add: ['$crashes', 1] }, '$crashes'] },
              alone: { $or: ['$alone', { $ne: ['$leaseToken', null] }] },
              leaseToken: randomUUID(),
              availableAt: new Date(now.getTime() + LEASE_MS),
            },
          },
        ],
        { sort: { rank: 1, _id: 1 }, returnDocument: 'after', updatePipeline: true },
      )
      .lean();
    return row as LeasedPage | null;
  }

  /** Takes up to `count` further pages right after a claimed one under the same lease; what others hold is left out. */
  async claimFollowing(first: LeasedPage, count: number): Promise<LeasedPage[]> {
    const now = new Date();
    await this.pages.updateMany(
      {
        documentId: first.documentId,
        pageNumber: { $gt: first.pageNumber, $lte: first.pageNumber + count },
        stage: first.stage,
        availableAt: { $lte: now },
        leaseToken: null,
        alone: false,
      },
      { $set: { leaseToken: first.leaseToken, availableAt: new Date(now.getTime() + LEASE_MS) } },
    );
    return this.pages
      .find({ documentId: first.documentId, leaseToken: first.leaseToken })
      .sort({ pageNumber: 1 })
      .lean() as Promise<LeasedPage[]>;
  }

  /** Keeps a lease alive; false when nothing is held under it any more. */
  async renew(leaseToken: string): Promise<boolean> {
    const { matchedCount } = await this.pages.updateMany(
      { leaseToken },
      { $set: { availableAt: new Date(Date.now() + LEASE_MS) } },
    );
    return matchedCount > 0;
  }

  /** Gives pages back untouched: to be taken again after `delayMs`. */
  async release(ids: readonly string[], leaseToken: string, delayMs: number, alone = false): Promise<void> {
    await this.pages.updateMany(
      { _id: { $in: [...ids] }, leaseToken },
      {
        $set: {
          leaseToken: null,
          availableAt: new Date(Date.now() + delayMs),
          ...(alone ? { alone: true } : {}),
        },
      },
    );
  }

  /** Notes a failed try and when the next may begin. False when the lease was lost. */
  async noteFailure(page: LeasedPage, delayMs: number): Promise<boolean> {
    const { matchedCount } = await this.pages.updateOne(
      { _id: page._id, leaseToken: page.leaseToken },
      {
        $inc: { attempts: 1 },
        $set: { leaseToken: null, alone: true, availableAt: new Date(Date.now() + delayMs) },
      },
    );
    return matchedCount > 0;
  }

  /** Adds what a try that failed cost: it was paid for, whoever holds the page now. */
  async addUsage(page: LeasedPage, level: 1 | 2, usage: TokenUsage): Promise<void> {
    if (usage.requests === 0) return;
    await this.pages.updateOne({ _id: page._id }, { $inc: usageIncrements(`usage${level}`, usage) });
  }

  /** Announces that a leased page is being worked on: takes the next event number. Null when the lease was lost. */
  nextVersion(page: LeasedPage, tx: Tx): Promise<Saved | null> {
    return this.update(page, {}, {}, tx);
  }

  /** The second translation of a page as its readers have it, where it is there. */
  async findFinal(documentId: string, pageNumber: number): Promise<TranslatedContent | null> {
    const row = await this.pages.findOne({ documentId, pageNumber }).select({ level2: 1, edited2: 1 }).lean();
    return row?.edited2 ?? row?.level2 ?? null;
  }

  /** What the pipeline itself has made of a page, and people of its second translation; null where there is none. */
  findTranslated(
    documentId: string,
    pageNumber: number,
    tx: Tx,
  ): Promise<Pick<PageRow, 'level1' | 'level2' | 'edited2'> | null> {
    return this.pages
      .findOne({ documentId, pageNumber })
      .select({ level1: 1, level2: 1, edited2: 1 })
      .session(tx)
      .lean<Pick<PageRow, 'level1' | 'level2' | 'edited2'>>()
      .exec();
  }

  /** Keeps the second translation as people have made it, for what is made of it: its speech. */
  async keepEdited(
    documentId: string,
    pageNumber: number,
    edited2: TranslatedContent,
    tx: Tx,
  ): Promise<void> {
    await this.pages.updateOne({ documentId, pageNumber }, { $set: { edited2 } }, { session: tx });
  }

  /** Takes the next event number for news of a page that has no lease: its picture, its speech. Null when there is no such page. */
  async nextVersionOf(id: string, tx: Tx): Promise<number | null> {
    const row = await this.pages
      .findOneAndUpdate({ _id: id }, { $inc: { version: 1 } }, { returnDocument: 'after', session: tx })
      .select({ version: 1 })
      .lean();
    return row?.version ?? null;
  }

  /** Stores the original text and moves on to translating. Null when the lease was lost. */
  saveContent(page: LeasedPage, content: PageContent, tx: Tx): Promise<Saved | null> {
    return this.update(page, { content }, this.next('translate1'), tx);
  }

  /** Gives a page back that waits for the text of the next, to look again after `delayMs`. */
  async hold(page: LeasedPage, delayMs: number): Promise<void> {
    const now = new Date();
    await this.pages.updateOne(
      { _id: page._id, leaseToken: page.leaseToken },
      {
        $set: {
          leaseToken: null,
          availableAt: new Date(now.getTime() + delayMs),
          heldSince: page.heldSince ?? now,
        },
      },
    );
  }

  /** Notes that level 1 begins, and which edges it joins. Null when the lease was lost. */
  begin(page: LeasedPage, joined: PageSides, tx: Tx): Promise<Saved | null> {
    return this.update(page, { joined }, {}, tx);
  }

  /**
   * Stores a draft and moves on; back to the start where a neighbour has joined an edge meanwhile that this draft has not.
   * Null when the lease was lost.
   */
  async saveDraft(page: LeasedPage, draft: Draft, tx: Tx): Promise<Saved | null> {
    const { content, joinedTranslations, usage, joined, pageSummary, glossaryRevision } = draft;
    const result = {
      level1: content,
      joinedTranslations,
      joined,
      glossaryRevision,
      ...(pageSummary ? { pageSummary } : {}),
    };
    const saved = await this.update(
      page,
      result,
      this.next('translate2'),
      tx,
      usageIncrements('usage1', usage),
    );
    if (!saved) return null;
    const { rejoin } = saved;
    if (rejoin === null) return saved;
    const misses = (rejoin.head && !joined.head) || (rejoin.tail && !joined.tail);
    await this.pages.updateOne(
      { _id: page._id },
      misses
        ? {
            $set: { rejoin: null, stage: 'translate1' },
            $inc: { rank: rankStep('translate2', 'translate1') },
          }
        : { $set: { rejoin: null } },
      { session: tx },
    );
    return saved;
  }

  /** Stores the second translation: the page is done. Null when the lease was lost. */
  saveFinal(
    page: LeasedPage,
    { content, usage, glossaryRevision }: Pick<Draft, 'content' | 'usage' | 'glossaryRevision'>,
    tx: Tx,
  ): Promise<Saved | null> {
    const end = { stage: 'done' as const, availableAt: null };
    const result = { level2: content, edited2: null, glossaryRevision };
    return this.update(page, result, end, tx, usageIncrements('usage2', usage));
  }

  /**
   * A neighbour has joined this edge of a page: where the page was translated without (its neighbour's text came later), its first
   * level is made again. That costs nothing, the memory knows it all.
   */
  async expectJoin(documentId: string, pageNumber: number, edge: keyof PageSides, tx: Tx): Promise<void> {
    const page = await this.pages
      .findOne({ documentId, pageNumber })
      .select({ stage: 1, leaseToken: 1, joined: 1 })
      .session(tx)
      .lean();
    if (!page || page.joined?.[edge]) return;
    if (page.stage === 'translate1' && page.leaseToken !== null) {
      const none: PageSides = { head: false, tail: false };
      await this.pages.updateOne(
        { _id: page._id },
        [{ $set: { rejoin: { $mergeObjects: [none, '$rejoin', { [edge]: true }] } } }],
        { session: tx, updatePipeline: true },
      );
    }
    if (page.stage !== 'translate2' && page.stage !== 'done') return;
    await this.pages.updateOne(
      { _id: page._id },
      { $set: this.next('translate1'), $inc: { rank: rankStep(page.stage, 'translate1') } },
      { session: tx },
    );
  }

  /** The page can't be done: nothing more is tried. Null when the lease was lost. */
  giveUp(page: LeasedPage, reason: string, tx: Tx): Promise<Saved | null> {
    return this.update(page, { reason }, { stage: 'failed', availableAt: null }, tx);
  }

  /**
   * The page waits in its stage for something a person does: until `wake` is called for this reason, and where `retryMs` is
   * given no longer than that. Null when the lease was lost.
   */
  wait(page: LeasedPage, reason: string, retryMs: number | null, tx: Tx): Promise<Saved | null> {
    const availableAt = retryMs === null ? null : new Date(Date.now() + retryMs);
    return this.update(page, { reason }, { availableAt, leaseToken: null }, tx);
  }

  /** Makes pages that wait for `reason` available again; of one owner or document where given. */
  async wake(reason: string, of: { ownerId?: string; documentId?: string } = {}): Promise<number> {
    const { modifiedCount } = await this.pages.updateMany(
      {
        reason,
        availableAt: null,
        stage: { $in: ['translate1', 'translate2'] },
        ...of,
      },
      { $set: { reason: null, availableAt: new Date(), attempts: 0, crashes: 0 } },
    );
    return modifiedCount;
  }

  /** Takes back what is not done yet of a document. */
  async cancelAll(documentId: string, tx: Tx): Promise<void> {
    await this.pages.updateMany(
      { documentId, stage: { $in: ['extract', 'translate1', 'translate2'] } },
      { $set: { stage: 'canceled', availableAt: null, leaseToken: null } },
      { session: tx },
    );
  }

  async removeAll(documentId: string, tx: Tx): Promise<void> {
    await this.pages.deleteMany({ documentId }, { session: tx });
  }

  /** Ranks the pages of a document anew around a reader; pages an earlier reader left fall back to their place. */
  async moveReader(documentId: string, reader: number, tx: Tx): Promise<void> {
    const open = { documentId, stage: { $in: ['extract', 'translate1', 'translate2'] as PageStage[] } };
    const moved = await this.pages
      .find({
        ...open,
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

  /** How many pages of these stages could be taken now, counted up to `limit`. */
  countAvailable(stages: readonly PageStage[], limit: number): Promise<number> {
    return this.pages
      .countDocuments({ stage: { $in: [...stages] }, availableAt: { $lte: new Date() } })
      .limit(limit);
  }

  /** Whether each of the first pages has its text, or will never have it. */
  async areExtracted(documentId: string, count: number): Promise<boolean> {
    const open = await this.pages.exists({ documentId, pageNumber: { $lt: count }, stage: 'extract' });
    return open === null;
  }

  /** Original texts of the first pages, in order. */
  async firstTexts(documentId: string, count: number): Promise<PageContent[]> {
    const rows = await this.pages
      .find({ documentId, pageNumber: { $lt: count } })
      .sort({ pageNumber: 1 })
      .select({ content: 1 })
      .lean();
    return rows.flatMap(({ content }) => content ?? []);
  }

  /** Has the pages of a document that nobody waits for stay where they are for a while; the claimed one too. */
  async defer(page: LeasedPage, delayMs: number): Promise<void> {
    const now = new Date();
    const availableAt = new Date(now.getTime() + delayMs);
    await this.pages.updateMany(
      {
        documentId: page.documentId,
        leaseToken: null,
        availableAt: { $lte: now },
        $or: [{ stage: 'translate1', rank: { $gt: 0 } }, { stage: 'translate2' }],
      },
      { $set: { availableAt } },
    );
    await this.release([page._id], page.leaseToken, delayMs);
  }

  /** Ends `defer` before its time. */
  async wakeDeferred(documentId: string): Promise<void> {
    const now = new Date();
    await this.pages.updateMany(
      {
        documentId,
        stage: { $in: ['translate1', 'translate2'] },
        leaseToken: null,
        reason: null,
        attempts: 0,
        availableAt: { $gt: now },
      },
      { $set: { availableAt: now } },
    );
  }

  /** What pages shortly before this one say, a sentence each, in order. */
  async summariesBefore(documentId: string, pageNumber: number, count: number): Promise<string[]> {
    const rows = await this.pages
      .find({ documentId, pageNumber: { $lt: pageNumber, $gte: pageNumber - count } })
      .sort({ pageNumber: 1 })
      .select({ pageSummary: 1 })
      .lean();
    return rows.flatMap(({ pageSummary }) => pageSummary ?? []);
  }

  /** Notes what a page that is about to be translated may cost; it counts while the page is held. */
  async setAside(page: LeasedPage, amount: number): Promise<void> {
    await this.pages.updateOne(
      { _id: page._id, leaseToken: page.leaseToken },
      { $set: { setAside: amount } },
    );
  }

  /** What the pages of a document have cost, and what is set aside for those that are being translated now. */
  async money(documentId: string): Promise<{ spent: number; setAside: number }> {
    const isHeld = { $and: [{ $ne: ['$leaseToken', null] }, { $gt: ['$availableAt', new Date()] }] };
    const [sums] = await this.pages.aggregate<{ spent: number; setAside: number }>([
      { $match: { documentId } },
      {
        $group: {
          _id: null,
          spent: { $sum: { $add: [{ $ifNull: ['$usage1.cost', 0] }, { $ifNull: ['$usage2.cost', 0] }] } },
          setAside: { $sum: { $cond: [isHeld, { $ifNull: ['$setAside', 0] }, 0] } },
        },
      },
    ]);
    return { spent: sums?.spent ?? 0, setAside: sums?.setAside ?? 0 };
  }

  /** What each page of a document has used, in order. */
  usages(documentId: string): Promise<Pick<PageRow, 'pageNumber' | 'usage1' | 'usage2' | 'reason'>[]> {
    return this.pages
      .find({ documentId })
      .sort({ pageNumber: 1 })
      .select({ pageNumber: 1, usage1: 1, usage2: 1, reason: 1 })
      .lean();
  }

  /** The oldest glossary that a translated page of a document was made with; null where none is translated. */
  async oldestGlossary(documentId: string): Promise<number | null> {
    const row = await this.pages
      .findOne({ documentId, stage: { $in: ['translate2', 'done'] } })
      .sort({ glossaryRevision: 1 })
      .select({ glossaryRevision: 1 })
      .lean();
    return row ? (row.glossaryRevision ?? 0) : null;
  }

  /** The translated pages of a document with their original texts. */
  async *translated(
    documentId: string,
  ): AsyncGenerator<{ pageNumber: number; glossaryRevision: number; content: PageContent }> {
    const cursor = this.pages
      .find({ documentId, stage: { $in: ['translate2', 'done'] } })
      .select({ pageNumber: 1, glossaryRevision: 1, content: 1 })
      .lean()
      .cursor();
    for await (const { pageNumber, glossaryRevision, content } of cursor) {
      if (content) yield { pageNumber, glossaryRevision: glossaryRevision ?? 0, content };
    }
  }

  /** Has translated pages translated once more, from the first level on. @returns how many. */
  async translateAnew(documentId: string, pageNumbers: readonly number[]): Promise<number> {
    let count = 0;
    for (const stage of ['translate2', 'done'] as const) {
      const { modifiedCount } = await this.pages.updateMany(
        { documentId, pageNumber: { $in: [...pageNumbers] }, stage },
        { $set: this.next('translate1'), $inc: { rank: rankStep(stage, 'translate1') } },
      );
      count += modifiedCount;
    }
    return count;
  }

  /** Has a page that is done, or failed, read from the file once more, alone and before others. */
  async extractAnew(documentId: string, pageNumber: number, tx: Tx): Promise<void> {
    await this.pages.updateOne(
      { documentId, pageNumber, stage: { $ne: 'canceled' } },
      {
        $set: {
          ...this.next('extract'),
          alone: true,
          joined: null,
          rejoin: null,
          rank: rankOf(pageNumber, 'extract', pageNumber),
        },
      },
      { session: tx },
    );
  }

  /** The pages before and after a page, as far as they are there. */
  async neighbours(page: LeasedPage): Promise<{ before?: Neighbour; after?: Neighbour }> {
    const rows: Neighbour[] = await this.pages
      .find({
        documentId: page.documentId,
        pageNumber: { $in: [page.pageNumber - 1, page.pageNumber + 1] },
      })
      .select({ pageNumber: 1, stage: 1, content: 1, level1: 1, level2: 1 })
      .lean();
    const before = rows.find(({ pageNumber }) => pageNumber < page.pageNumber);
    const after = rows.find(({ pageNumber }) => pageNumber > page.pageNumber);
    return { ...(before ? { before } : {}), ...(after ? { after } : {}) };
  }

  /** Original text of a page, where it is there. */
  async findText(documentId: string, pageNumber: number): Promise<PageContent | null> {
    const row = await this.pages.findOne({ documentId, pageNumber }).select({ content: 1 }).lean();
    return row?.content ?? null;
  }

  private next(stage: PageStage): Partial<PageRow> {
    return {
      stage,
      availableAt: new Date(),
      leaseToken: null,
      attempts: 0,
      crashes: 0,
      alone: false,
      reason: null,
      heldSince: null,
    };
  }

  private async update(
    page: LeasedPage,
    result: Partial<PageRow>,
    next: Partial<PageRow>,
    tx: Tx,
    increments: Record<string, number> = {},
  ): Promise<(Saved & Pick<PageRow, 'rejoin'>) | null> {
    const releases = next.stage !== undefined ? { leaseToken: null } : {};
    const rank = rankStep(page.stage, next.stage ?? page.stage);
    const row = await this.pages
      .findOneAndUpdate(
        { _id: page._id, leaseToken: page.leaseToken },
        { $set: { ...result, ...next, ...releases }, $inc: { version: 1, rank, ...increments } },
        { returnDocument: 'after', session: tx },
      )
      .select({ version: 1, rejoin: 1 })
      .lean();
    return row ? { version: row.version, rejoin: row.rejoin } : null;
  }
}
