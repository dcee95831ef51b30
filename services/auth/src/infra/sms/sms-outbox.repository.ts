import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { SMS_MESSAGE, type SmsMessageRow } from './sms-message.schema.js';

const MAX_LISTED = 50;

export type SmsMessage = Pick<SmsMessageRow, 'mobile' | 'text' | 'at'>;

@Injectable()
export class SmsOutboxRepository {
  constructor(@InjectModel(SMS_MESSAGE) private readonly messages: Model<SmsMessageRow>) {}

  async insert(mobile: string, text: string): Promise<void> {
    await this.messages.create({ mobile, text, at: new Date() });
  }

  /** The latest messages, newest first. */
  async newest(): Promise<SmsMessage[]> {
    const rows = await this.messages.find().sort({ at: -1, _id: -1 }).limit(MAX_LISTED).lean();
    return rows.map(({ mobile, text, at }) => ({ mobile, text, at }));
  }
}
