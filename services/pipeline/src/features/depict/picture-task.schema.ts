import mongoose from 'mongoose';

/** A page that is still to be drawn; the row goes when it is, or can't be. `_id` is that of the page. */
export type PictureTaskRow = {
  _id: string;
  documentId: string;
  /** Zero-based. */
  pageNumber: number;
  /** When the next worker may take it. A lease is a time in the future. */
  availableAt: Date;
  /** Fence: only who holds this token may write. */
  leaseToken: string | null;
  /** Tries that failed and workers that died in one. */
  attempts: number;
};

export const PICTURE_TASK = 'PictureTask';
export const PictureTaskSchema = new mongoose.Schema<PictureTaskRow>(
  {
    _id: { type: String, required: true },
    documentId: { type: String, required: true },
    pageNumber: { type: Number, required: true },
    availableAt: { type: Date, required: true },
    leaseToken: { type: String, default: null },
    attempts: { type: Number, required: true },
  },
  { collection: 'picture_tasks', versionKey: false },
);
/** The next page to draw: first pages of all documents first. */
PictureTaskSchema.index({ pageNumber: 1, _id: 1, availableAt: 1 });
/** The pages after one, and what goes with a cancelled document. */
PictureTaskSchema.index({ documentId: 1, pageNumber: 1 });
/** Who holds a batch. */
PictureTaskSchema.index({ leaseToken: 1 }, { partialFilterExpression: { leaseToken: { $type: 'string' } } });
