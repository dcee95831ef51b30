import mongoose from 'mongoose';

/** The files of a removed document that are still to be removed from the object store. */
export type RemovedFilesRow = {
  /** Document id. */
  _id: string;
  /** Object key of the uploaded file. */
  objectKey: string;
  /** When they are removed next. */
  dueAt: Date;
  /** The files were removed once; the next time is the last. */
  isLast: boolean;
};

export const REMOVED_FILES = 'RemovedFiles';
export const RemovedFilesSchema = new mongoose.Schema<RemovedFilesRow>(
  {
    _id: { type: String, required: true },
    objectKey: { type: String, required: true },
    dueAt: { type: Date, required: true },
    isLast: { type: Boolean, required: true },
  },
  { collection: 'removed_files', versionKey: false },
);
/** What is due. */
RemovedFilesSchema.index({ dueAt: 1 });
