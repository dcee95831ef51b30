import mongoose from 'mongoose';

/**
 * A projection of auth's users, fed by events. It holds names only: a username is usually a mobile number, which no other
 * service needs.
 */
export type KnownUserRow = {
  /** User id, hex ObjectId. */
  _id: string;
  fullName: string;
  /** Version of the event that wrote this row. */
  version: number;
};

export const KNOWN_USER = 'KnownUser';
export const KnownUserSchema = new mongoose.Schema<KnownUserRow>(
  {
    _id: { type: String, required: true },
    fullName: { type: String, default: '' },
    version: { type: Number, required: true },
  },
  { collection: 'users', versionKey: false },
);
