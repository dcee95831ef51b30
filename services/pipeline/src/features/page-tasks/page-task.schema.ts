import mongoose from 'mongoose';

/** Work on a page that goes on beside its stages: its picture, its speech. */
export const PAGE_TASK_KINDS = ['page-image', 'speech'] as const;
export type PageTaskKind = (typeof PAGE_TASK_KINDS)[number];

/** One thing that is still to be done for a page; the row goes when it is, or can't be. `_id` is `<kind>:<id of the page>`. */
export type PageTaskRow = {
  _id: string;
  kind: PageTaskKind;
  documentId: string;
  /** Zero-based. */
  pageNumber: number;
  /** When the next worker may take it. A lease is a time in the future. */
  availableAt: Date;
  /** Fence: only who holds this token may write. */
  leaseToken: string | null;
  /** Tries that failed and workers that died in one. */
  attempts: number;
  /** False while nobody was told that it is being done, so that nobody hears of its failure either. Absent on tasks of an earlier version. */
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
/** The next task of a kind: first pages of all documents first. */
PageTaskSchema.index({ kind: 1, pageNumber: 1, _id: 1, availableAt: 1 });
/** The pages after one, and what goes with a cancelled document. */
PageTaskSchema.index({ documentId: 1, kind: 1, pageNumber: 1 });
/** Who holds a batch. */
PageTaskSchema.index({ leaseToken: 1 }, { partialFilterExpression: { leaseToken: { $type: 'string' } } });
