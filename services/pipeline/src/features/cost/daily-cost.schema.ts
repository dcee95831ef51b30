import mongoose from 'mongoose';

/** What the translations of an owner have cost on one day. `_id` is `<ownerId>:<day>`. */
export type DailyCostRow = {
  _id: string;
  ownerId: string;
  /** `YYYY-MM-DD`. */
  day: string;
  spent: number;
  createdAt: Date;
};

const KEPT_DAYS = 90;

export const DAILY_COST = 'DailyCost';
export const DailyCostSchema = new mongoose.Schema<DailyCostRow>(
  {
    _id: { type: String, required: true },
    ownerId: { type: String, required: true },
    day: { type: String, required: true },
    spent: { type: Number, required: true },
    createdAt: { type: Date, required: true },
  },
  { collection: 'daily_costs', versionKey: false },
);
/** Old days are removed. */
DailyCostSchema.index({ createdAt: 1 }, { expireAfterSeconds: KEPT_DAYS * 86_400 });
