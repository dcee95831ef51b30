import mongoose from 'mongoose';

/** Work on a page beside its stages. */
export const PAGE_TASK_KINDS = ['page-image', 'speech'] as const;
export type PageTaskKind = (typeof PAGE_TASK_KINDS)[number];

/** A task for a page. The row is deleted when it is done or can't be done. `_id` is `<kind>:<page id>`. */
export type PageTaskRow = {
  _id: string;
  kind: PageTaskKind;
  documentId: string;
  /** Zero-based. */
  pageNumber: number;
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
    pageNumber: { type: Number, required: true },
    availableAt: { type: Date, required: true },
    leaseToken: { type: String, default: null },
    attempts: { type: Number, required: true },
    isAwaited: { type: Boolean },
  },
  { collection: 'page_tasks', versionKey: false },
);
/** Claims of the next task of a kind: the first pages of all documents first. */
PageTaskSchema.index({ kind: 1, pageNumber: 1, _id: 1, availableAt: 1 });
/** Tasks of the following pages, and of a canceled document. */
PageTaskSchema.index({ documentId: 1, kind: 1, pageNumber: 1 });
/** Tasks of a lease. */
PageTaskSchema.index({ leaseToken: 1 }, { partialFilterExpression: { leaseToken: { $type: 'string' } } });
