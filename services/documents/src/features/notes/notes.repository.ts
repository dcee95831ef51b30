import { isDuplicateKey } from '@hamkhan/platform/mongo/mongo';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { newObjectId } from '../document/object-id.js';
import { NOTE_TAGS, NOTES, type NotePosition, type NoteRow, type NoteTagRow } from './note.schema.js';

type Own = { id: string; ownerId: string };
export type NoteChange = Pick<NoteRow, 'text' | 'category' | 'impersonatedBy' | 'modifiedAt'> &
  Partial<Pick<NoteRow, 'userNote' | 'tags'>>;

/** Every query filters by owner, except those for a changed page or a removed document. */
@Injectable()
export class NotesRepository {
  constructor(
    @InjectModel(NOTES) private readonly notes: Model<NoteRow>,
    @InjectModel(NOTE_TAGS) private readonly tags: Model<NoteTagRow>,
  ) {}

  async insert(note: NoteRow): Promise<void> {
    await this.notes.create([note]);
  }

  find({ id, ownerId }: Own): Promise<NoteRow | null> {
    return this.notes.findOne({ _id: id, ownerId }).lean<NoteRow>().exec();
  }

  /** The changed note; null if the owner has none with this id. */
  update({ id, ownerId }: Own, change: NoteChange): Promise<NoteRow | null> {
    return this.notes
      .findOneAndUpdate({ _id: id, ownerId }, { $set: change }, { returnDocument: 'after' })
      .lean<NoteRow>()
      .exec();
  }

  async remove({ id, ownerId }: Own): Promise<boolean> {
    const { deletedCount } = await this.notes.deleteOne({ _id: id, ownerId });
    return deletedCount > 0;
  }

  /** Newest first. */
  list(ownerId: string, documentId: string | null, limit: number): Promise<NoteRow[]> {
    return this.notes
      .find({ ownerId, ...(documentId === null ? {} : { documentId }) })
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit)
      .lean<NoteRow[]>()
      .exec();
  }

  count(ownerId: string): Promise<number> {
    return this.notes.countDocuments({ ownerId });
  }

  countOnPage(ownerId: string, documentId: string, pageNumber: number): Promise<number> {
    return this.notes.countDocuments({ ownerId, documentId, pageNumber });
  }

  /** Number of an owner's notes by document id. */
  async countByDocument(ownerId: string): Promise<Map<string, number>> {
    const counts = await this.notes.aggregate<{ _id: string; count: number }>([
      { $match: { ownerId } },
      { $group: { _id: '$documentId', count: { $sum: 1 } } },
    ]);
    return new Map(counts.map(({ _id, count }) => [_id, count]));
  }

  /** Notes of all readers on these pages. */
  listOnPages(documentId: string, pageNumbers: readonly number[], tx: Tx): Promise<NoteRow[]> {
    return this.notes
      .find({ documentId, pageNumber: { $in: pageNumbers } })
      .session(tx)
      .lean<NoteRow[]>()
      .exec();
  }

  async move(moves: readonly { id: string; to: NotePosition }[], tx: Tx): Promise<void> {
    if (moves.length === 0) return;
    await this.notes.bulkWrite(
      moves.map(({ id, to }) => ({ updateOne: { filter: { _id: id }, update: { $set: to } } })),
      { session: tx, ordered: false },
    );
  }

  /** Removes the notes of all readers on a document. */
  async removeAll(documentId: string, tx: Tx): Promise<void> {
    await this.notes.deleteMany({ documentId }, { session: tx });
  }

  /** Removes the notes and tags of a reader. */
  async removeOwner(ownerId: string): Promise<void> {
    await this.notes.deleteMany({ ownerId });
    await this.tags.deleteMany({ ownerId });
  }

  listTags(ownerId: string): Promise<NoteTagRow[]> {
    return this.tags.find({ ownerId }).sort({ folded: 1 }).lean<NoteTagRow[]>().exec();
  }

  /** Finds or creates the tag of a name; concurrent calls get the same tag. */
  async ensureTag(ownerId: string, name: string, folded: string): Promise<NoteTagRow> {
    try {
      return await this.tags
        .findOneAndUpdate(
          { ownerId, folded },
          { $setOnInsert: { _id: newObjectId(), name } },
          { upsert: true, returnDocument: 'after' },
        )
        .lean<NoteTagRow>()
        .orFail()
        .exec();
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return await this.tags.findOne({ ownerId, folded }).lean<NoteTagRow>().orFail().exec();
    }
  }
}
