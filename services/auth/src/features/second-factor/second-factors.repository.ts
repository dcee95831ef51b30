import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { SECOND_FACTOR, type SecondFactorRow } from './second-factor.schema.js';

@Injectable()
export class SecondFactorsRepository {
  constructor(@InjectModel(SECOND_FACTOR) private readonly rows: Model<SecondFactorRow>) {}

  find(userId: string): Promise<SecondFactorRow | null> {
    return this.rows.findOne({ _id: userId }).lean<SecondFactorRow>().exec();
  }

  /** Stores a new secret in the place of one that was not confirmed. Returns false when the second factor is on. */
  async begin(userId: string, secret: string): Promise<boolean> {
    const fresh = { secret, lastStep: 0, recoveryHashes: [], createdAt: new Date() };
    const { matchedCount } = await this.rows.updateOne({ _id: userId, isOn: false }, { $set: fresh });
    if (matchedCount === 1) return true;
    const { upsertedCount } = await this.rows.updateOne(
      { _id: userId },
      { $setOnInsert: { ...fresh, isOn: false } },
      { upsert: true },
    );
    return upsertedCount === 1;
  }

  /** Switches the second factor on. Returns false when it is on already, or the secret was replaced. */
  async confirm(
    { _id, secret }: Pick<SecondFactorRow, '_id' | 'secret'>,
    fields: Pick<SecondFactorRow, 'lastStep' | 'recoveryHashes'>,
    tx: Tx,
  ): Promise<boolean> {
    const { matchedCount } = await this.rows.updateOne(
      { _id, secret, isOn: false },
      { $set: { ...fields, isOn: true } },
      { session: tx },
    );
    return matchedCount === 1;
  }

  /** Marks a time step as used. Returns false when it, or a later one, was used in the meantime. */
  async useStep(userId: string, step: number): Promise<boolean> {
    const { matchedCount } = await this.rows.updateOne(
      { _id: userId, isOn: true, lastStep: { $lt: step } },
      { $set: { lastStep: step } },
    );
    return matchedCount === 1;
  }

  /** Removes a recovery code. Returns false for an unknown or used one. */
  async useRecoveryCode(userId: string, hash: string): Promise<boolean> {
    const { modifiedCount } = await this.rows.updateOne(
      { _id: userId, isOn: true, recoveryHashes: hash },
      { $pull: { recoveryHashes: hash } },
    );
    return modifiedCount === 1;
  }

  async remove(userId: string, tx: Tx): Promise<void> {
    await this.rows.deleteOne({ _id: userId }, { session: tx });
  }
}
