import mongoose from 'mongoose';

/** A deleted user whose documents, notes and other rows are still to be removed. */
export type ErasureRow = {
  /** User id. */
  _id: string;
  /** When they are removed next. */
  dueAt: Date;
  /** They were removed once; the next time is the last. */
  isLast: boolean;
};

export const ERASURES = 'Erasure';
export const ErasureSchema = new mongoose.Schema<ErasureRow>(
  {
    _id: { type: String, required: true },
    dueAt: { type: Date, required: true },
    isLast: { type: Boolean, required: true },
  },
  { collection: 'account_erasures', versionKey: false },
);
/** What is due. */
ErasureSchema.index({ dueAt: 1 });
