import mongoose from 'mongoose';

/** The leader of a task within a service. `_id` names the task. */
export type LeaseRow = { _id: string; holder: string; until: Date };

export const LEASES = 'Lease';
export const LeaseSchema = new mongoose.Schema<LeaseRow>(
  {
    _id: { type: String, required: true },
    holder: { type: String, required: true },
    until: { type: Date, required: true },
  },
  { collection: 'leases', versionKey: false },
);
