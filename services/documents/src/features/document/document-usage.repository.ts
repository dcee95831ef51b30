import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { RUNNING_STATUSES } from './document-status.domain.js';
import { ASSUMED_PAGES, type DocumentUsage } from './document-usage.domain.js';
import { DOCUMENTS, type DocumentRow } from './document.schema.js';

const atLeastZero = (difference: unknown[]) => ({ $max: [0, { $subtract: difference }] });
/** Pages without text, and pages with text but without a translation. */
const PAGES_IN_WORK = {
  $add: [
    atLeastZero(['$totalPages', { $add: ['$counts.succeeded', '$counts.failed'] }]),
    atLeastZero(['$counts.untranslated', '$counts.waiting']),
  ],
};

@Injectable()
export class DocumentUsageRepository {
  constructor(@InjectModel(DOCUMENTS) private readonly documents: Model<DocumentRow>) {}

  /** Adds up the documents of an owner. */
  async of(ownerId: string, tx: Tx): Promise<DocumentUsage> {
    const [stored] = await this.documents
      .aggregate<{ bytes: number }>([
        { $match: { ownerId } },
        { $group: { _id: null, bytes: { $sum: '$size' } } },
      ])
      .session(tx);
    const pages = { $cond: [{ $gt: ['$totalPages', 0] }, PAGES_IN_WORK, ASSUMED_PAGES] };
    const [work] = await this.documents
      .aggregate<{ pages: number; bytes: number }>([
        { $match: { ownerId, status: { $in: [...RUNNING_STATUSES] } } },
        { $project: { size: 1, pages } },
        { $match: { pages: { $gt: 0 } } },
        { $group: { _id: null, pages: { $sum: '$pages' }, bytes: { $sum: '$size' } } },
      ])
      .session(tx);
    return {
      pagesInWork: work?.pages ?? 0,
      bytesInWork: work?.bytes ?? 0,
      bytesStored: stored?.bytes ?? 0,
    };
  }
}
