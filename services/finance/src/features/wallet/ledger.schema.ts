import mongoose from 'mongoose';

/** One movement of a wallet. Entries are added, never changed or removed (C15). */
export type LedgerRow = {
  _id: mongoose.Types.ObjectId;
  userId: string;
  /** Whole Tomans; below zero what was spent. */
  amount: number;
  createdAt: Date;
};

export const LEDGER = 'LedgerEntry';
export const LedgerSchema = new mongoose.Schema<LedgerRow>(
  {
    userId: { type: String, required: true },
    amount: { type: Number, required: true },
    createdAt: { type: Date, required: true },
  },
  { collection: 'ledger', versionKey: false },
);
/** The balance of a user, from the index alone. */
LedgerSchema.index({ userId: 1, amount: 1 });
