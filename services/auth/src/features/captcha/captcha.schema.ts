import mongoose from 'mongoose';

/** The captcha of a browser without a token (C07, G73). */
export type CaptchaRow = {
  /** Hash of the browser's `sessionid` cookie. */
  _id: string;
  /** The text of the captcha; null after the first answer, right or wrong. */
  text: string | null;
  textUntil: Date;
  /** Until when the captcha counts as solved; null when it is not. */
  verifiedUntil: Date | null;
  /** Unknown names that were tried since it was solved. */
  misses: number;
  expiresAt: Date;
};

export const CAPTCHA = 'Captcha';
export const CaptchaSchema = new mongoose.Schema<CaptchaRow>(
  {
    _id: { type: String, required: true },
    text: { type: String, default: null },
    textUntil: { type: Date, required: true },
    verifiedUntil: { type: Date, default: null },
    misses: { type: Number, default: 0 },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'captchas', versionKey: false },
);
/** Expired rows are removed by TTL; queries check the expiry themselves. */
CaptchaSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
