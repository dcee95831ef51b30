import mongoose from 'mongoose';

/** One movement of a wallet. The ledger is append-only (C15). */
export type LedgerRow = {
  _id: mongoose.Types.ObjectId;
  userId: string;
  /** Whole Tomans; negative for spending. */
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
/** The balance of a user; a covering index. */
LedgerSchema.index({ userId: 1, amount: 1 });
