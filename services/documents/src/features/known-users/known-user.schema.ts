import mongoose from 'mongoose';

/** A user of the product as auth told of them; auth owns the truth. A user name is a mobile number and nobody else's business. */
export type KnownUserRow = {
  /** User id, hex ObjectId. */
  _id: string;
  fullName: string;
  /** Version of the event these facts came with. */
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
