import type { UiLanguage } from '@hamkhan/contracts/languages';
import mongoose from 'mongoose';

export type UserRow = {
  _id: mongoose.Types.ObjectId;
  /** As entered; compared through `identifiers`. */
  username: string;
  mobile: string | null;
  email: string | null;
  /** Normalised names the user can sign in with: username, mobile, e-mail (G56). */
  identifiers: string[];
  passwordHash: string;
  firstName: string;
  lastName: string;
  language: UiLanguage;
  /** IANA name, if the browser reported it. */
  timezone: string | null;
  /** Object key of the avatar; its last segment is the public id. */
  avatarKey: string | null;
  referralCode: string;
  /** The user whose referral code was used at registration. */
  invitedBy: mongoose.Types.ObjectId | null;
  isCreator: boolean;
  isStaff: boolean;
  isSuperuser: boolean;
  /** Incremented with each `auth.user.*` event. */
  version: number;
  /** Incremented with each `auth.sessions.*` event. */
  sessionsVersion: number;
  /** Number of sessions started so far. */
  sessionCount: number;
  createdAt: Date;
  /** A sign-in needs a code, too. */
  hasSecondFactor?: boolean;
  /** When the account is deleted, unless its owner signs in before; absent while nobody requested it. */
  deletionDueAt?: Date;
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
    hasSecondFactor: { type: Boolean },
    deletionDueAt: { type: Date },
  },
  { collection: 'users', versionKey: false },
);
/** Login and username check. A name belongs to one user, whether as username, mobile or e-mail. */
UserSchema.index({ identifiers: 1 }, { unique: true });
/** Registration with a friend's code (C24). */
UserSchema.index({ referralCode: 1 }, { unique: true });
/** Accounts that are due for deletion. */
UserSchema.index({ deletionDueAt: 1 }, { partialFilterExpression: { deletionDueAt: { $exists: true } } });
