import mongoose from 'mongoose';
import type { Admission } from './upload-quota.domain.js';

/** The uploads of a user in the last hour. `_id` is the user's id. */
export type UploadQuotaRow = {
  _id: string;
  /** Oldest first. */
  admissions: Admission[];
  /** Incremented first in each transaction, so that concurrent uploads of a user are admitted one after the other. */
  writes: number;
};

export const UPLOAD_QUOTAS = 'UploadQuota';
export const UploadQuotaSchema = new mongoose.Schema<UploadQuotaRow>(
  {
    _id: { type: String, required: true },
    admissions: {
      type: [
        {
          _id: false,
          id: { type: String, required: true },
          bytes: { type: Number, required: true },
          at: { type: Date, required: true },
          isOpen: { type: Boolean, required: true },
        },
      ],
      required: true,
    },
    writes: { type: Number, required: true },
  },
  { collection: 'upload_quotas', versionKey: false },
);
