import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { CAPTCHA, type CaptchaRow } from './captcha.schema.js';

@Injectable()
export class CaptchaRepository {
  constructor(@InjectModel(CAPTCHA) private readonly captchas: Model<CaptchaRow>) {}

  /** A new picture for a browser; the one before counts no more. */
  async put(id: string, text: string, textUntil: Date): Promise<void> {
    await this.captchas.updateOne(
      { _id: id },
      { $set: { text, textUntil, verifiedUntil: null, expiresAt: textUntil } },
      { upsert: true },
    );
  }

  /** What the picture says, while it may be answered. */
  async textOf(id: string, now: Date): Promise<string | null> {
    const row = await this.captchas.findOne({ _id: id, textUntil: { $gt: now } }).lean();
    return row?.text ?? null;
  }

  /** The same, and takes it away: each picture is answered once. */
  async takeText(id: string, now: Date): Promise<string | null> {
    const row = await this.captchas
      .findOneAndUpdate({ _id: id, text: { $ne: null }, textUntil: { $gt: now } }, { $set: { text: null } })
      .lean();
    return row?.text ?? null;
  }

  async setVerified(id: string, until: Date): Promise<void> {
    await this.captchas.updateOne({ _id: id }, { $set: { verifiedUntil: until, expiresAt: until } });
  }

  async isVerified(id: string, now: Date): Promise<boolean> {
    return (await this.captchas.exists({ _id: id, verifiedUntil: { $gt: now } })) !== null;
  }

  /** Spends the right answer; whether there was one. */
  async spend(id: string, now: Date): Promise<boolean> {
    const { deletedCount } = await this.captchas.deleteOne({ _id: id, verifiedUntil: { $gt: now } });
    return deletedCount === 1;
  }
}
