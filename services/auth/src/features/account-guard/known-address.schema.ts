import mongoose from 'mongoose';

/** An address from which an account has signed in. */
export type KnownAddressRow = {
  /** Hash of the user and the network of the address. */
  _id: string;
  userId: string;
  expiresAt: Date;
};

export const KNOWN_ADDRESS = 'KnownAddress';
export const KnownAddressSchema = new mongoose.Schema<KnownAddressRow>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'known_addresses', versionKey: false },
);
/** All addresses of an account, which a reset password forgets. */
KnownAddressSchema.index({ userId: 1 });
/** Expired rows are removed by TTL; queries check the expiry themselves. */
KnownAddressSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
