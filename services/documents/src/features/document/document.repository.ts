import type { LibraryListQuery } from '@hamkhan/contracts/http/documents';
import { BOOK_MIN_PAGES, type DocumentStatus } from '@hamkhan/contracts/statuses';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import {
  DOCUMENTS,
  STATUS_CHANGES,
  type DocumentRow,
  type PageCounts,
  type StatusChangeRow,
} from './document.schema.js';
import { foldForSearch, literalPattern } from './search-text.domain.js';

const SORT_FIELDS: Record<LibraryListQuery['sort_by'], string> = {
  title: 'sortTitle',
  created_date: 'createdAt',
  total_pages: 'totalPages',
  status: 'status',
};

const OBJECT_ID = /^[0-9a-f]{24}$/;

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
      .findOne(OBJECT_ID.test(name) ? { _id: name } : { key: name })
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

  /** One page of an owner's library, and how many rows there are in all. */
  async list(ownerId: string, query: LibraryListQuery): Promise<{ documents: DocumentRow[]; total: number }> {
    const filter = {
      ownerId,
      ...(query.shelf_id ? { shelfId: query.shelf_id } : {}),
      ...(query.type === 'books' ? { totalPages: { $gte: BOOK_MIN_PAGES } } : {}),
      ...(query.type === 'articles' ? { totalPages: { $lt: BOOK_MIN_PAGES } } : {}),
      ...searchFilter(query.search),
    };
    const direction = query.sort_order === 'asc' ? 1 : -1;
    const [documents, total] = await Promise.all([
      this.documents
        .find(filter)
        .sort({ [SORT_FIELDS[query.sort_by]]: direction, _id: direction })
        .skip((query.page - 1) * query.per_page)
        .limit(query.per_page)
        .lean<DocumentRow[]>()
        .exec(),
      this.documents.countDocuments(filter),
    ]);
    return { documents, total };
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

function searchFilter(search: string): { searchText?: RegExp } {
  const folded = foldForSearch(search);
  return folded ? { searchText: literalPattern(folded) } : {};
}
