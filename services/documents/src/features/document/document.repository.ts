import type { LibraryListQuery } from '@hamkhan/contracts/http/documents';
import { BOOK_MIN_PAGES, type DocumentStatus } from '@hamkhan/contracts/statuses';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { KNOWN_TO_ALL } from '../access/access.domain.js';
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

/** Documents somebody keeps, as far as the reader may know of them: their own, and what everyone may know of. */
export type DocumentScope = {
  ids: readonly string[];
  /** Null for what everyone may know of, whosever it is. */
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

  /** @throws a duplicate-key error where another document stands for the same bytes. */
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

  /** Reads a document to change it: until this transaction ends no other one changes it or its pages. */
  findForUpdate(id: string, tx: Tx): Promise<DocumentRow | null> {
    return this.documents
      .findOneAndUpdate({ _id: id }, { $inc: { writes: 1 } }, { session: tx, returnDocument: 'after' })
      .lean<DocumentRow>()
      .exec();
  }

  async update(id: string, fields: Partial<DocumentRow>, tx: Tx): Promise<void> {
    const { standsForBytes, ...set } = fields;
    const drops = 'standsForBytes' in fields && !standsForBytes;
    await this.documents.updateOne(
      { _id: id },
      { $set: set, ...(drops ? { $unset: { standsForBytes: '' } } : {}) },
      { session: tx },
    );
  }

  /** Adds what a change of one page means for its document; null where there is no such document. */
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

  /** Sets the cover unless a newer one is there. */
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

  async addStatusChange(change: StatusChangeRow, tx: Tx): Promise<void> {
    await this.changes.create([change], { session: tx });
  }

  /** The document that stands for these bytes of this owner in this language. */
  findSameBytes(bytes: Pick<DocumentRow, 'ownerId' | 'sha256' | 'language'>): Promise<DocumentRow | null> {
    const { ownerId, sha256, language } = bytes;
    return this.documents
      .findOne({ ownerId, sha256, language, standsForBytes: true })
      .lean<DocumentRow>()
      .exec();
  }

  /** One page of a user's library: their own documents and those of the catalogue among `keptIds`. */
  library(
    userId: string,
    keptIds: readonly string[],
    query: PageQuery,
  ): Promise<{ documents: DocumentRow[]; total: number }> {
    return this.pageOf({ $or: [{ ownerId: userId }, { _id: { $in: keptIds }, ...KNOWN_TO_ALL }] }, query);
  }

  /** One page of the documents of a scope, and how many there are in all. */
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

  /** Which documents of a scope there are, and fit the filters. */
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

  /** Ids of documents by the names they were asked for with: ids or keys (G04). */
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

  /** Files the owner's documents of one shelf under another. */
  async moveOwned(ownerId: string, fromShelfId: string, toShelfId: string, tx: Tx): Promise<void> {
    await this.documents.updateMany(
      { ownerId, shelfId: fromShelfId },
      { $set: { shelfId: toShelfId } },
      { session: tx },
    );
  }

  /** Uploads that stand on no shelf. */
  withoutShelf(): AsyncIterable<DocumentRow> {
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
  ...(readerId ? { $or: [{ ownerId: readerId }, KNOWN_TO_ALL] } : KNOWN_TO_ALL),
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
