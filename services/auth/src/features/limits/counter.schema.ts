import mongoose from 'mongoose';

/** How often something was done in the window that ends at `until`. */
export type CounterRow = { _id: string; count: number; until: Date };

export const COUNTER = 'Counter';
export const CounterSchema = new mongoose.Schema<CounterRow>(
  {
    _id: { type: String, required: true },
    count: { type: Number, required: true },
    until: { type: Date, required: true },
  },
  { collection: 'counters', versionKey: false },
);
/** Only tidies up: whether a window is over is asked of `until`, for the sweep comes once a minute. */
CounterSchema.index({ until: 1 }, { expireAfterSeconds: 0 });
