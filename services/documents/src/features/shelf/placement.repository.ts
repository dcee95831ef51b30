import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { Place } from './placement.domain.js';
import { PLACEMENTS, type PlacementRow } from './placement.schema.js';

@Injectable()
export class PlacementRepository {
  constructor(@InjectModel(PLACEMENTS) private readonly placements: Model<PlacementRow>) {}

  /** Puts a document on a shelf of a user, from wherever it stood. */
  async put(placement: PlacementRow, tx: Tx): Promise<void> {
    const { userId, documentId, shelfId, order } = placement;
    await this.placements.updateOne(
      { userId, documentId },
      { $set: { shelfId, order } },
      { session: tx, upsert: true },
    );
  }

  /** Puts a document on a shelf where it stands on none; one that does stays. */
  async putIfNowhere(placement: PlacementRow): Promise<void> {
    const { userId, documentId, ...place } = placement;
    await this.placements.updateOne({ userId, documentId }, { $setOnInsert: place }, { upsert: true });
  }

  /** The documents of a user's library, or of one shelf of it. */
  listOf(userId: string, shelfId?: string): Promise<PlacementRow[]> {
    return this.placements
      .find({ userId, ...(shelfId ? { shelfId } : {}) })
      .lean<PlacementRow[]>()
      .exec();
  }

  /** What stands on shelves, whosever they are. */
  listOn(shelves: readonly { _id: string; ownerId: string }[]): Promise<PlacementRow[]> {
    if (shelves.length === 0) return Promise.resolve([]);
    return this.placements
      .find({ $or: shelves.map(({ _id, ownerId }) => ({ userId: ownerId, shelfId: _id })) })
      .lean<PlacementRow[]>()
      .exec();
  }

  find(userId: string, documentId: string): Promise<PlacementRow | null> {
    return this.placements.findOne({ userId, documentId }).lean<PlacementRow>().exec();
  }

  async remove(userId: string, documentId: string, tx: Tx): Promise<void> {
    await this.placements.deleteOne({ userId, documentId }, { session: tx });
  }

  /** Those of a list of documents that stand on a shelf. */
  findPlaces(
    userId: string,
    shelfId: string,
    documentIds: readonly string[],
    tx: Tx,
  ): Promise<PlacementRow[]> {
    return this.placements
      .find({ userId, shelfId, documentId: { $in: documentIds } })
      .session(tx)
      .lean<PlacementRow[]>()
      .exec();
  }

  async setPlaces(userId: string, places: readonly Place[], tx: Tx): Promise<void> {
    await this.placements.bulkWrite(
      places.map(({ documentId, order }) => ({
        updateOne: { filter: { userId, documentId }, update: { $set: { order } } },
      })),
      { session: tx },
    );
  }

  /** Moves all of a shelf; each keeps its place among the others. */
  async moveAll(userId: string, fromShelfId: string, toShelfId: string, tx: Tx): Promise<void> {
    await this.placements.updateMany(
      { userId, shelfId: fromShelfId },
      { $set: { shelfId: toShelfId } },
      { session: tx },
    );
  }
}
