import { createHash } from 'node:crypto';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { KNOWN_ADDRESS, type KnownAddressRow } from './known-address.schema.js';

@Injectable()
export class KnownAddressesRepository {
  constructor(@InjectModel(KNOWN_ADDRESS) private readonly addresses: Model<KnownAddressRow>) {}

  async has(userId: string, network: string, now: Date): Promise<boolean> {
    const found = await this.addresses.exists({ _id: idOf(userId, network), expiresAt: { $gt: now } });
    return found !== null;
  }

  async put(userId: string, network: string, expiresAt: Date): Promise<void> {
    const _id = idOf(userId, network);
    await this.addresses.updateOne({ _id }, { $set: { userId, expiresAt } }, { upsert: true });
  }

  async removeAll(userId: string, tx: Tx): Promise<void> {
    await this.addresses.deleteMany({ userId }, { session: tx });
  }
}

const idOf = (userId: string, network: string): string =>
  createHash('sha256')
    .update(JSON.stringify([userId, network]))
    .digest('base64url');
