import { EDIT_TYPES, type EditType } from '@hamkhan/contracts/http/editing';
import type { SuggestionCounts, SuggestionStatus } from '@hamkhan/contracts/http/suggestions';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { DELETED_USER_ID, SUGGESTIONS, type SuggestionRow } from './suggestion.schema.js';

/** A row without its two texts. */
export type SuggestionHead = Omit<SuggestionRow, 'base' | 'items'>;
export type SuggestionFilter = {
  pageId: string;
  status: SuggestionStatus;
  editType?: EditType | undefined;
  /** Excludes the suggestions of this author. */
  notOf?: string;
};
type Paging = { page: number; per_page: number };

const WITHOUT_TEXTS = { base: 0, items: 0 };

@Injectable()
export class SuggestionRepository {
  constructor(@InjectModel(SUGGESTIONS) private readonly rows: Model<SuggestionRow>) {}

  /** @throws a duplicate-key error if its author has a pending one for the same text. */
  async insert(row: SuggestionRow, tx?: Tx): Promise<void> {
    await this.rows.create([row], { session: tx ?? null });
  }

  find(id: string, tx?: Tx): Promise<SuggestionRow | null> {
    return this.rows
      .findOne({ _id: id })
      .session(tx ?? null)
      .lean<SuggestionRow>()
      .exec();
  }

  /** Conflicts with a concurrent transaction on the same suggestion; one of the two is retried. */
  async save({ _id, ...fields }: SuggestionRow, tx: Tx): Promise<void> {
    await this.rows.updateOne({ _id }, { $set: fields }, { session: tx });
  }

  /** Pending suggestions of a user on a page, at most one of each edit type. */
  pendingOf(authorId: string, pageId: string): Promise<SuggestionRow[]> {
    return this.rows.find({ pageId, authorId, status: 'pending' }).lean<SuggestionRow[]>().exec();
  }

  /** Pending suggestions in a document whose text contains an image. */
  pendingWithPicture(
    documentId: string,
    objectKey: string,
  ): Promise<Pick<SuggestionRow, 'pageNumber' | 'base' | 'items'>[]> {
    return this.rows
      .find({ documentId, status: 'pending', 'items.src': objectKey }, { pageNumber: 1, base: 1, items: 1 })
      .lean<Pick<SuggestionRow, 'pageNumber' | 'base' | 'items'>[]>()
      .exec();
  }

  /** One page of suggestions, newest first (applied ones by the time they were applied), and their total number. */
  async list(
    filter: SuggestionFilter,
    { page, per_page: perPage }: Paging,
  ): Promise<{ rows: SuggestionHead[]; total: number }> {
    const wanted = conditionOf(filter);
    const by = filter.status === 'applied' ? 'appliedAt' : 'createdAt';
    const rows = await this.rows
      .find(wanted, WITHOUT_TEXTS)
      .sort({ [by]: -1, _id: -1 })
      .skip((page - 1) * perPage)
      .limit(perPage)
      .lean<SuggestionHead[]>()
      .exec();
    return { rows, total: await this.rows.countDocuments(wanted) };
  }

  count(filter: SuggestionFilter): Promise<number> {
    return this.rows.countDocuments(conditionOf(filter)).exec();
  }

  async countByType(filter: Omit<SuggestionFilter, 'editType'>): Promise<SuggestionCounts> {
    const counts = await this.rows.aggregate<{ _id: EditType; count: number }>([
      { $match: conditionOf(filter) },
      { $group: { _id: '$editType', count: { $sum: 1 } } },
    ]);
    const found = new Map(counts.map(({ _id, count }) => [_id, count]));
    return Object.fromEntries(EDIT_TYPES.map((type) => [type, found.get(type) ?? 0])) as SuggestionCounts;
  }

  async removeAll(documentId: string, tx: Tx): Promise<void> {
    await this.rows.deleteMany({ documentId }, { session: tx });
  }

  /** All suggestions of a user, with their texts. */
  listOf(authorId: string): AsyncIterable<SuggestionRow> {
    return this.rows.find({ authorId }).sort({ createdAt: 1 }).lean<SuggestionRow[]>().cursor();
  }

  /** Removes the suggestions of a user; those that were applied stay in the history of their page, without the user. */
  async forgetUser(userId: string): Promise<void> {
    await this.rows.deleteMany({ authorId: userId, status: { $ne: 'applied' } });
    await this.rows.updateMany({ authorId: userId }, { $set: { authorId: DELETED_USER_ID } });
    await this.rows.updateMany({ appliedBy: userId }, { $set: { appliedBy: DELETED_USER_ID } });
  }

  /** Number of suggestions a user has created since a time, in any status, and the creation time of the oldest. */
  async countCreatedSince(authorId: string, since: Date): Promise<{ count: number; oldest: Date | null }> {
    const created = { authorId, createdAt: { $gte: since } };
    const oldest = await this.rows
      .findOne(created, { createdAt: 1 })
      .sort({ createdAt: 1 })
      .lean<Pick<SuggestionRow, 'createdAt'>>()
      .exec();
    return { count: await this.rows.countDocuments(created), oldest: oldest?.createdAt ?? null };
  }
}

const conditionOf = ({ pageId, status, editType, notOf }: SuggestionFilter) => ({
  pageId,
  status,
  ...(editType === undefined ? {} : { editType }),
  ...(notOf === undefined ? {} : { authorId: { $ne: notOf } }),
});
