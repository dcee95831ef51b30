import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { ShelfPosition } from './placement.domain.js';
import { PLACEMENTS, type PlacementRow } from './placement.schema.js';

@Injectable()
export class PlacementRepository {
  constructor(@InjectModel(PLACEMENTS) private readonly placements: Model<PlacementRow>) {}

  /** Puts a document on a shelf of a user, and takes it off any other. */
  async put(placement: PlacementRow, tx: Tx): Promise<void> {
    const { userId, documentId, shelfId, order } = placement;
    await this.placements.updateOne(
      { userId, documentId },
      { $set: { shelfId, order } },
      { session: tx, upsert: true },
    );
  }

  /** Puts a document on a shelf unless it is on one already. */
  async putIfAbsent(placement: PlacementRow): Promise<void> {
    const { userId, documentId, ...place } = placement;
    await this.placements.updateOne({ userId, documentId }, { $setOnInsert: place }, { upsert: true });
  }

  /** Placements in a user's library, or on one shelf of it. */
  listInLibrary(userId: string, shelfId?: string): Promise<PlacementRow[]> {
    return this.placements
      .find({ userId, ...(shelfId ? { shelfId } : {}) })
      .lean<PlacementRow[]>()
      .exec();
  }

  /** Placements on shelves of any users. */
  listOnShelves(shelves: readonly { _id: string; ownerId: string }[]): Promise<PlacementRow[]> {
    if (shelves.length === 0) return Promise.resolve([]);
    return this.placements
      .find({ $or: shelves.map(({ _id, ownerId }) => ({ userId: ownerId, shelfId: _id })) })
      .lean<PlacementRow[]>()
      .exec();
  }

  find(userId: string, documentId: string): Promise<PlacementRow | null> {
    return this.placements.findOne({ userId, documentId }).lean<PlacementRow>().exec();
  }

  /** Removes a document from the libraries of all users. */
  async removeAll(documentId: string, tx: Tx): Promise<void> {
    await this.placements.deleteMany({ documentId }, { session: tx });
  }

  /** Removes all documents from the library of a user. */
  async removeUser(userId: string, tx: Tx): Promise<void> {
    await this.placements.deleteMany({ userId }, { session: tx });
  }

  /** Placements of those documents that are on a shelf. */
  findPositions(
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

  async setPositions(userId: string, positions: readonly ShelfPosition[], tx: Tx): Promise<void> {
    await this.placements.bulkWrite(
      positions.map(({ documentId, order }) => ({
        updateOne: { filter: { userId, documentId }, update: { $set: { order } } },
      })),
      { session: tx },
    );
  }

  /** Moves all documents of a shelf to another; their order stays. */
  async moveAll(userId: string, fromShelfId: string, toShelfId: string, tx: Tx): Promise<void> {
    await this.placements.updateMany(
      { userId, shelfId: fromShelfId },
      { $set: { shelfId: toShelfId } },
      { session: tx },
    );
  }
}
