import type { EventData } from '@hamkhan/contracts/events/registry';
import type { TranslationEstimate } from '@hamkhan/contracts/http/translation-cost';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { noUsage, type TokenUsage } from '@hamkhan/llm/chat/token-usage';
import { usageIncrements } from '../pages/usage.domain.js';
import { FairClaims } from '../work-queue/fair-claims.js';
import { RowLease } from '../work-queue/row-lease.js';
import { WorkSignal } from '../work-queue/work-signal.js';
import { RUN, RUN_CLAIMS, type RunRow } from './run.schema.js';

/** States in which the terms of a document may still be searched. */
const OPEN_TERMS: RunRow['termsState'][] = ['pending', 'rules_only'];

export type LeasedRun = RunRow & { leaseToken: string };

/** The lease on the term search of a document, apart from the lease on the run. */
export type TermsLease = { documentId: string; token: string };
const toTermsLease = (row: RunRow | null): TermsLease | null =>
  row?.termsLeaseToken ? { documentId: row._id, token: row.termsLeaseToken } : null;

@Injectable()
export class RunRepository {
  private readonly leases: RowLease<RunRow>;
  private readonly claims: FairClaims<RunRow>;
  private readonly termsLeases: RowLease<RunRow>;

  constructor(
    @InjectModel(RUN) private readonly runs: Model<RunRow>,
    private readonly signal: WorkSignal,
  ) {
    this.leases = new RowLease(runs, { crashes: { $add: ['$crashes', 1] } });
    this.claims = new FairClaims(this.leases, {
      order: { createdAt: 1, _id: 1 },
      normal: { index: RUN_CLAIMS },
    });
    this.termsLeases = new RowLease(
      runs,
      {},
      { availableAt: 'termsAvailableAt', leaseToken: 'termsLeaseToken' },
    );
  }

  /** Registers a document. A known document stays unchanged. */
  async create(document: EventData<'documents.document.uploaded'>, tx: Tx): Promise<void> {
    const now = new Date();
    await this.runs.updateOne(
      { _id: document.documentId },
      {
        $setOnInsert: {
          ownerId: document.ownerId,
          ownerIsStaff: document.ownerIsStaff ?? false,
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
          termsState: 'pending',
          termsAvailableAt: now,
          termsLeaseToken: null,
          summary: null,
          glossaryRevision: 0,
          estimate: null,
          budget: null,
          documentUsage: noUsage(),
        },
      },
      { upsert: true, session: tx },
    );
    this.signal.afterCommit('pipeline.inspect', tx);
  }

  find(documentId: string): Promise<RunRow | null> {
    return this.runs.findById(documentId).lean();
  }

  /** By id or by key (G04). */
  findByName(name: string): Promise<RunRow | null> {
    return this.runs.findOne({ $or: [{ _id: name }, { documentKey: name }] }).lean();
  }

  /** Claims the term search of a document. Null if it is done or in progress. */
  claimTerms(documentId: string): Promise<TermsLease | null> {
    return this.termsLeases
      .claim({ _id: documentId, termsState: { $in: OPEN_TERMS } }, { _id: 1 })
      .then(toTermsLease);
  }

  renewTerms({ documentId, token }: TermsLease): Promise<boolean> {
    return this.termsLeases.renew(token, { _id: documentId });
  }

  /** Postpones the term search by `delayMs`. */
  async releaseTerms({ documentId, token }: TermsLease, delayMs: number): Promise<void> {
    await this.termsLeases.release(token, delayMs, { filter: { _id: documentId } });
  }

  /** Ends the term search. Returns the new glossary revision, or null if the lease was lost. */
  async finishTerms(
    { documentId, token }: TermsLease,
    { state, summary, usage }: { state: 'rules_only' | 'ready'; summary: string; usage: TokenUsage },
    tx: Tx,
  ): Promise<number | null> {
    const row = await this.runs
      .findOneAndUpdate(
        { _id: documentId, termsLeaseToken: token, termsState: { $in: OPEN_TERMS } },
        {
          $set: {
            termsState: state,
            termsLeaseToken: null,
            termsAvailableAt: state === 'ready' ? null : new Date(),
            summary: summary || null,
          },
          $inc: { glossaryRevision: 1, ...usageIncrements('documentUsage', usage) },
        },
        { returnDocument: 'after', session: tx },
      )
      .select({ glossaryRevision: 1 })
      .lean();
    return row?.glossaryRevision ?? null;
  }

  /** Changes the metadata of a document. Returns all of it, with the number of the event to publish. */
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

  async addUsage(documentId: string, usage: TokenUsage): Promise<void> {
    if (usage.requests === 0) return;
    await this.runs.updateOne({ _id: documentId }, { $inc: usageIncrements('documentUsage', usage) });
  }

  /** Stores an estimate. Returns the number of the event to publish; null if the document does not exist. */
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

  /** Takes the next event number of a document. */
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

  /** Takes the next glossary revision. Concurrent changes of one glossary conflict on this row. */
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

  /** Claims the oldest document of the next owner to inspect, or returns null. */
  claim(): Promise<LeasedRun | null> {
    return this.claims.claim({ state: 'queued' }) as Promise<LeasedRun | null>;
  }

  /** Whether other documents of the same owner wait to be inspected. */
  async hasOthersQueued({ _id, ownerId }: LeasedRun): Promise<boolean> {
    return (await this.runs.exists({ state: 'queued', ownerId, _id: { $ne: _id } })) !== null;
  }

  renew({ _id, leaseToken }: LeasedRun): Promise<boolean> {
    return this.leases.renew(leaseToken, { _id });
  }

  /** Releases a run, to be claimed again after `delayMs`; `failed` counts an attempt. */
  async release({ _id, leaseToken }: LeasedRun, delayMs: number, failed: boolean): Promise<void> {
    const update = { $inc: { attempts: failed ? 1 : 0 } };
    await this.leases.release(leaseToken, delayMs, { filter: { _id }, update });
    this.signal.in(delayMs, 'pipeline.inspect');
  }

  /** Ends the inspection: the run continues with its pages or ends. Null if the lease was lost. */
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
    return this.runs.countDocuments({ state: 'queued', ...this.leases.available() }).limit(limit);
  }
}
