import type { TokenUsage } from '@hamkhan/llm/chat/token-usage';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { LeasedPage } from './page-work.repository.js';
import { PAGE, type PageRow } from './page.schema.js';
import { usageIncrements } from './usage.domain.js';

/** What the translation of pages has cost, and what is reserved of the budget. */
@Injectable()
export class PageCostRepository {
  constructor(@InjectModel(PAGE) private readonly pages: Model<PageRow>) {}

  /** Adds the usage of a failed attempt. It was paid for, even if the lease is lost. */
  async addUsage(page: LeasedPage, level: 1 | 2, usage: TokenUsage): Promise<void> {
    if (usage.requests === 0) return;
    await this.pages.updateOne({ _id: page._id }, { $inc: usageIncrements(`usage${level}`, usage) });
  }

  /** Reserves the expected cost of a page. The reservation counts while the page is leased. */
  async reserve(page: LeasedPage, reservedCost: number): Promise<void> {
    await this.pages.updateOne({ _id: page._id, leaseToken: page.leaseToken }, { $set: { reservedCost } });
  }

  /** What the pages of a document have cost, and what is reserved for leased ones. */
  async totals(documentId: string): Promise<{ spent: number; reserved: number }> {
    const isLeased = { $and: [{ $ne: ['$leaseToken', null] }, { $gt: ['$availableAt', new Date()] }] };
    const [sums] = await this.pages.aggregate<{ spent: number; reserved: number }>([
      { $match: { documentId } },
      {
        $group: {
          _id: null,
          spent: { $sum: { $add: [{ $ifNull: ['$usage1.cost', 0] }, { $ifNull: ['$usage2.cost', 0] }] } },
          reserved: { $sum: { $cond: [isLeased, { $ifNull: ['$reservedCost', 0] }, 0] } },
        },
      },
    ]);
    return { spent: sums?.spent ?? 0, reserved: sums?.reserved ?? 0 };
  }

  /** What is reserved for the leased pages of an owner. */
  async reservedOf(ownerId: string): Promise<number> {
    const [sum] = await this.pages.aggregate<{ reserved: number }>([
      { $match: { leaseToken: { $type: 'string' }, availableAt: { $gt: new Date() }, ownerId } },
      { $group: { _id: null, reserved: { $sum: { $ifNull: ['$reservedCost', 0] } } } },
    ]);
    return sum?.reserved ?? 0;
  }

  /** The usage of each page of a document, in order. */
  usages(documentId: string): Promise<Pick<PageRow, 'pageNumber' | 'usage1' | 'usage2' | 'reason'>[]> {
    return this.pages
      .find({ documentId })
      .sort({ pageNumber: 1 })
      .select({ pageNumber: 1, usage1: 1, usage2: 1, reason: 1 })
      .lean();
  }
}
