import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { isObjectId } from '../document/object-id.js';
import { SHELVES, type ShelfRow } from './shelf.schema.js';

@Injectable()
export class ShelfRepository {
  constructor(@InjectModel(SHELVES) private readonly shelves: Model<ShelfRow>) {}

  /** @throws a duplicate-key error if the owner has a shelf of this name. */
  async insert(shelf: ShelfRow, tx?: Tx): Promise<void> {
    await this.shelves.create([shelf], { session: tx ?? null });
  }

  /** By id or key (G04). */
  findByName(name: string): Promise<ShelfRow | null> {
    return this.shelves
      .findOne(isObjectId(name) ? { _id: name } : { key: name })
      .lean<ShelfRow>()
      .exec();
  }

  findByNameKey(ownerId: string, nameKey: string): Promise<ShelfRow | null> {
    return this.shelves.findOne({ ownerId, nameKey }).lean<ShelfRow>().exec();
  }

  findByIds(ids: readonly string[]): Promise<ShelfRow[]> {
    return this.shelves
      .find({ _id: { $in: ids } })
      .lean<ShelfRow[]>()
      .exec();
  }

  /** The shelves of a user, the general one first, then by age. */
  listOwned(ownerId: string): Promise<ShelfRow[]> {
    return this.shelves
      .find({ ownerId })
      .sort({ isGeneral: -1, createdAt: 1, _id: 1 })
      .lean<ShelfRow[]>()
      .exec();
  }

  countOwned(ownerId: string, tx: Tx): Promise<number> {
    return this.shelves.countDocuments({ ownerId }, { session: tx });
  }

  /** Locks a shelf: a concurrent transaction on it conflicts and is retried. Null if it does not exist. */
  lock(id: string, tx: Tx): Promise<ShelfRow | null> {
    return this.shelves
      .findOneAndUpdate({ _id: id }, { $inc: { writes: 1 } }, { session: tx, returnDocument: 'after' })
      .lean<ShelfRow>()
      .exec();
  }

  /** The changed shelf; null if it does not exist. @throws a duplicate-key error for a name of another shelf of the owner. */
  update(id: string, fields: Partial<ShelfRow>): Promise<ShelfRow | null> {
    return this.shelves
      .findOneAndUpdate({ _id: id }, { $set: fields, $inc: { writes: 1 } }, { returnDocument: 'after' })
      .lean<ShelfRow>()
      .exec();
  }

  async remove(id: string, tx: Tx): Promise<void> {
    await this.shelves.deleteOne({ _id: id }, { session: tx });
  }
}
