import { randomUUID } from 'node:crypto';
import type { EventData } from '@hamkhan/contracts/events/registry';
import type { TranslationEstimate } from '@hamkhan/contracts/http/translation-cost';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { noUsage, type TokenUsage } from '@hamkhan/llm/chat/token-usage';
import { LEASE_MS } from '../pages/page.repository.js';
import { usageIncrements } from '../pages/usage.domain.js';
import { RUN, type RunRow } from './run.schema.js';

/** How long who looks for a book's terms may be silent before another does it. */
export const BOOK_LEASE_MS = 10_000;

/** Books whose terms may still be looked for. */
const OPEN_BOOKS: RunRow['bookState'][] = ['pending', 'unasked'];

export type LeasedRun = RunRow & { leaseToken: string };

@Injectable()
export class RunRepository {
  constructor(@InjectModel(RUN) private readonly runs: Model<RunRow>) {}

  /** Takes a document in; a second time changes nothing. */
  async create(document: EventData<'documents.document.uploaded'>, tx: Tx): Promise<void> {
    const now = new Date();
    await this.runs.updateOne(
      { _id: document.documentId },
      {
        $setOnInsert: {
          ownerId: document.ownerId,
          objectKey: document.objectKey,
          fileName: document.fileName,
          kind: document.kind,
          language: document.language,
          state: 'queued',
          totalPages: null,
          title: null,
          version: 0,
          attempts: 0,
          crashes: 0,
          availableAt: now,
          leaseToken: null,
          createdAt: now,
          documentKey: document.key ?? null,
          bookState: 'pending',
          bookLease: null,
          bookHolder: null,
          summary: null,
          glossaryRevision: 0,
          estimate: null,
          budget: null,
          bookUsage: noUsage(),
        },
      },
      { upsert: true, session: tx },
    );
  }

  find(documentId: string): Promise<RunRow | null> {
    return this.runs.findById(documentId).lean();
  }

  /** By id or by key (G04). */
  findByName(name: string): Promise<RunRow | null> {
    return this.runs.findOne({ $or: [{ _id: name }, { documentKey: name }] }).lean();
  }

  /** Whether it falls to `holder` to look for the terms of this document. */
  async claimBook(documentId: string, holder: string): Promise<boolean> {
    const now = new Date();
    const { matchedCount } = await this.runs.updateOne(
      {
        _id: documentId,
        bookState: { $in: OPEN_BOOKS },
        $or: [{ bookLease: null }, { bookLease: { $lte: now } }],
      },
      { $set: { bookHolder: holder, bookLease: new Date(now.getTime() + BOOK_LEASE_MS) } },
    );
    return matchedCount > 0;
  }

  async renewBook(documentId: string, holder: string): Promise<void> {
    await this.runs.updateOne(
      { _id: documentId, bookHolder: holder },
      { $set: { bookLease: new Date(Date.now() + BOOK_LEASE_MS) } },
    );
  }

  /** Leaves the terms for another time, not before `pauseMs` have passed. */
  async releaseBook(documentId: string, holder: string, pauseMs: number): Promise<void> {
    const bookLease = pauseMs > 0 ? new Date(Date.now() + pauseMs) : null;
    await this.runs.updateOne(
      { _id: documentId, bookHolder: holder },
      { $set: { bookHolder: null, bookLease } },
    );
  }

  /** The terms have been looked for: the glossary's new revision, or null where another was faster. */
  async finishBook(
    documentId: string,
    holder: string,
    { state, summary, usage }: { state: 'unasked' | 'ready'; summary: string; usage: TokenUsage },
    tx: Tx,
  ): Promise<number | null> {
    const row = await this.runs
      .findOneAndUpdate(
        { _id: documentId, bookHolder: holder, bookState: { $in: OPEN_BOOKS } },
        {
          $set: { bookState: state, bookHolder: null, bookLease: null, summary: summary || null },
          $inc: { glossaryRevision: 1, ...usageIncrements('bookUsage', usage) },
        },
        { returnDocument: 'after', session: tx },
      )
      .select({ glossaryRevision: 1 })
      .lean();
    return row?.glossaryRevision ?? null;
  }

  /** Changes what is known of what a document is about: all of it then, with the number of the event that tells of it. */
  saveMetadata(
    documentId: string,
    change: Record<string, unknown>,
    tx: Tx,
  ): Promise<Pick<RunRow, 'version' | 'metadata' | 'persianMetadata'> | null> {
    return this.runs
      .findOneAndUpdate(
        { _id: documentId },
        { $set: change, $inc: { version: 1 } },
        { returnDocument: 'after', session: tx },
      )
      .select({ version: 1, metadata: 1, persianMetadata: 1 })
      .lean();
  }

  async addBookUsage(documentId: string, usage: TokenUsage): Promise<void> {
    if (usage.requests === 0) return;
    await this.runs.updateOne({ _id: documentId }, { $inc: usageIncrements('bookUsage', usage) });
  }

  /** Stores an estimate: the number of the event that tells of it, null where there is no such document. */
  async saveEstimate(documentId: string, estimate: TranslationEstimate, tx: Tx): Promise<number | null> {
    const row = await this.runs
      .findOneAndUpdate(
        { _id: documentId },
        { $set: { estimate }, $inc: { version: 1 } },
        { returnDocument: 'after', session: tx },
      )
      .select({ version: 1 })
      .lean();
    return row?.version ?? null;
  }

  /** The number of the next event that tells of a document. */
  async nextVersion(documentId: string, tx: Tx): Promise<number> {
    const row = await this.runs
      .findOneAndUpdate(
        { _id: documentId },
        { $inc: { version: 1 } },
        { returnDocument: 'after', session: tx },
      )
      .select({ version: 1 })
      .lean();
    return row?.version ?? 0;
  }

  async setBudget(documentId: string, budget: number): Promise<void> {
    await this.runs.updateOne({ _id: documentId }, { $set: { budget } });
  }

  /** The number of the glossary that a change of it makes; changes of one document meet here. */
  async nextGlossaryRevision(documentId: string, tx: Tx): Promise<number> {
    const row = await this.runs
      .findOneAndUpdate(
        { _id: documentId },
        { $inc: { glossaryRevision: 1 } },
        { returnDocument: 'after', session: tx },
      )
      .select({ glossaryRevision: 1 })
      .lean();
    return row?.glossaryRevision ?? 0;
  }

  /** Takes the oldest document that waits to be inspected, or null. */
  async claim(): Promise<LeasedRun | null> {
    const now = new Date();
    const row = await this.runs
      .findOneAndUpdate(
        { state: 'queued', availableAt: { $lte: now } },
        [
          {
            $set: {
              crashes: { $cond: [{ $ne: ['$leaseToken', null] }, { $add: ['$crashes', 1] }, '$crashes'] },
              leaseToken: randomUUID(),
              availableAt: new Date(now.getTime() + LEASE_MS),
            },
          },
        ],
        { sort: { availableAt: 1 }, returnDocument: 'after', updatePipeline: true },
      )
      .lean();
    return row as LeasedRun | null;
  }

  async renew(leaseToken: string): Promise<boolean> {
    const { matchedCount } = await this.runs.updateMany(
      { leaseToken },
      { $set: { availableAt: new Date(Date.now() + LEASE_MS) } },
    );
    return matchedCount > 0;
  }

  /** Gives a run back, to be taken again after `delayMs`; `failed` counts the try. */
  async release(run: LeasedRun, delayMs: number, failed: boolean): Promise<void> {
    await this.runs.updateOne(
      { _id: run._id, leaseToken: run.leaseToken },
      {
        $inc: { attempts: failed ? 1 : 0 },
        $set: { leaseToken: null, availableAt: new Date(Date.now() + delayMs) },
      },
    );
  }

  /** Ends `inspect`: the run goes on to its pages, or ends for good. Null when the lease was lost. */
  async finishInspection(
    run: LeasedRun,
    result: Pick<RunRow, 'state'> & Partial<Pick<RunRow, 'totalPages' | 'title'>>,
    tx: Tx,
  ): Promise<{ version: number } | null> {
    const row = await this.runs
      .findOneAndUpdate(
        { _id: run._id, leaseToken: run.leaseToken },
        { $set: { ...result, availableAt: null, leaseToken: null }, $inc: { version: 1 } },
        { returnDocument: 'after', session: tx },
      )
      .select({ version: 1 })
      .lean();
    return row ? { version: row.version } : null;
  }

  async cancel(documentId: string, tx: Tx): Promise<void> {
    await this.runs.updateOne(
      { _id: documentId },
      { $set: { state: 'canceled', availableAt: null, leaseToken: null } },
      { session: tx },
    );
  }

  async remove(documentId: string, tx: Tx): Promise<void> {
    await this.runs.deleteOne({ _id: documentId }, { session: tx });
  }

  countAvailable(limit: number): Promise<number> {
    return this.runs.countDocuments({ state: 'queued', availableAt: { $lte: new Date() } }).limit(limit);
  }
}
