import mongoose from 'mongoose';

/** A file of a deleted account that is still to be removed from the object store. */
export type RemovedFileRow = {
  /** Object key. */
  _id: string;
};

export const REMOVED_FILE = 'RemovedFile';
export const RemovedFileSchema = new mongoose.Schema<RemovedFileRow>(
  { _id: { type: String, required: true } },
  { collection: 'removed_files', versionKey: false },
);
