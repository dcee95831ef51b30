import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { PageRange } from '../access/access.domain.js';
import type { PageTexts } from '../page/page.repository.js';
import { SEARCH_INDEX, type PageIndexRow } from './search-index.schema.js';

/** Longest time of a search. */
const MAX_TIME_MS = 5_000;

export type UnindexedPage = PageTexts & { _id: string; documentId: string };

@Injectable()
export class SearchIndexRepository {
  constructor(@InjectModel(SEARCH_INDEX) private readonly index: Model<PageIndexRow>) {}

  /** Bypasses mongoose: casting takes longer than storing, as for pages. */
  async save(row: PageIndexRow, tx?: Tx): Promise<void> {
    const { _id, ...rest } = row;
    await this.index.collection.replaceOne({ _id } as object, rest, {
      upsert: true,
      session: tx,
      ignoreUndefined: true,
    });
  }

  async removeAll(documentId: string, tx: Tx): Promise<void> {
    await this.index.deleteMany({ documentId }, { session: tx });
  }

  /** Pages of a range whose folded text matches a pattern, in order. */
  findCandidates(
    documentId: string,
    { from, to }: PageRange,
    pattern: string,
  ): AsyncIterable<Pick<PageIndexRow, 'number' | 'items'>> {
    return this.index
      .find(
        { documentId, number: { $gte: from, $lte: to }, folded: { $regex: pattern } },
        { _id: 0, number: 1, items: 1 },
      )
      .sort({ number: 1 })
      .maxTimeMS(MAX_TIME_MS)
      .lean<Pick<PageIndexRow, 'number' | 'items'>[]>()
      .cursor({ batchSize: 50 });
  }

  /** The headings of a range of pages, in order. */
  findHeadings(
    documentId: string,
    { from, to }: PageRange,
  ): Promise<Pick<PageIndexRow, 'number' | 'headings'>[]> {
    return this.index
      .find(
        { documentId, hasHeadings: true, number: { $gte: from, $lte: to } },
        { _id: 0, number: 1, headings: 1 },
      )
      .sort({ number: 1 })
      .lean<Pick<PageIndexRow, 'number' | 'headings'>[]>()
      .exec();
  }

  /** Pages with a text and no index entry: written before the index existed. */
  listUnindexed(): AsyncIterable<UnindexedPage> {
    return this.index.db.collection('pages').aggregate<UnindexedPage>([
      { $match: { content: { $ne: null } } },
      { $lookup: { from: 'search_index', localField: '_id', foreignField: '_id', as: 'indexed' } },
      { $match: { indexed: { $size: 0 } } },
      {
        $project: {
          documentId: 1,
          number: 1,
          content: 1,
          translatedContent: 1,
          translatedContentLevel2: 1,
        },
      },
    ]);
  }
}
