import mongoose from 'mongoose';

/** What a browser without a token has seen and solved (C07, G73). */
export type CaptchaRow = {
  /** Hash of the browser's `sessionid` cookie. */
  _id: string;
  /** What the picture says; null once it was answered, right or wrong. */
  text: string | null;
  textUntil: Date;
  /** Until when the right answer is worth something; null where there was none or it was spent. */
  verifiedUntil: Date | null;
  expiresAt: Date;
};

export const CAPTCHA = 'Captcha';
export const CaptchaSchema = new mongoose.Schema<CaptchaRow>(
  {
    _id: { type: String, required: true },
    text: { type: String, default: null },
    textUntil: { type: Date, required: true },
    verifiedUntil: { type: Date, default: null },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'captchas', versionKey: false },
);
/** Only tidies up. */
CaptchaSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
