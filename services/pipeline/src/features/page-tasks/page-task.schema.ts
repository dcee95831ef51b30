import mongoose from 'mongoose';
import { NORMAL_RANK } from '../work-queue/fair-claims.js';

/** Work on a page beside its stages. */
export const PAGE_TASK_KINDS = ['page-image', 'speech'] as const;
export type PageTaskKind = (typeof PAGE_TASK_KINDS)[number];

/** A task for a page. The row is deleted when it is done or can't be done. `_id` is `<kind>:<page id>`. */
export type PageTaskRow = {
  _id: string;
  kind: PageTaskKind;
  documentId: string;
  ownerId: string;
  /** Zero-based. */
  pageNumber: number;
  /** Workers claim the lowest rank of an owner first; below 0 a reader waits for the result. */
  rank: number;
  /** When a worker may claim it. A lease is a time in the future. */
  availableAt: Date;
  /** Fence: only the holder of this token may write. */
  leaseToken: string | null;
  /** Failed attempts and crashed workers. */
  attempts: number;
  /** False while no reader awaits the result; then a failure is not published either. */
  isAwaited?: boolean;
};

export const PAGE_TASK = 'PageTask';
export const PageTaskSchema = new mongoose.Schema<PageTaskRow>(
  {
    _id: { type: String, required: true },
    kind: { type: String, enum: PAGE_TASK_KINDS, required: true },
    documentId: { type: String, required: true },
    ownerId: { type: String, required: true },
    pageNumber: { type: Number, required: true },
    rank: { type: Number, required: true },
    availableAt: { type: Date, required: true },
    leaseToken: { type: String, default: null },
    attempts: { type: Number, required: true },
    isAwaited: { type: Boolean },
  },
  { collection: 'page_tasks', versionKey: false },
);
/** The indexes of claims, by lane. */
export const TASK_CLAIMS = { urgent: 'urgent_claims', normal: 'claims' };
/** Claims of the next task of a kind by owner and rank, and the scheduler's count. */
PageTaskSchema.index({ kind: 1, ownerId: 1, rank: 1, _id: 1, availableAt: 1 }, { name: TASK_CLAIMS.normal });
/** Claims of tasks whose result a reader waits for. */
PageTaskSchema.index(
  { kind: 1, ownerId: 1, rank: 1, _id: 1 },
  { name: TASK_CLAIMS.urgent, partialFilterExpression: { rank: { $lt: NORMAL_RANK } } },
);
/** Tasks of the following pages, and of a canceled document. */
PageTaskSchema.index({ documentId: 1, kind: 1, pageNumber: 1 });
/** Tasks of a lease. */
PageTaskSchema.index({ leaseToken: 1 }, { partialFilterExpression: { leaseToken: { $type: 'string' } } });
