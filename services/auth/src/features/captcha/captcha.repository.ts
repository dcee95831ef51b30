import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { CAPTCHA, type CaptchaRow } from './captcha.schema.js';

@Injectable()
export class CaptchaRepository {
  constructor(@InjectModel(CAPTCHA) private readonly captchas: Model<CaptchaRow>) {}

  /** Stores a new captcha for a browser, replacing the previous one. */
  async put(id: string, text: string, textUntil: Date): Promise<void> {
    await this.captchas.updateOne(
      { _id: id },
      { $set: { text, textUntil, verifiedUntil: null, misses: 0, expiresAt: textUntil } },
      { upsert: true },
    );
  }

  /** The text of a captcha that can still be answered. */
  async textOf(id: string, now: Date): Promise<string | null> {
    const row = await this.captchas.findOne({ _id: id, textUntil: { $gt: now } }).lean();
    return row?.text ?? null;
  }

  /** Returns and clears the text, so that each captcha is answered once. */
  async consumeText(id: string, now: Date): Promise<string | null> {
    const row = await this.captchas
      .findOneAndUpdate({ _id: id, text: { $ne: null }, textUntil: { $gt: now } }, { $set: { text: null } })
      .lean();
    return row?.text ?? null;
  }

  async setVerified(id: string, until: Date): Promise<void> {
    await this.captchas.updateOne({ _id: id }, { $set: { verifiedUntil: until, expiresAt: until } });
  }

  /** Counts a miss of a solved captcha and removes it at the last one. */
  async countMiss(id: string, max: number): Promise<void> {
    const row = await this.captchas
      .findOneAndUpdate({ _id: id }, { $inc: { misses: 1 } }, { returnDocument: 'after' })
      .lean();
    if (row && row.misses >= max) await this.captchas.deleteOne({ _id: id });
  }

  async isVerified(id: string, now: Date): Promise<boolean> {
    return (await this.captchas.exists({ _id: id, verifiedUntil: { $gt: now } })) !== null;
  }

  /** Removes a solved captcha. Returns false when there is none. */
  async consumeVerified(id: string, now: Date): Promise<boolean> {
    const { deletedCount } = await this.captchas.deleteOne({ _id: id, verifiedUntil: { $gt: now } });
    return deletedCount === 1;
  }
}
