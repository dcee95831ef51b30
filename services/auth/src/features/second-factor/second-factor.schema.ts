import mongoose from 'mongoose';

/** The second factor of a staff member or superuser. */
export type SecondFactorRow = {
  /** User id. */
  _id: string;
  /** The secret that the authenticator shares, encrypted; see `SecretBox`. */
  secret: string;
  /** False until a code has shown that the authenticator has the secret. */
  isOn: boolean;
  /** Time step of the last code that was accepted: each code is accepted once. */
  lastStep: number;
  /** Hashes of the recovery codes that are left. */
  recoveryHashes: string[];
  createdAt: Date;
};

export const SECOND_FACTOR = 'SecondFactor';
export const SecondFactorSchema = new mongoose.Schema<SecondFactorRow>(
  {
    _id: { type: String, required: true },
    secret: { type: String, required: true },
    isOn: { type: Boolean, required: true },
    lastStep: { type: Number, required: true },
    recoveryHashes: { type: [String], required: true },
    createdAt: { type: Date, required: true },
  },
  { collection: 'second_factors', versionKey: false },
);
