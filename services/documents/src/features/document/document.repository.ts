import type { LibraryListQuery } from '@hamkhan/contracts/http/documents';
import { BOOK_MIN_PAGES, type DocumentStatus } from '@hamkhan/contracts/statuses';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { PUBLICLY_VISIBLE } from '../access/access.domain.js';
import {
  DOCUMENTS,
  STATUS_CHANGES,
  type CoverRow,
  type DocumentRow,
  type PageCounts,
  type StatusChangeRow,
} from './document.schema.js';
import { isObjectId } from './object-id.js';
import { foldForSearch, literalPattern } from './search-text.domain.js';

const SORT_FIELDS: Record<NonNullable<LibraryListQuery['sort_by']>, string> = {
  title: 'sortTitle',
  created_date: 'createdAt',
  total_pages: 'totalPages',
  status: 'status',
};

/** Documents by id that a reader can see: their own and publicly visible ones. */
export type DocumentScope = {
  ids: readonly string[];
  /** Null for publicly visible documents only. */
  readerId: string | null;
};
type Filters = Pick<LibraryListQuery, 'search' | 'type'>;
type PageQuery = Filters & Pick<LibraryListQuery, 'page' | 'per_page' | 'sort_by' | 'sort_order'>;

@Injectable()
export class DocumentRepository {
  constructor(
    @InjectModel(DOCUMENTS) private readonly documents: Model<DocumentRow>,
    @InjectModel(STATUS_CHANGES) private readonly changes: Model<StatusChangeRow>,
  ) {}

  /** @throws a duplicate-key error if the owner has a document of the same bytes and language. */
  async insert(document: DocumentRow, tx: Tx): Promise<void> {
    await this.documents.create([document], { session: tx });
  }

  /** By id or by key (G04). */
  findByName(name: string): Promise<DocumentRow | null> {
    return this.documents
      .findOne(isObjectId(name) ? { _id: name } : { key: name })
      .lean<DocumentRow>()
      .exec();
  }

  /** Reads a document and locks it: a concurrent transaction on it or its pages conflicts and is retried. */
  findForUpdate(id: string, tx: Tx): Promise<DocumentRow | null> {
    return this.documents
      .findOneAndUpdate({ _id: id }, { $inc: { writes: 1 } }, { session: tx, returnDocument: 'after' })
      .lean<DocumentRow>()
      .exec();
  }

  async update(id: string, fields: Partial<DocumentRow>, tx: Tx): Promise<void> {
    const { blocksDuplicates, ...set } = fields;
    const unsetsFlag = 'blocksDuplicates' in fields && !blocksDuplicates;
    await this.documents.updateOne(
      { _id: id },
      { $set: set, ...(unsetsFlag ? { $unset: { blocksDuplicates: '' } } : {}) },
      { session: tx },
    );
  }

  /** Applies a page change to the counters of its document; null if the document does not exist. */
  applyPageChange(
    id: string,
    counts: PageCounts,
    reasons: Partial<Pick<DocumentRow, 'pageFailure' | 'waitingFor'>>,
    tx: Tx,
  ): Promise<DocumentRow | null> {
    const added = Object.entries(counts).filter(([, change]) => change !== 0);
    return this.documents
      .findOneAndUpdate(
        { _id: id },
        {
          $inc: {
            ...Object.fromEntries(added.map(([name, change]) => [`counts.${name}`, change])),
            contentRevision: 1,
            writes: 1,
          },
          $set: { ...reasons, modifiedAt: new Date() },
        },
        { session: tx, returnDocument: 'after' },
      )
      .lean<DocumentRow>()
      .exec();
  }

  /** Sets the cover unless a newer one is set. */
  async setCover(id: string, cover: CoverRow, tx: Tx): Promise<void> {
    await this.documents.updateOne(
      { _id: id, $or: [{ cover: null }, { 'cover.version': { $lt: cover.version } }] },
      { $set: { cover, modifiedAt: new Date() } },
      { session: tx },
    );
  }

  async remove(id: string, tx: Tx): Promise<void> {
    await this.documents.deleteOne({ _id: id }, { session: tx });
  }

  /** Ids of documents of an owner. */
  async idsOwned(ownerId: string, limit: number): Promise<string[]> {
    const rows = await this.documents
      .find({ ownerId }, { _id: 1 })
      .limit(limit)
      .lean<Pick<DocumentRow, '_id'>[]>()
      .exec();
    return rows.map(({ _id }) => _id);
  }

  async removeStatusChanges(documentId: string, tx: Tx): Promise<void> {
    await this.changes.deleteMany({ documentId }, { session: tx });
  }

  async addStatusChange(change: StatusChangeRow, tx: Tx): Promise<void> {
    await this.changes.create([change], { session: tx });
  }

  /** The owner's document of the same bytes and language, if it blocks duplicates. */
  findDuplicate(bytes: Pick<DocumentRow, 'ownerId' | 'sha256' | 'language'>): Promise<DocumentRow | null> {
    const { ownerId, sha256, language } = bytes;
    return this.documents
      .findOne({ ownerId, sha256, language, blocksDuplicates: true })
      .lean<DocumentRow>()
      .exec();
  }

  /** One page of a user's library: their own documents, and those among `keptIds` that are publicly visible. */
  library(
    userId: string,
    keptIds: readonly string[],
    query: PageQuery,
  ): Promise<{ documents: DocumentRow[]; total: number }> {
    return this.pageOf({ $or: [{ ownerId: userId }, { _id: { $in: keptIds }, ...PUBLICLY_VISIBLE }] }, query);
  }

  /** One page of the documents of a scope, and their total number. */
  page(scope: DocumentScope, query: PageQuery): Promise<{ documents: DocumentRow[]; total: number }> {
    return this.pageOf(scopeFilter(scope), query);
  }

  private async pageOf(
    scope: Record<string, unknown>,
    query: PageQuery,
  ): Promise<{ documents: DocumentRow[]; total: number }> {
    const filter = { ...scope, ...contentFilter(query) };
    const direction = query.sort_order === 'asc' ? 1 : -1;
    const [documents, total] = await Promise.all([
      this.documents
        .find(filter)
        .sort({ [SORT_FIELDS[query.sort_by ?? 'created_date']]: direction, _id: direction })
        .skip((query.page - 1) * query.per_page)
        .limit(query.per_page)
        .lean<DocumentRow[]>()
        .exec(),
      this.documents.countDocuments(filter),
    ]);
    return { documents, total };
  }

  /** Ids of the documents of a scope that match the filters. */
  async visibleIds(scope: DocumentScope, filters?: Filters): Promise<string[]> {
    if (scope.ids.length === 0) return [];
    const rows = await this.documents
      .find({ ...scopeFilter(scope), ...(filters ? contentFilter(filters) : {}) }, { _id: 1 })
      .lean<Pick<DocumentRow, '_id'>[]>()
      .exec();
    return rows.map(({ _id }) => _id);
  }

  byIds(ids: readonly string[]): Promise<DocumentRow[]> {
    return this.documents
      .find({ _id: { $in: ids } })
      .lean<DocumentRow[]>()
      .exec();
  }

  /** Ids of documents by id or key (G04). */
  async idsByName(names: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.documents
      .find(
        { $or: [{ _id: { $in: names.filter(isObjectId) } }, { key: { $in: names } }] },
        { _id: 1, key: 1 },
      )
      .lean<Pick<DocumentRow, '_id' | 'key'>[]>()
      .exec();
    return new Map(rows.flatMap(({ _id, key }) => [[_id, _id] as const, [key, _id] as const]));
  }

  /** Moves the owner's documents from one shelf to another. */
  async moveOwned(ownerId: string, fromShelfId: string, toShelfId: string, tx: Tx): Promise<void> {
    await this.documents.updateMany(
      { ownerId, shelfId: fromShelfId },
      { $set: { shelfId: toShelfId } },
      { session: tx },
    );
  }

  /** Uploads without a shelf. */
  listUnshelved(): AsyncIterable<DocumentRow> {
    return this.documents.find({ shelfId: null, visibility: 'private' }).lean<DocumentRow[]>().cursor();
  }

  async setShelfIfNone(id: string, shelfId: string): Promise<void> {
    await this.documents.updateOne({ _id: id, shelfId: null }, { $set: { shelfId } });
  }

  listByStatus(
    ownerId: string,
    status: DocumentStatus,
    search: string,
    limit: number,
  ): Promise<DocumentRow[]> {
    return this.documents
      .find({ ownerId, status, ...searchFilter(search) })
      .sort({ createdAt: 1, _id: 1 })
      .limit(limit)
      .lean<DocumentRow[]>()
      .exec();
  }
}

const scopeFilter = ({ ids, readerId }: DocumentScope) => ({
  _id: { $in: ids },
  ...(readerId ? { $or: [{ ownerId: readerId }, PUBLICLY_VISIBLE] } : PUBLICLY_VISIBLE),
});

const contentFilter = ({ type, search }: Filters) => ({
  ...(type === 'books' ? { totalPages: { $gte: BOOK_MIN_PAGES } } : {}),
  ...(type === 'articles' ? { totalPages: { $lt: BOOK_MIN_PAGES } } : {}),
  ...searchFilter(search),
});

function searchFilter(search: string): { searchText?: RegExp } {
  const folded = foldForSearch(search);
  return folded ? { searchText: literalPattern(folded) } : {};
}
