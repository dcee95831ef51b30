import type { UiLanguage } from '@hamkhan/contracts/languages';
import mongoose from 'mongoose';

export type UserRow = {
  _id: mongoose.Types.ObjectId;
  /** As the person wrote it; compared through `identifiers`. */
  username: string;
  mobile: string | null;
  email: string | null;
  /** Everything the user can sign in with, normalised: username, mobile, e-mail (G56). */
  identifiers: string[];
  passwordHash: string;
  firstName: string;
  lastName: string;
  language: UiLanguage;
  /** IANA name, where the browser told it. */
  timezone: string | null;
  /** Where the picture lies in the object store; its last part names it to the world. */
  avatarKey: string | null;
  referralCode: string;
  /** Whose referral code the user came with. */
  invitedBy: mongoose.Types.ObjectId | null;
  isCreator: boolean;
  isStaff: boolean;
  isSuperuser: boolean;
  /** Grows with each `auth.user.*` event. */
  version: number;
  /** Grows with each `auth.sessions.*` event. */
  sessionsVersion: number;
  /** Sessions begun so far; the next one's number is one more. */
  sessionCount: number;
  createdAt: Date;
};

export const USER = 'User';
export const UserSchema = new mongoose.Schema<UserRow>(
  {
    username: { type: String, required: true },
    mobile: { type: String, default: null },
    email: { type: String, default: null },
    identifiers: { type: [String], required: true },
    passwordHash: { type: String, required: true },
    firstName: { type: String, default: '' },
    lastName: { type: String, default: '' },
    language: { type: String, enum: ['fa', 'en'], required: true },
    timezone: { type: String, default: null },
    avatarKey: { type: String, default: null },
    referralCode: { type: String, required: true },
    invitedBy: { type: mongoose.Schema.Types.ObjectId, default: null },
    isCreator: { type: Boolean, required: true },
    isStaff: { type: Boolean, required: true },
    isSuperuser: { type: Boolean, required: true },
    version: { type: Number, required: true },
    sessionsVersion: { type: Number, required: true },
    sessionCount: { type: Number, default: 0 },
    createdAt: { type: Date, required: true },
  },
  { collection: 'users', versionKey: false },
);
/** Login and username check; one name leads to one person, whichever field it stands in. */
UserSchema.index({ identifiers: 1 }, { unique: true });
/** Registration with a friend's code (C24). */
UserSchema.index({ referralCode: 1 }, { unique: true });
