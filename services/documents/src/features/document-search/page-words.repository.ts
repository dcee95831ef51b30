import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { PageRange } from '../access/access.domain.js';
import type { PageTexts } from '../page/page.repository.js';
import { PAGE_WORDS, type PageWordsRow } from './page-words.schema.js';

/** A search that takes longer than this gives up, in milliseconds. */
const MAX_TIME_MS = 5_000;

export type UnreadPage = PageTexts & { _id: string; documentId: string };

@Injectable()
export class PageWordsRepository {
  constructor(@InjectModel(PAGE_WORDS) private readonly words: Model<PageWordsRow>) {}

  /** By the driver itself, as pages are written. */
  async save(row: PageWordsRow, tx?: Tx): Promise<void> {
    const { _id, ...rest } = row;
    await this.words.collection.replaceOne({ _id } as object, rest, {
      upsert: true,
      session: tx,
      ignoreUndefined: true,
    });
  }

  async removeAll(documentId: string, tx: Tx): Promise<void> {
    await this.words.deleteMany({ documentId }, { session: tx });
  }

  /** Pages of a range that may have what a pattern finds, in order. */
  having(
    documentId: string,
    { from, to }: PageRange,
    pattern: string,
  ): AsyncIterable<Pick<PageWordsRow, 'number' | 'items'>> {
    return this.words
      .find(
        { documentId, number: { $gte: from, $lte: to }, folded: { $regex: pattern } },
        { _id: 0, number: 1, items: 1 },
      )
      .sort({ number: 1 })
      .maxTimeMS(MAX_TIME_MS)
      .lean<Pick<PageWordsRow, 'number' | 'items'>[]>()
      .cursor({ batchSize: 50 });
  }

  /** The headings of a range of pages, in order. */
  headings(
    documentId: string,
    { from, to }: PageRange,
  ): Promise<Pick<PageWordsRow, 'number' | 'headings'>[]> {
    return this.words
      .find(
        { documentId, hasHeadings: true, number: { $gte: from, $lte: to } },
        { _id: 0, number: 1, headings: 1 },
      )
      .sort({ number: 1 })
      .lean<Pick<PageWordsRow, 'number' | 'headings'>[]>()
      .exec();
  }

  /** Pages with a text whose words were never taken down: those of an earlier version. */
  unread(): AsyncIterable<UnreadPage> {
    return this.words.db.collection('pages').aggregate<UnreadPage>([
      { $match: { content: { $ne: null } } },
      { $lookup: { from: 'page_words', localField: '_id', foreignField: '_id', as: 'known' } },
      { $match: { known: { $size: 0 } } },
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
